import type { ComponentType } from 'react';
import type { Grant } from '../../../src/shared/grants.ts';
import type { RecordedName } from '../../../src/shared/module-facts.ts';
import type { LazyPage, NavigationItem } from '../core/navigation.ts';

/** The pages of a screen by name, with their addresses below the screen's. `rest` is a screen with routes of its own. */
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
  /** The permissions that single pages need, in addition to the screen's. */
  permissions?: Partial<Record<PageName, Grant>>;
  /** Loads the pages. The bundler splits the program at each `import()`. */
  load: () => Promise<Partial<Record<PageName, ComponentType | LazyPage>>>;
  /** The router of the rows. The address of a form loads its row beforehand. */
  rows?: RecordedName | 'users';
}
