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
