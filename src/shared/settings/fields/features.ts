import { settingField } from '../field-builders.ts';

/** Parts of the site that can be switched off, by the names of their pages. */
export const featureFields = {
  blog: settingField.tick('Blog'),
  portfolio: settingField.tick('Portfolio'),
  team: settingField.tick('Team'),
  gallery: settingField.tick('Gallery'),
  career: settingField.tick('Careers'),
  internship: settingField.tick('Internship'),
  quotations: settingField.tick('Quotations'),
} as const;

export type FeatureName = keyof typeof featureFields;
export const featureNames = Object.keys(featureFields) as FeatureName[];
export type Features = Readonly<Record<FeatureName, boolean>>;

/** Whether each part is on, by the first segment of its paths. Parts that are not listed are always on. */
export type SiteParts = Readonly<Record<string, boolean>>;

export function isFeatureOpen(parts: SiteParts, address: string): boolean {
  const [, name = ''] = /^\/([^/?#]*)/.exec(address.toLowerCase()) ?? [];
  return parts[name] ?? true;
}
