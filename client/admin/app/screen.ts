import type { ComponentType } from 'react';
import type { Grant } from '../../../src/shared/grants.ts';
import type { RecordedName } from '../../../src/shared/module-facts.ts';
import type { LazyPage, NavigationItem } from '../core/navigation.ts';

/**
 * The pages that a screen may have, each with its path below the screen's address. A screen with the page `rest`
 * defines its own routes.
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

/** A screen behind the sign-in. */
export interface Screen extends NavigationItem {
  pages: readonly PageName[];
  /** The permissions that some pages need in addition to the screen's. */
  permissions?: Partial<Record<PageName, Grant>>;
  /** Loads the pages by `import()`, so that the bundler puts the code of each screen into files of its own. */
  load: () => Promise<Partial<Record<PageName, ComponentType | LazyPage>>>;
  /** The API's router for the screen's rows. If given, the routes load the rows while the code of the screen is still loading. */
  rows?: RecordedName | 'users';
}
