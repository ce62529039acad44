import type { ContentVersion } from '../database/content-version.ts';

/** A content version that also changes at the moment when a row becomes public or stops being public. */
export interface ScheduledContent extends ContentVersion {
  /**
   * Returns for how many milliseconds responses remain valid if nobody changes anything. The next scheduled moment ends
   * their validity. Returns Infinity when nothing is scheduled, and 0 when the next moment is unknown.
   */
  validForMs(): number;
}

interface Read {
  version: number;
  at: number;
  next: number;
}

/**
 * Adds the schedule of the rows to a content version. Each instance of the server uses its own clock. A clock that is
 * set back counts as a change too.
 */
export function withSchedule(
  content: ContentVersion,
  readNext: (now: Date) => Promise<Date | undefined>,
  clock: () => Date,
): ScheduledContent {
  let passed = 0;
  let read: Read | undefined;
  let reading: { version: number; done: Promise<void> } | undefined;
  const current = (version: number | undefined, now: number) =>
    read !== undefined && read.version === version && now >= read.at && now < read.next
      ? version + passed
      : undefined;
  const readSchedule = async (version: number, now: Date) => {
    const next = await readNext(now).catch(() => null);
    // If the database cannot be read, the next call of `ask` tries again.
    if (next !== null)
      read = { version, at: now.getTime(), next: next?.getTime() ?? Number.POSITIVE_INFINITY };
    if (reading?.version === version) reading = undefined;
  };
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
      // After a change, many requests call `ask` at once. A query for each request would use all connections of a slow
      // database.
      if (reading?.version !== version) reading = { version, done: readSchedule(version, now) };
      await reading.done;
      return version + passed;
    },
    validForMs: () => (read ? Math.max(0, read.next - clock().getTime()) : 0),
  };
}
