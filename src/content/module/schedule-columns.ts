import { isDeepStrictEqual } from 'node:util';
import type { Schedule } from '../../shared/facts.ts';
import { RuleBroken } from '../../shared/errors.ts';

interface Rules {
  publicBy: string | null;
  schedule?: Schedule | undefined;
  /** The labels of the columns by their names. */
  labelOf(column: string): string;
}
type AnyRow = Record<string, unknown>;

export type ScheduleColumns = ReturnType<typeof scheduleColumnsOf>;

/**
 * Returns functions that fill the schedule's derived columns. `announced_at` is null as long as the schedule has not
 * yet reported the publication.
 */
export function scheduleColumnsOf({ publicBy, schedule, labelOf }: Rules) {
  const { from, until } = schedule ?? {};
  const stateOf = (row: AnyRow) => ({
    isMeant: publicBy === null ? undefined : row[publicBy],
    from: timeOf(from && row[from]),
    until: timeOf(until && row[until]),
  });
  /** Marks a row that is already public as reported, because the caller reports the change itself. */
  const announce = (row: AnyRow, now: Date) => {
    if (!from) return;
    const begins = timeOf(row[from]);
    row.announced_at = begins !== null && begins <= now.getTime() ? now : null;
  };
  return {
    hasAnnouncements: from !== undefined,
    stateOf,
    announce,
    /**
     * Hides a copy from visitors. In modules without a column for publishing, it gets an end that has passed. With a
     * date in the future, the copy would become public by itself.
     */
    hide: (row: AnyRow, now: Date) => {
      if (publicBy !== null || !until) return;
      row[until] = now;
      // Marked as reported, so that the schedule does not report the end.
      row.announced_at = now;
    },
    /** Call it after each change, with the state from before. */
    derive: (row: AnyRow, before: ReturnType<typeof stateOf>, now: Date) => {
      if (from && publicBy && row[publicBy] && timeOf(row[from]) === null) row[from] = now;
      const after = stateOf(row);
      const isPublishedAgain = before.isMeant === false && after.isMeant === true;
      const isOver = after.until !== null && after.until <= now.getTime();
      // An end that has passed would hide the row at once.
      if (until && isPublishedAgain && isOver && after.until === before.until) row[until] = null;
      const isChanged = !isDeepStrictEqual(before, stateOf(row));
      if (isChanged || row.announced_at === undefined) announce(row, now);
    },
    /** @throws {RuleBroken} when the end is not later than the beginning */
    requireOrder: (row: object) => {
      const state = stateOf(row as AnyRow);
      if (!from || !until || state.from === null || state.until === null || state.until > state.from) return;
      throw RuleBroken.of(until, `${labelOf(until)} must be later than the ${labelOf(from).toLowerCase()}`);
    },
    /** Returns values for a row that is older than the schedule. */
    earlier: (fields: AnyRow): AnyRow => {
      if (!from || (fields[from] ?? undefined) !== undefined) return {};
      const isPublic = publicBy !== null && Boolean(fields[publicBy]);
      const date = isPublic ? fields.created_at : null;
      return { [from]: date, announced_at: date };
    },
  };
}

function timeOf(moment: unknown): number | null {
  return moment === null || moment === undefined ? null : new Date(moment as Date | string).getTime();
}
