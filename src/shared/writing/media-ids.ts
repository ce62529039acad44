const named = /<img data-media="([1-9]\d{0,9})"/g;
const maxId = 2 ** 31 - 1;

/** Returns the distinct ids of pictures. Stored HTML is canonical, so a pattern suffices. */
export function mediaIdsOf(html: string): number[] {
  const ids = [...html.matchAll(named)].map(([, id]) => Number(id)).filter((id) => id <= maxId);
  return [...new Set(ids)];
}

/** Replaces the ids of pictures. The id 0 shows nothing. */
export function withMediaIds(html: string, idOf: (id: number) => number): string {
  return html.replaceAll(named, (_, id) => `<img data-media="${idOf(Number(id))}"`);
}

const absent = /<img(?: alt="[^"]*")? data-absent="[^"]*">/g;

/** Returns the number of pictures that the writer has still to supply. */
export function countAbsent(html: string): number {
  return html.match(absent)?.length ?? 0;
}

export function withoutAbsent(html: string): string {
  return html.replaceAll(absent, '');
}

const undescribed = /<img data-media="([1-9]\d{0,9})">/g;

/** Returns the ids of pictures without alternative text. */
export function undescribedIn(html: string): number[] {
  return Array.from(html.matchAll(undescribed), ([, id]) => Number(id)).filter((id) => id <= maxId);
}
