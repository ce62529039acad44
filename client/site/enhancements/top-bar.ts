/** The bar hides past this many pixels of scrolling (docs/product.md, §2.5). */
const hideBelow = 50;

/** Hides the top bar on the way down, and shows it on the way up. */
export function followScrolling(): void {
  const bar = document.querySelector('.site-header');
  let last = scrollY;
  const follow = () => {
    // Some browsers scroll past the ends and back; that is no way up or down.
    const end = document.documentElement.scrollHeight - innerHeight;
    const now = Math.max(0, Math.min(scrollY, end));
    if (now !== last) bar?.toggleAttribute('data-hidden', now > last && now > hideBelow);
    last = now;
  };
  addEventListener('scroll', follow, { passive: true });
}
