import type { ComponentType } from 'react';
import { hasGrant, type Grant } from '../../../src/shared/grants.ts';
import type { Role } from '../../../src/shared/roles.ts';
import type { FeatureName } from '../../../src/shared/settings/fields/features.ts';
import type { Icon } from '../../shared/icon.tsx';

export interface ScreenHandle {
  title: string;
  icon: Icon;
  /** If undefined, every signed-in person may open the screen. */
  permission?: Grant;
  /** Where the link to the screen is: in the navigation, in the account menu, or on another screen. */
  nav: 'main' | 'account' | 'linked';
  /** The link is hidden from people with this permission, because they have another link for the same purpose. */
  hiddenFor?: Grant;
  /** The part of the site whose rows the screen has. */
  part?: FeatureName;
  /** Only a site in several languages has the screen in its navigation. */
  isOfLanguages?: true;
  /** The label of the command that opens the form for a new row. The form is at `new` below the screen's address. */
  create?: string;
}

/** All paths below `path` belong to the screen too. */
export interface NavigationItem extends ScreenHandle {
  path: string;
  /** Whether the part is switched off. Only people who can switch it on see such an item. */
  isOff?: boolean;
}

/** `off` are the parts of the site that are switched off. */
export function itemsFor(
  role: Role,
  items: readonly NavigationItem[],
  { off, hasLanguages }: { off: readonly string[]; hasLanguages: boolean },
): NavigationItem[] {
  const isOff = ({ part }: NavigationItem) => part !== undefined && off.includes(part);
  const open = items.filter(
    ({ permission, hiddenFor, isOfLanguages }) =>
      (!permission || hasGrant(role, permission)) &&
      !(hiddenFor && hasGrant(role, hiddenFor)) &&
      (!isOfLanguages || hasLanguages),
  );
  return hasGrant(role, 'settings:manage')
    ? open.map((item) => (isOff(item) ? { ...item, isOff: true } : item))
    : open.filter((item) => !isOff(item));
}

export interface LazyPage {
  load: () => Promise<ComponentType>;
}

export const applicantsPath = (job: number) => `/admin/jobs/${job}/applicants`;
