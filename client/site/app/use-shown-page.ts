import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Location, useLocation, useNavigationType } from 'react-router-dom';
import { prefersReducedMotion } from '../../lib/page-motion.ts';
import { loadPage, type PageSnapshot } from './load-page.ts';
import { useScrollPositions } from './use-scroll-positions.ts';

interface Shown {
  location: Location;
  snapshot: PageSnapshot;
}

const maxRemembered = 30;

/**
 * The page that stands on the screen. After a navigation the old one stays until the next has loaded; then they fade
 * into each other. Going back shows what was there at once, at the place where it was left.
 */
export function useShownPage(first: PageSnapshot) {
  const location = useLocation();
  const navigation = useNavigationType();
  const [shown, setShown] = useState<Shown>({ location, snapshot: first });
  const remembered = useRef(new Map<string, PageSnapshot>([[location.key, first]]));
  const isFirst = useRef(true);
  const { placeView, placeOnPage } = useScrollPositions(shown.location);
  const isSamePage = addressOf(location) === addressOf(shown.location);
  const isLoading = !isSamePage;

  useEffect(() => {
    if (location === shown.location) return;
    if (isSamePage && navigation !== 'PUSH') {
      // Only the place on the page has changed.
      setShown((current) => ({ ...current, location }));
      if (navigation === 'POP') placeOnPage(location);
      return;
    }
    let isWanted = true;
    const known = navigation === 'POP' ? remembered.current.get(location.key) : undefined;
    const loading = known ? Promise.resolve(known) : loadPage(addressOf(location), loadApi);
    loading.then((snapshot) => {
      if (!isWanted) return;
      remember(remembered.current, location.key, snapshot);
      fade(() => {
        isFirst.current = false;
        flushSync(() => setShown({ location, snapshot }));
        placeView(location, navigation);
      });
    });
    return () => {
      isWanted = false;
    };
  }, [location, navigation, shown.location, isSamePage, placeView, placeOnPage]);

  return { shown, isLoading, isFirst: isFirst.current };
}

const addressOf = ({ pathname, search }: Location) => pathname + search;

async function loadApi() {
  const { createBrowserApi } = await import('../../lib/api-browser.ts');
  return createBrowserApi();
}

function remember(pages: Map<string, PageSnapshot>, key: string, snapshot: PageSnapshot): void {
  pages.delete(key);
  pages.set(key, snapshot);
  const oldest = pages.keys().next().value;
  if (pages.size > maxRemembered && oldest !== undefined) pages.delete(oldest);
}

/** The browser's own transition where there is one; elsewhere the new page fades in by a style. */
function fade(change: () => void): void {
  if (document.startViewTransition && !prefersReducedMotion())
    // One that the next navigation overtakes ends early; that is no fault.
    document.startViewTransition(change).ready.catch(() => {});
  else change();
}
