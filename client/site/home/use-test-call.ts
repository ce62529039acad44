import { useEffect } from 'react';

/** The home page asks whether the API answers (specification, section 7). Nothing on the page depends on it. */
export function useTestCall(): void {
  useEffect(() => {
    const calledOff = new AbortController();
    fetch('/api/test', {
      credentials: 'same-origin',
      headers: { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
      signal: calledOff.signal,
    }).catch(() => {});
    return () => calledOff.abort();
  }, []);
}
