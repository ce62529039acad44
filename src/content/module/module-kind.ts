import type { EditableView } from '../../database/columns.ts';
import type { Reader } from '../../database/ctx.ts';
import type { TableReader, TableFilter } from '../../database/list/table.ts';
import type { Columns } from '../../shared/column-types.ts';
import type { ContentFacts } from '../../shared/content-facts.ts';
import type { ListName } from '../../shared/enumerations.ts';
import type { Choices } from '../../shared/settings/choices.ts';
import type { ContentKind, StoredEditable } from '../content-kind.ts';
import type { ScheduleColumns } from './schedule-columns.ts';
import type { RowStats } from './schemas-of.ts';

export type AnyRow = StoredEditable & Record<string, unknown>;
export type AnyView = EditableView & Record<string, unknown>;

/** A module without the types of its columns: a row is its values by name. */
export interface ModuleKind extends ContentKind<AnyRow, AnyView> {
  table: TableReader<AnyView>;
  columns: Columns;
  facts: ContentFacts;
  title: string;
  picture: string | undefined;
  schedule: ScheduleColumns;
  /** Makes a row in memory. */
  write(values: Record<string, unknown>, now: Date): AnyRow;
  /** Sets the row's picture to `path`, unless that is undefined. */
  withPicture(values: Record<string, unknown>, path: string | null | undefined): Record<string, unknown>;
  where(filter: Record<string, unknown>): TableFilter<AnyView>;
  /** The list of the settings with the order of the values of `orderedWithin`. Undefined: the newest rows first. */
  order: ListName | undefined;
  orderedWithin: string | undefined;
  /** The statistics count rows by this column. */
  groups: string;
  count(read: Reader, choices: Choices): Promise<RowStats<string>>;
}
