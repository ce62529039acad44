import { useEffect, useState } from 'react';

/** Specification, section 9: the bar hides past this many pixels of scrolling. */
const hideBelow = 50;

/** Whether the top bar is out of sight (on the way down) and whether the page has moved beneath it. */
export function useHidingBar(): { isHidden: boolean; isLifted: boolean } {
  const [bar, setBar] = useState({ isHidden: false, isLifted: false });
  useEffect(() => {
    let last = window.scrollY;
    const follow = () => {
      // Some browsers scroll past the ends and back; that is no way up or down.
      const now = Math.max(
        0,
        Math.min(window.scrollY, document.documentElement.scrollHeight - window.innerHeight),
      );
      if (now === last) return;
      const isHidden = now > last && now > hideBelow;
      const isLifted = now > 8;
      setBar((old) =>
        old.isHidden === isHidden && old.isLifted === isLifted ? old : { isHidden, isLifted },
      );
      last = now;
    };
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, []);
  return bar;
}
