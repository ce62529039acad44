import type { ContentVersion } from '../database/content-version.ts';

/** A content version that also changes at the moment when a row becomes public or stops being public. */
export interface ScheduledContent extends ContentVersion {
  /** Returns how long responses stay valid if nobody changes anything. In milliseconds, as of the last `ask`. */
  validForMs(): number;
}

interface Read {
  version: number;
  at: number;
  next: number;
}

/** Each instance uses its own clock. A clock that is set back counts as a change too. */
export function withSchedule(
  content: ContentVersion,
  readNext: (now: Date) => Promise<Date | undefined>,
  clock: () => Date,
): ScheduledContent {
  let passed = 0;
  let read: Read | undefined;
  const current = (version: number | undefined, now: number) =>
    read !== undefined && read.version === version && now >= read.at && now < read.next
      ? version + passed
      : undefined;
  return {
    known: () => current(content.known(), clock().getTime()),
    ask: async () => {
      const version = content.known() ?? (await content.ask());
      const now = clock();
      const known = current(version, now.getTime());
      if (known !== undefined) return known;
      if (read && (now.getTime() < read.at || now.getTime() >= read.next)) {
        passed += 1;
        read = undefined;
      }
      const next = await readNext(now).catch(() => null);
      // Without an answer of the database, the next caller asks again.
      if (next !== null)
        read = { version, at: now.getTime(), next: next?.getTime() ?? Number.POSITIVE_INFINITY };
      return version + passed;
    },
    validForMs: () => (read ? Math.max(0, read.next - clock().getTime()) : 0),
  };
}
