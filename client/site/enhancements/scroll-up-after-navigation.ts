/** The delay of the scroll to the top after a navigation, in milliseconds (docs/product.md, §2.5). */
const settleAfter = 1000;
const handsOn = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/**
 * Scrolls to the top one second after a link of this site has opened the page. Does nothing if the visitor
 * has begun to read, or if the link leads to a section. Does nothing after Back or a reload, because the
 * browser then restores the position.
 */
export function scrollUpAfterNavigation(): void {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isOurs = document.referrer.startsWith(`${location.origin}/`);
  // A visitor who scrolled before the script loaded has begun to read.
  if (!isOurs || location.hash || scrollY > 0 || entry?.type !== 'navigate') return;
  const timer = setTimeout(() => {
    const { matches } = matchMedia('(prefers-reduced-motion: reduce)');
    scrollTo({ top: 0, behavior: matches ? 'instant' : 'smooth' });
  }, settleAfter);
  const leave = () => clearTimeout(timer);
  for (const act of handsOn) addEventListener(act, leave, { once: true, passive: true });
  addEventListener('pagehide', leave, { once: true });
}
