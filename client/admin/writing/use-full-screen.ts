import { use, useEffect, useEffectEvent } from 'react';
import { useIsTopmost } from '../core/dialogs.ts';
import { FullScreenContext } from '../core/full-screen.ts';
import { SurroundingFormContext } from '../core/surrounding-form.ts';

interface FullScreen {
  isFull: boolean;
  toggle: () => void;
  leave: () => void;
}

/** Shows only the form, with dialogs and notifications above it. Returns undefined if the text is not in a form on a screen. */
export function useFullScreen(): FullScreen | undefined {
  const screen = use(FullScreenContext);
  const form = use(SurroundingFormContext);
  const isFull = form !== undefined && screen?.form === form.id;
  const isTopmost = useIsTopmost();
  const leave = useEffectEvent(() => screen?.show(undefined));
  const leaveOnEscape = useEffectEvent((event: KeyboardEvent) => {
    // Dialogs, menus, the toolbar and the text itself have handled their own Escape by now.
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
      // The form may have been unmounted while it was in full screen.
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
