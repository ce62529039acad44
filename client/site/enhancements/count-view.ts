/** Only staff have the first; the second is that of devices they left out. */
const uncounted = /(^| )(XSRF-TOKEN|uncounted)=/;
const shownMs = 1000;

/** Tells the server that somebody has seen this page, and nothing about the person. */
export function countView(): void {
  // TypeScript's DOM types do not declare this yet.
  const { webdriver, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  const { dataset } = document.documentElement;
  if (!('counted' in dataset) || webdriver || globalPrivacyControl || uncounted.test(document.cookie)) return;
  const from = document.referrer && new URL(document.referrer).host;
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  let is_visit = from !== location.host && entry?.type === 'navigate';
  let isSent = false;
  let timer = 0;
  const send = () => {
    isSent = true;
    const query = new URLSearchParams(location.search);
    const campaign = ['source', 'medium', 'campaign'].flatMap((word) => query.get(`utm_${word}`) || []);
    const body = { path: location.pathname, is_visit, from, campaign: campaign.join(' / ').slice(0, 200) };
    fetch('/api/visits', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      // No cookie, which would prolong a session, and no address with its query.
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      keepalive: true,
    }).catch(() => {});
  };
  // Prerendered pages and tabs behind others are hidden.
  const wait = () => {
    clearTimeout(timer);
    if (!isSent && !document.hidden) timer = window.setTimeout(send, shownMs);
  };
  document.addEventListener('visibilitychange', wait);
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    is_visit = isSent = false;
    wait();
  });
  wait();
}
