const day = 24 * 60 * 60;
const keyedBy = { vary: 'accept-encoding' };

type Policy = Readonly<Record<string, string>>;

/**
 * Browsers must revalidate. A CDN may serve the response for `cdnSeconds` without revalidating, but at most for
 * `validForMs`, when a row becomes public or stops being public.
 */
export function cachingPolicy(cdnSeconds: number): (validForMs: number) => Policy {
  if (cdnSeconds === 0) {
    const uncached = { 'cache-control': 'no-cache', ...keyedBy };
    return () => uncached;
  }
  const usual = policyOf(cdnSeconds, `, stale-while-revalidate=${cdnSeconds}`);
  return (validForMs) => {
    // With stale responses (RFC 5861), a CDN may serve a response for twice `cdnSeconds`.
    if (validForMs >= 2 * cdnSeconds * 1000) return usual;
    return policyOf(Math.min(cdnSeconds, Math.floor(validForMs / 1000)), '');
  };
}

function policyOf(seconds: number, whileRevalidating: string): Policy {
  return {
    'cache-control': `public, max-age=0, must-revalidate, s-maxage=${seconds}`,
    // RFC 9213: visitors do not wait while the CDN revalidates, nor while this server is unavailable.
    'cdn-cache-control': `public, max-age=${seconds}${whileRevalidating}, stale-if-error=${day}`,
    ...keyedBy,
  };
}
