import { type RefObject, useEffect } from 'react';

/** Calls once, when an element is about to come into view. */
export function useNearness(element: RefObject<HTMLElement | null>, onNear: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is watched once, however often the page renders
  useEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        watch.disconnect();
        onNear();
      },
      { rootMargin: '400px' },
    );
    watch.observe(target);
    return () => watch.disconnect();
  }, []);
}
