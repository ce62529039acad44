/**
 * The header is hidden only if the page is scrolled down by more than this number of pixels (docs/product.md,
 * §2.5).
 */
const hideBelow = 50;

/**
 * Hides the site header while the visitor scrolls down, and shows the header while the visitor scrolls up.
 */
export function hideHeaderOnScroll(): void {
  const bar = document.querySelector('.site-header');
  let last = scrollY;
  const follow = () => {
    // Some browsers scroll past the ends of the page and bounce back. The position is limited, so that
    // bouncing does not count as scrolling.
    const end = document.documentElement.scrollHeight - innerHeight;
    const now = Math.max(0, Math.min(scrollY, end));
    if (now !== last) bar?.toggleAttribute('data-hidden', now > last && now > hideBelow);
    last = now;
  };
  addEventListener('scroll', follow, { passive: true });
}
