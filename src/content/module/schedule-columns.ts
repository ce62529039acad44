import { isDeepStrictEqual } from 'node:util';
import type { ScheduleColumnNames } from '../../shared/content-facts.ts';
import { RuleBroken } from '../../shared/errors.ts';

interface ScheduleRules {
  publicBy: string | null;
  schedule?: ScheduleColumnNames | undefined;
  labelOf(column: string): string;
}
type ScheduledRow = Record<string, unknown>;

export type ScheduleColumns = ReturnType<typeof scheduleColumnsOf>;

/** Rules for the columns of a schedule. `announced_at` is null until the log contains the publication. */
export function scheduleColumnsOf({ publicBy, schedule, labelOf }: ScheduleRules) {
  const { startColumn: from, endColumn: until } = schedule ?? {};
  const stateOf = (row: ScheduledRow) => ({
    isMeant: publicBy === null ? undefined : row[publicBy],
    from: timeOf(from && row[from]),
    until: timeOf(until && row[until]),
  });
  /** When the date has passed, the caller logs the publication, so the schedule must not. */
  const announce = (row: ScheduledRow, now: Date) => {
    if (!from) return;
    const begins = timeOf(row[from]);
    row.announced_at = begins !== null && begins <= now.getTime() ? now : null;
  };
  return {
    hasAnnouncements: from !== undefined,
    stateOf,
    announce,
    /** Hides a copied row. Without a column that publishes rows, only an end in the past can do this. */
    hide: (row: ScheduledRow, now: Date) => {
      if (publicBy !== null || !until) return;
      row[until] = now;
      // Otherwise the schedule would log this end.
      row.announced_at = now;
    },
    /** Call it after each change. `before` is the state before. */
    derive: (row: ScheduledRow, before: ReturnType<typeof stateOf>, now: Date) => {
      if (from && publicBy && row[publicBy] && timeOf(row[from]) === null) row[from] = now;
      const after = stateOf(row);
      const isPublishedAgain = before.isMeant === false && after.isMeant === true;
      const isOver = after.until !== null && after.until <= now.getTime();
      // A row that is published again must not be hidden at once by its old end.
      if (until && isPublishedAgain && isOver && after.until === before.until) row[until] = null;
      const isChanged = !isDeepStrictEqual(before, stateOf(row));
      if (isChanged || row.announced_at === undefined) announce(row, now);
    },
    /** @throws {RuleBroken} when the end is not later than the beginning */
    requireOrder: (row: object) => {
      const state = stateOf(row as ScheduledRow);
      if (!from || !until || state.from === null || state.until === null || state.until > state.from) return;
      throw RuleBroken.of(until, `${labelOf(until)} must be later than the ${labelOf(from).toLowerCase()}`);
    },
    /** The values for a row that was stored before the module had a schedule. */
    earlier: (fields: ScheduledRow): ScheduledRow => {
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
