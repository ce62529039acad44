import { company } from './company.ts';

export const feeds = [
  { path: '/feed.xml', type: 'application/rss+xml', title: `${company.name} Blog (RSS)` },
  { path: '/feed.json', type: 'application/feed+json', title: `${company.name} Blog (JSON Feed)` },
] as const;
