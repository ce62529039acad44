import { isDeepStrictEqual } from 'node:util';
import type { EditableView } from '../../database/columns.ts';
import type { Reader } from '../../database/ctx.ts';
import type { Table, Where } from '../../database/list/table.ts';
import type { Columns } from '../../shared/column-types.ts';
import type { ContentFacts, ScheduleColumnNames } from '../../shared/content-facts.ts';
import type { ListName } from '../../shared/enumerations.ts';
import { RuleBroken } from '../../shared/errors.ts';
import type { Choices } from '../../shared/settings/choices.ts';
import type { ContentKind, StoredEditable } from '../content-kind.ts';
import type { Stats } from './schemas-of.ts';

interface Rules {
  publicBy: string | null;
  schedule?: ScheduleColumnNames | undefined;
  /** Returns the label of a column. */
  labelOf(column: string): string;
}
type ScheduledRow = Record<string, unknown>;

export type ScheduleColumns = ReturnType<typeof scheduleColumnsOf>;

/**
 * Returns functions that compute the derived columns of the schedule. `announced_at` is null until the publication is
 * in the activity log.
 */
export function scheduleColumnsOf({ publicBy, schedule, labelOf }: Rules) {
  const { from, until } = schedule ?? {};
  const stateOf = (row: ScheduledRow) => ({
    isMeant: publicBy === null ? undefined : row[publicBy],
    from: timeOf(from && row[from]),
    until: timeOf(until && row[until]),
  });
  /**
   * Sets `announced_at` to `now` if the row's date has passed, because the caller logs the change. Otherwise sets it to
   * null.
   */
  const announce = (row: ScheduledRow, now: Date) => {
    if (!from) return;
    const begins = timeOf(row[from]);
    row.announced_at = begins !== null && begins <= now.getTime() ? now : null;
  };
  return {
    hasAnnouncements: from !== undefined,
    stateOf,
    announce,
    /**
     * Hides a copied row if its module has no column for publishing. Sets an end that has passed, because a copy
     * without an end would be public.
     */
    hide: (row: ScheduledRow, now: Date) => {
      if (publicBy !== null || !until) return;
      row[until] = now;
      // Because of this time, the schedule does not log the end of the publication.
      row.announced_at = now;
    },
    /** Computes the derived columns. Call it after each change, with the state before the change. */
    derive: (row: ScheduledRow, before: ReturnType<typeof stateOf>, now: Date) => {
      if (from && publicBy && row[publicBy] && timeOf(row[from]) === null) row[from] = now;
      const after = stateOf(row);
      const isPublishedAgain = before.isMeant === false && after.isMeant === true;
      const isOver = after.until !== null && after.until <= now.getTime();
      // A row that is published again loses an end that has passed, because this end would hide the row at once.
      if (until && isPublishedAgain && isOver && after.until === before.until) row[until] = null;
      const isChanged = !isDeepStrictEqual(before, stateOf(row));
      if (isChanged || row.announced_at === undefined) announce(row, now);
    },
    /** Checks the order of the two dates. @throws {RuleBroken} when the end is not later than the beginning */
    requireOrder: (row: object) => {
      const state = stateOf(row as ScheduledRow);
      if (!from || !until || state.from === null || state.until === null || state.until > state.from) return;
      throw RuleBroken.of(until, `${labelOf(until)} must be later than the ${labelOf(from).toLowerCase()}`);
    },
    /** Returns the schedule columns of a row that is older than the schedule. */
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

/** A row of any module. */
export type AnyRow = StoredEditable & Record<string, unknown>;
export type AnyView = EditableView & Record<string, unknown>;

/** A module as the operations see it: a row is a record of values by column name. */
export interface ModuleKind extends ContentKind<AnyRow, AnyView> {
  table: Table<AnyView>;
  columns: Columns;
  facts: ContentFacts;
  /** The column with a row's title. */
  title: string;
  /** The column with the row's own picture. */
  picture: string | undefined;
  schedule: ScheduleColumns;
  /** Creates a new row without storing it. */
  write(values: Record<string, unknown>, now: Date): AnyRow;
  /**
   * Returns a copy of `values`, the values of a row, in which the row's picture is `path`. If `path` is undefined, returns
   * `values` unchanged.
   */
  withPicture(values: Record<string, unknown>, path: string | null | undefined): Record<string, unknown>;
  /** Returns the condition for a filter of a list. */
  where(filter: Record<string, unknown>): Where<AnyView>;
  /**
   * The list of the settings that determines the order of the rows. Undefined when the newest rows come first.
   * `orderedWithin` is the column with the values of this list.
   */
  order: ListName | undefined;
  orderedWithin: string | undefined;
  /** The statistics count rows by this column. */
  groups: string;
  count(read: Reader, choices: Choices): Promise<Stats<string>>;
}
