import type { ComponentType } from 'react';
import type { Grant } from '../../../src/shared/grants.ts';
import type { RecordedName } from '../../../src/shared/module-facts.ts';
import type { LazyPage, NavigationItem } from '../core/navigation.ts';

/**
 * The pages that a screen may have, each with its path below the screen's path. If a screen has the page `rest`, this
 * page handles all addresses below the screen's path.
 */
export const pagePaths = {
  index: '',
  one: ':id',
  new: 'new',
  edit: ':id/edit',
  versions: ':id/versions',
  trash: 'trash',
  order: 'order',
  rest: '*',
} as const;
export type PageName = keyof typeof pagePaths;

/** A screen for signed-in people, with its pages. */
export interface Screen extends NavigationItem {
  pages: readonly PageName[];
  /** The permissions that some pages need in addition to the permission of the screen. */
  permissions?: Partial<Record<PageName, Grant>>;
  /** Loads the pages with `import()`, so that the bundler puts the code of each screen into separate files. */
  load: () => Promise<Partial<Record<PageName, ComponentType | LazyPage>>>;
  /**
   * The name of the API router for the screen's rows. If given, the routes request data while the code of the screen is
   * still loading: the row of a form, or the rows of a module's list.
   */
  rows?: RecordedName | 'users';
}
