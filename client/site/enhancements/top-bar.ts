/** The bar hides after this many pixels of scrolling (docs/product.md, §2.5). */
const hideBelow = 50;

/** Hides the top bar while scrolling down, and shows it while scrolling up. */
export function hideHeaderOnScroll(): void {
  const bar = document.querySelector('.site-header');
  let last = scrollY;
  const follow = () => {
    // Some browsers scroll past the ends of the page and bounce back. This must not count as scrolling, so the position is limited.
    const end = document.documentElement.scrollHeight - innerHeight;
    const now = Math.max(0, Math.min(scrollY, end));
    if (now !== last) bar?.toggleAttribute('data-hidden', now > last && now > hideBelow);
    last = now;
  };
  addEventListener('scroll', follow, { passive: true });
}
