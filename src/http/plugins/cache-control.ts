const day = 24 * 60 * 60;
const keyedBy = { vary: 'accept-encoding' };

type Policy = Readonly<Record<string, string>>;

/**
 * Returns a function that returns the caching headers of a response. Browsers must revalidate. A CDN may serve the
 * response for `cdnSeconds` without revalidating, but at most for `validForMs`. `validForMs` is the time until a row
 * becomes public or stops being public.
 */
export function cachingPolicy(cdnSeconds: number): (validForMs: number) => Policy {
  if (cdnSeconds === 0) {
    const uncached = { 'cache-control': 'no-cache', ...keyedBy };
    return () => uncached;
  }
  const usual = policyOf(cdnSeconds, `, stale-while-revalidate=${cdnSeconds}`);
  return (validForMs) => {
    // `stale-while-revalidate` (RFC 5861) lets a CDN serve a response for twice `cdnSeconds`.
    if (validForMs >= 2 * cdnSeconds * 1000) return usual;
    return policyOf(Math.min(cdnSeconds, Math.floor(validForMs / 1000)), '');
  };
}

function policyOf(seconds: number, whileRevalidating: string): Policy {
  return {
    'cache-control': `public, max-age=0, must-revalidate, s-maxage=${seconds}`,
    // Only CDNs read this header (RFC 9213). A CDN may serve stale responses, so visitors wait neither for a
    // revalidation nor for an unavailable server.
    'cdn-cache-control': `public, max-age=${seconds}${whileRevalidating}, stale-if-error=${day}`,
    ...keyedBy,
  };
}
