export const feeds = [
  { path: '/feed.xml', type: 'application/rss+xml', kind: 'RSS' },
  { path: '/feed.json', type: 'application/feed+json', kind: 'JSON Feed' },
] as const;
