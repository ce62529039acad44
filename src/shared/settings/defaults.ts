import { brandDefaults } from './defaults/brand.ts';
import { choiceDefaults } from './defaults/choices.ts';
import { companyDefaults } from './defaults/company.ts';
import { featureDefaults } from './defaults/features.ts';
import { legalDefaults } from './defaults/legal.ts';
import { listDefaults } from './defaults/lists.ts';
import { navigationDefaults } from './defaults/navigation.ts';
import { pageDefaults } from './defaults/pages.ts';
import type { GroupValues } from './groups.ts';

/** The values of a site that nobody has changed. */
export const settingDefaults: GroupValues = {
  company: companyDefaults,
  brand: brandDefaults,
  pages: pageDefaults,
  lists: listDefaults,
  choices: choiceDefaults,
  navigation: navigationDefaults,
  legal: legalDefaults,
  features: featureDefaults,
};
