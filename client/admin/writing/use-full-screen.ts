import { use, useEffect, useEffectEvent } from 'react';
import { useIsTopmost } from '../core/open-dialogs.ts';
import { FullScreenContext } from '../core/full-screen.ts';
import { SurroundingFormContext } from '../core/surrounding-form.ts';

interface FullScreen {
  isFull: boolean;
  toggle: () => void;
  leave: () => void;
}

/**
 * In full screen, only dialogs and notifications appear beside the form. Undefined without a form, or if the screen
 * has no full screen.
 */
export function useFullScreen(): FullScreen | undefined {
  const screen = use(FullScreenContext);
  const form = use(SurroundingFormContext);
  const isFull = form !== undefined && screen?.form === form.id;
  const isTopmost = useIsTopmost();
  const leave = useEffectEvent(() => screen?.show(undefined));
  const leaveOnEscape = useEffectEvent((event: KeyboardEvent) => {
    // What else has handled Escape has called `preventDefault`.
    if (event.key === 'Escape' && !event.defaultPrevented && isTopmost()) screen?.show(undefined);
  });
  useEffect(() => {
    if (!isFull) return;
    document.documentElement.classList.add('writing-still');
    const onKeyDown = (event: KeyboardEvent) => leaveOnEscape(event);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.documentElement.classList.remove('writing-still');
      document.removeEventListener('keydown', onKeyDown);
      // When the form is unmounted.
      leave();
    };
  }, [isFull]);
  if (!form || !screen) return undefined;
  return {
    isFull,
    toggle: () => screen.show(isFull ? undefined : form.id),
    leave: () => screen.show(undefined),
  };
}
