const day = 24 * 60 * 60;
const keyedBy = { vary: 'accept-encoding' };

/** Browsers must revalidate. A CDN may serve the response for `cdnSeconds` without revalidating. */
export function cachingPolicy(cdnSeconds: number): Readonly<Record<string, string>> {
  if (cdnSeconds === 0) return { 'cache-control': 'no-cache', ...keyedBy };
  return {
    'cache-control': `public, max-age=0, must-revalidate, s-maxage=${cdnSeconds}`,
    // RFC 9213: visitors do not wait while the CDN revalidates, nor while this server is unavailable.
    'cdn-cache-control': `public, max-age=${cdnSeconds}, stale-while-revalidate=${cdnSeconds}, stale-if-error=${day}`,
    ...keyedBy,
  };
}
