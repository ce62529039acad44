import { tick } from '../fields.ts';

/** The parts of the site that can be switched off. Each is named after its page. */
export const featureFields = {
  blog: tick('Blog'),
  portfolio: tick('Portfolio'),
  team: tick('Team'),
  gallery: tick('Gallery'),
  career: tick('Careers'),
  internship: tick('Internship'),
  quotations: tick('Quotations'),
} as const;

export type FeatureName = keyof typeof featureFields;
export type Features = Readonly<Record<FeatureName, boolean>>;

/** Returns whether the part of the site that an address belongs to is switched on. */
export function isOpen(features: Features, address: string): boolean {
  const [, name = ''] = /^\/([^/?#]*)/.exec(address.toLowerCase()) ?? [];
  return features[name as FeatureName] ?? true;
}
