import { useEffect, useState } from 'react';

/** Shows the form around the editor alone. The rest of the page is out of reach, but dialogs and notices stay. */
export function useFullScreen(element: HTMLElement | null): { isFull: boolean; toggle: () => void } {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const form = element?.closest('form');
    if (!isFull || !form) return;
    const hidden = surroundings(form);
    for (const one of hidden) one.inert = true;
    form.classList.add('writing-full');
    document.documentElement.classList.add('writing-still');
    const leave = (event: KeyboardEvent) => {
      const isTaken = event.defaultPrevented || document.querySelector('[aria-modal="true"]');
      if (event.key === 'Escape' && !isTaken) setFull(false);
    };
    document.addEventListener('keydown', leave);
    return () => {
      for (const one of hidden) one.inert = false;
      form.classList.remove('writing-full');
      document.documentElement.classList.remove('writing-still');
      document.removeEventListener('keydown', leave);
    };
  }, [isFull, element]);
  return { isFull, toggle: () => setFull((before) => !before) };
}

function surroundings(form: HTMLElement): HTMLElement[] {
  const others: HTMLElement[] = [];
  for (let at = form; at.parentElement && at !== document.body; at = at.parentElement) {
    for (const one of at.parentElement.children) {
      const isShown = one === at || one.matches('[data-portal], script, style') || one.querySelector('[role="alert"]');
      if (!isShown && one instanceof HTMLElement && !one.inert) others.push(one);
    }
  }
  return others;
}
