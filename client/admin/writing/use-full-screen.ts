import { use, useEffect, useEffectEvent, useState } from 'react';
import { useIsTopmost } from '../core/dialogs.ts';
import { SurroundingFormContext } from '../core/surrounding-form.ts';

interface FullScreen {
  isFull: boolean;
  toggle: () => void;
  leave: () => void;
}

/**
 * Shows only the form. The rest of the page is inert, except dialogs and notifications. Returns `undefined` for a text
 * outside of forms.
 */
export function useFullScreen(): FullScreen | undefined {
  const [isFull, setFull] = useState(false);
  const form = use(SurroundingFormContext);
  const isTopmost = useIsTopmost();
  const leaveOnEscape = useEffectEvent((event: KeyboardEvent) => {
    // Dialogs, menus, the toolbar and the text itself have handled their own Escape by now.
    if (event.key === 'Escape' && !event.defaultPrevented && isTopmost()) setFull(false);
  });
  const ref = form?.element;
  useEffect(() => {
    const element = ref?.current;
    if (!isFull || !element) return;
    const hidden = surroundings(element);
    for (const one of hidden) one.inert = true;
    element.classList.add('writing-full');
    document.documentElement.classList.add('writing-still');
    const onKeyDown = (event: KeyboardEvent) => leaveOnEscape(event);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      for (const one of hidden) one.inert = false;
      element.classList.remove('writing-full');
      document.documentElement.classList.remove('writing-still');
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [isFull, ref]);
  if (!form) return undefined;
  return { isFull, toggle: () => setFull(!isFull), leave: () => setFull(false) };
}

function surroundings(form: HTMLElement): HTMLElement[] {
  const others: HTMLElement[] = [];
  for (let at = form; at.parentElement && at !== document.body; at = at.parentElement) {
    for (const one of at.parentElement.children) {
      const isShown =
        one === at || one.matches('[data-portal], script, style') || one.querySelector('[role="alert"]');
      if (!isShown && one instanceof HTMLElement && !one.inert) others.push(one);
    }
  }
  return others;
}
