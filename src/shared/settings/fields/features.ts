import { field } from '../field-builders.ts';

/** Parts of the site that can be switched off, by the names of their pages. */
export const featureFields = {
  blog: field.tick('Blog'),
  portfolio: field.tick('Portfolio'),
  team: field.tick('Team'),
  gallery: field.tick('Gallery'),
  career: field.tick('Careers'),
  internship: field.tick('Internship'),
  quotations: field.tick('Quotations'),
} as const;

export type FeatureName = keyof typeof featureFields;
export type Features = Readonly<Record<FeatureName, boolean>>;

/** Whether each part is on, by the first segment of its paths. Parts that are not listed are always on. */
export type SiteParts = Readonly<Record<string, boolean>>;

export function isOpen(parts: SiteParts, address: string): boolean {
  const [, name = ''] = /^\/([^/?#]*)/.exec(address.toLowerCase()) ?? [];
  return parts[name] ?? true;
}
