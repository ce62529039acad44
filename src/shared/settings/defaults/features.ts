import type { Features } from '../fields/features.ts';

export const featureDefaults: Features = {
  blog: true,
  portfolio: true,
  team: true,
  gallery: true,
  career: true,
  internship: true,
  quotations: true,
};
