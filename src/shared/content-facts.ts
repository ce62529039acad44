import type { Role } from './roles.ts';

export interface ScheduleColumnNames {
  from?: string;
  until: string;
}

export interface ContentFacts {
  entity: string;
  table: string;
  /**
   * The name of the module in the activity log. Stored entries contain this name, so it must never change.
   */
  log: string;
  idKey: string;
  file: string;
  path: `/admin/${string}`;
  address?: `/admin/${string}`;
  /**
   * The path under which the pages of the module's rows are, such as `/blog`. Absent when the rows have no pages.
   */
  folder?: `/${string}`;
  /**
   * Set when the slug of a row is the whole path of its page. A row without a slug has its page below
   * `folder`.
   */
  hasWholePaths?: true;
  /**
   * The paths of fixed pages, by the value of the column `place`. A row with one of these values is shown on the fixed
   * page and has no page of its own.
   */
  fixedPages?: Readonly<Record<string, string>>;
  /** The name of a single row in responses, such as 'job'. */
  one: string;
  many: string;
  noun: string;
  label: string;
  roles: readonly Role[];
  /** The number of rows per page if the request does not contain one. */
  pageSize: number;
  facets: readonly string[];
  sorts: readonly [string, ...string[]];
  /** The boolean column that publishes a row. Null when visitors see every row of the module. */
  publicBy: string | null;
  /** The columns with the start and the end of the time in which visitors see a published row. */
  schedule?: ScheduleColumnNames;
  /** Set when staff can arrange the rows. The value is the position at which a new row is inserted. */
  position?: 'first' | 'last';
  /** Further columns that only the drawer 'Publishing' edits. The row's form does not show them. */
  drawer?: readonly string[];
  hasSuccess?: true;
}
