import { field } from '../field-builders.ts';

/** The parts of the site that can be switched off. Each is named after its page. */
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

/** The parts of the site that may be switched off, by the first part of their addresses. */
export type SiteParts = Readonly<Record<string, boolean>>;

/** Returns whether the part of the site that an address belongs to is switched on. */
export function isOpen(parts: SiteParts, address: string): boolean {
  const [, name = ''] = /^\/([^/?#]*)/.exec(address.toLowerCase()) ?? [];
  return parts[name] ?? true;
}
