import type { Role } from './roles.ts';

export interface Schedule {
  from?: string;
  until: string;
}

export interface Facts {
  entity: string;
  table: string;
  /** The activity log stores this name, so it must never change. */
  log: string;
  idKey: string;
  file: string;
  path: `/admin/${string}`;
  address?: `/admin/${string}`;
  /** The path above the pages of its rows on the site. Absent for a module without such pages. */
  folder?: `/${string}`;
  /** A slug is the whole path of the page. A row without one has its page below `folder`. */
  hasWholePaths?: true;
  /** The paths of fixed pages, by the value of `place`. A row with such a place is shown there and has no page of its own. */
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
  /** The column that makes a row visible. Null when visitors see every row. */
  publicBy: string | null;
  /** The columns from when and until when visitors see a row that its author has made public. */
  schedule?: Schedule;
  /** Staff can order the rows. The value is the place of a new row. */
  position?: 'first' | 'last';
  /** Further columns that the drawer 'Publishing' edits instead of the form. */
  drawer?: readonly string[];
  hasSuccess?: true;
}
