import { field } from '../field-builders.ts';

/** The parts of the site that can be switched off. Each part has the name of its page. */
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

/**
 * Whether each part of the site that can be switched off is on. The keys are the first segments of the paths. Parts
 * that are not listed are always on.
 */
export type SiteParts = Readonly<Record<string, boolean>>;

/** Returns whether the part of the site to which a path belongs is switched on. */
export function isOpen(parts: SiteParts, address: string): boolean {
  const [, name = ''] = /^\/([^/?#]*)/.exec(address.toLowerCase()) ?? [];
  return parts[name] ?? true;
}
