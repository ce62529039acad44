import type { Role } from './roles.ts';

export interface Schedule {
  from?: string;
  until: string;
}

export interface Facts {
  entity: string;
  table: string;
  /** The name in the activity log. Entries are stored with it, so it must never change. */
  log: string;
  idKey: string;
  file: string;
  path: `/admin/${string}`;
  address?: `/admin/${string}`;
  /** The path on the site above the pages of the module's rows. Absent when the rows have no pages. */
  folder?: `/${string}`;
  /** Whether a slug is the whole path of the page. A row without a slug has its page below `folder`. */
  hasWholePaths?: true;
  /**
   * The paths of fixed pages, by the value of `place`. A row with such a place is shown on that page and has no page of
   * its own.
   */
  fixedPages?: Readonly<Record<string, string>>;
  /** The name in responses, such as 'job'. */
  one: string;
  many: string;
  noun: string;
  label: string;
  roles: readonly Role[];
  /** The page size when the caller requests a page without a size. */
  pageSize: number;
  facets: readonly string[];
  sorts: readonly [string, ...string[]];
  /** The column that publishes a row. Null when visitors see every row. */
  publicBy: string | null;
  /** The columns with the times between which visitors see a published row. */
  schedule?: Schedule;
  /** Set when staff can order the rows. The value is the place of a new row. */
  position?: 'first' | 'last';
  /** Further columns that the drawer 'Publishing' edits instead of the form. */
  drawer?: readonly string[];
  hasSuccess?: true;
}
