export const motifNames = [
  'Technology',
  'Development',
  'Innovation',
  'Company News',
  'Industry Trends',
  'IT Support',
  'System Migration',
  'Web Development',
  'Cloud Solutions',
  'Network Infrastructure',
  'hero',
  'gallery-hall',
] as const;

export type Motif = (typeof motifNames)[number];

/** Drawings of categories. The settings store the keys. */
export const categoryMotifs = {
  layers: 'Technology',
  stairs: 'Development',
  rotunda: 'Innovation',
  facade: 'Company News',
  columns: 'Industry Trends',
  'floor-plan': 'IT Support',
  bridge: 'System Migration',
  screens: 'Web Development',
  vaults: 'Cloud Solutions',
  racks: 'Network Infrastructure',
} as const satisfies Record<string, Motif>;
