import type { Grant } from '../grants.ts';
import { answerFields } from './fields/answers.ts';
import { brandFields } from './fields/brand.ts';
import { choiceFields } from './fields/choices.ts';
import { companyFields } from './fields/company.ts';
import { featureFields } from './fields/features.ts';
import { legalFields } from './fields/legal.ts';
import { listFields } from './fields/lists.ts';
import { mailFields } from './fields/mail.ts';
import { navigationFields } from './fields/navigation.ts';
import { pagesFields } from './fields/pages.ts';
import { privacyFields } from './fields/privacy.ts';
import { regionFields } from './fields/region.ts';
import { searchFields } from './fields/search.ts';
import type { Fields, ValuesOf } from './field-types.ts';

interface Group {
  label: string;
  /** The grant that people need for reading and changing the group. */
  grant: Extract<Grant, 'settings:manage' | 'texts:manage' | 'inbox:manage'>;
  fields: Fields;
}

/**
 * The groups of the site's settings, in the order of the panel. The names of the groups are stored, so they
 * must never change.
 */
export const settingGroups = {
  company: { label: 'Company', grant: 'settings:manage', fields: companyFields },
  brand: { label: 'Brand', grant: 'settings:manage', fields: brandFields },
  pages: { label: 'Pages', grant: 'texts:manage', fields: pagesFields },
  lists: { label: 'Lists', grant: 'texts:manage', fields: listFields },
  choices: { label: 'Categories', grant: 'texts:manage', fields: choiceFields },
  navigation: { label: 'Navigation', grant: 'settings:manage', fields: navigationFields },
  legal: { label: 'Legal', grant: 'settings:manage', fields: legalFields },
  privacy: { label: 'Data retention', grant: 'settings:manage', fields: privacyFields },
  region: { label: 'Language & region', grant: 'settings:manage', fields: regionFields },
  search: { label: 'Search engines', grant: 'settings:manage', fields: searchFields },
  features: { label: 'Features', grant: 'settings:manage', fields: featureFields },
  answers: { label: 'Answers', grant: 'inbox:manage', fields: answerFields },
  mail: { label: 'Mail', grant: 'settings:manage', fields: mailFields },
} as const satisfies Record<string, Group>;

export type GroupName = keyof typeof settingGroups;
export const groupNames = Object.keys(settingGroups) as [GroupName, ...GroupName[]];

export type GroupValue<G extends GroupName> = ValuesOf<(typeof settingGroups)[G]['fields']>;
/** The values of all groups. */
export type GroupValues = { [G in GroupName]: GroupValue<G> };

/** Returns the group whose name is `name`. Returns undefined if this version has no such group. */
export function findGroup(name: string): (Group & { name: GroupName }) | undefined {
  const known = groupNames.find((each) => each === name);
  return known && { name: known, ...(settingGroups[known] as Group) };
}
