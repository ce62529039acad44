import type { EditableView } from '../../database/columns.ts';
import type { Table, Where } from '../../database/list/table.ts';
import type { Reader } from '../../database/ctx.ts';
import type { ContentFacts } from '../../shared/content-facts.ts';
import type { Columns } from '../../shared/column-types.ts';
import type { ListName } from '../../shared/enumerations.ts';
import type { Choices } from '../../shared/settings/choices.ts';
import type { ContentKind, StoredEditable } from '../content-kind.ts';
import type { ScheduleColumns } from './schedule-values.ts';
import type { Stats } from './schemas-of.ts';

/** A row of any module. */
export type AnyRow = StoredEditable & Record<string, unknown>;
export type AnyView = EditableView & Record<string, unknown>;

/**
 * A module as the operations see it. A row is a record of values by column name; `DefinedModule` has the exact types.
 */
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
