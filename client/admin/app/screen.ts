import type { ComponentType } from 'react';
import type { Grant } from '../../../src/shared/grants.ts';
import type { RecordedModuleName } from '../../../src/shared/module-facts.ts';
import type { LazyPage, NavigationItem } from '../core/navigation.ts';

/** By their path below the screen's. The page `rest` handles all addresses below it. */
export const pagePaths = {
  index: '',
  one: ':id',
  new: 'new',
  edit: ':id/edit',
  versions: ':id/versions',
  applicants: ':id/applicants',
  trash: 'trash',
  order: 'order',
  rest: '*',
} as const;
export type PageName = keyof typeof pagePaths;

export interface Screen extends NavigationItem {
  pages: readonly PageName[];
  /** In addition to the permission of the screen. */
  permissions?: Partial<Record<PageName, Grant>>;
  /** By `import()`, so that each screen is in a file of its own. */
  load: () => Promise<Partial<Record<PageName, ComponentType | LazyPage>>>;
  /** Whose rows the routes request while the code of the screen is loading. */
  rows?: RecordedModuleName | 'users';
}
