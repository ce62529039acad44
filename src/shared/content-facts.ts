import type { Role } from './roles.ts';

export interface ScheduleColumnNames {
  startColumn?: string;
  endColumn: string;
}

export interface ContentFacts {
  entity: string;
  table: string;
  /** The module in the activity log. Stored entries have this name, so it must never change. */
  log: string;
  idKey: string;
  file: string;
  path: `/admin/${string}`;
  address?: `/admin/${string}`;
  /** Where the pages of the rows are, such as `/blog`. Absent when rows have none. */
  folder?: `/${string}`;
  /** The slug of a row is the whole path of its page. Without a slug, the page is below `folder`. */
  hasWholePaths?: true;
  /** By the value of the column `place`. Such a row is shown on the fixed page and has no page of its own. */
  fixedPages?: Readonly<Record<string, string>>;
  /** A single row in responses, such as 'job'. */
  one: string;
  many: string;
  noun: string;
  label: string;
  roles: readonly Role[];
  /** Rows per page, by default. */
  pageSize: number;
  facets: readonly string[];
  sorts: readonly [string, ...string[]];
  /** The boolean column that publishes a row. Null when visitors see every row. */
  publicBy: string | null;
  /** The start and the end of the time in which visitors see a published row. */
  schedule?: ScheduleColumnNames;
  /** Whether a row may be a translation of another. It has a column `lang`. */
  isTranslated?: true;
  /** Where a new row goes, if staff can arrange rows. */
  position?: 'first' | 'last';
  /** Further columns that only the drawer 'Publishing' edits. */
  drawer?: readonly string[];
  hasSuccess?: true;
}
