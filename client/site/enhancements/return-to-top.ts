/** The view scrolls to the top about one second after a navigation (docs/product.md, §2.5). */
const settleAfter = 1000;
const handsOn = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/**
 * A second after a link of this site has led here the view is at the top, unless the visitor has begun to read or the link names a place
 * on the page. Who comes back or reloads stays where they were: the browser sees to that.
 */
export function returnToTop(): void {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isOurs = document.referrer.startsWith(`${location.origin}/`);
  // Who has scrolled before the script came has begun to read.
  if (!isOurs || location.hash || scrollY > 0 || entry?.type !== 'navigate') return;
  const timer = setTimeout(() => {
    const { matches } = matchMedia('(prefers-reduced-motion: reduce)');
    scrollTo({ top: 0, behavior: matches ? 'instant' : 'smooth' });
  }, settleAfter);
  const leave = () => clearTimeout(timer);
  for (const act of handsOn) addEventListener(act, leave, { once: true, passive: true });
  addEventListener('pagehide', leave, { once: true });
}
