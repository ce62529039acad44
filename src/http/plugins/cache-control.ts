const day = 24 * 60 * 60;
const keyedBy = { vary: 'accept-encoding' };

/**
 * The headers that say who may keep what all visitors get alike: each browser, if it asks every time whether it still holds, and a CDN
 * in front of us for some seconds without asking.
 */
export function cachingPolicy(cdnSeconds: number): Readonly<Record<string, string>> {
  if (cdnSeconds === 0) return { 'cache-control': 'no-cache', ...keyedBy };
  return {
    'cache-control': `public, max-age=0, must-revalidate, s-maxage=${cdnSeconds}`,
    // For those who read it (RFC 9213): one visitor does not wait while the CDN asks anew, nor any while we are away.
    'cdn-cache-control': `public, max-age=${cdnSeconds}, stale-while-revalidate=${cdnSeconds}, stale-if-error=${day}`,
    ...keyedBy,
  };
}
