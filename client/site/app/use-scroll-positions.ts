import { useEffect, useMemo, useRef } from 'react';
import type { Location, NavigationType } from 'react-router-dom';
import { prefersReducedMotion } from '../../lib/page-motion.ts';

/** Specification, section 9: the view scrolls to the top about one second after a navigation. */
const settleAfter = 1000;
const handsOn = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

interface ScrollPositions {
  /** After another page has come. */
  placeView(location: Location, navigation: NavigationType): void;
  /** After a step back or forth, or a link to a heading, on one and the same page. */
  placeOnPage(location: Location): void;
}

/**
 * Where the view stands after a navigation: going back, where it was left; with a hash, at that place; otherwise at
 * the top, and there again a second later, unless the visitor has begun to read.
 */
export function useScrollPositions(shown: Location): ScrollPositions {
  const positions = useRef(new Map<string, number>());
  const stopSettling = useRef(() => {});
  const current = useRef(shown);
  current.current = shown;

  useEffect(() => {
    const note = () => positions.current.set(nameOf(current.current), window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, []);
  useEffect(takeOverRestoration, []);

  return useMemo(
    () => ({
      placeView: (location, navigation) => {
        stopSettling.current();
        document.getElementById('main')?.focus({ preventScroll: true });
        const left = positions.current.get(nameOf(location));
        if (navigation === 'POP' && left !== undefined) window.scrollTo(0, left);
        else if (!scrollToHash(location)) {
          window.scrollTo(0, 0);
          stopSettling.current = settleAtTop();
        }
      },
      placeOnPage: (location) => {
        stopSettling.current();
        const left = positions.current.get(nameOf(location));
        // The browser itself made this entry, for a link to a heading: whatever was noted, the heading is wanted.
        const isLinkToHeading = history.state === null;
        if (isLinkToHeading || left === undefined) scrollToHash(location);
        else window.scrollTo(0, left);
      },
    }),
    [],
  );
}

/** Entries that the browser makes for links to headings have no key of their own. */
const nameOf = ({ key, hash }: Location) => key + hash;

function scrollToHash({ hash }: Location): boolean {
  const target = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
  if (!target) return false;
  target.scrollIntoView();
  return true;
}

/** Pictures that came late may have moved the view: brings it back to the top, softly. Gives what calls it off. */
function settleAtTop(): () => void {
  const timer = setTimeout(() => {
    stop();
    if (window.scrollY > 0)
      window.scrollTo({ top: 0, behavior: prefersReducedMotion() ? 'instant' : 'smooth' });
  }, settleAfter);
  const stop = () => {
    clearTimeout(timer);
    for (const sign of handsOn) window.removeEventListener(sign, stop);
  };
  for (const sign of handsOn) window.addEventListener(sign, stop, { passive: true });
  return stop;
}

/** The browser would restore a place before the page is there; only a reload is still its own affair. */
function takeOverRestoration(): () => void {
  const take = () => {
    history.scrollRestoration = 'manual';
  };
  const giveBack = () => {
    history.scrollRestoration = 'auto';
  };
  if (document.readyState === 'complete') take();
  window.addEventListener('load', take);
  window.addEventListener('pageshow', take);
  window.addEventListener('pagehide', giveBack);
  return () => {
    giveBack();
    window.removeEventListener('load', take);
    window.removeEventListener('pageshow', take);
    window.removeEventListener('pagehide', giveBack);
  };
}
