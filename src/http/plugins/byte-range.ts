export interface ByteRange {
  start: number;
  end: number;
}

/** Parses a range (RFC 9110, 14.2). Returns `'outside'` after the end, undefined for several ranges. */
export function readRange(header: string | undefined, bytes: number): ByteRange | 'outside' | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (!from && !to)) return undefined;
  const start = from ? Number(from) : Math.max(0, bytes - Number(to));
  const end = from && to ? Math.min(Number(to), bytes - 1) : bytes - 1;
  if (from && to && Number(to) < Number(from)) return undefined;
  return start > end ? 'outside' : { start, end };
}
