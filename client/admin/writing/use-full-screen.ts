import { useEffect, useState } from 'react';

/** Shows only the form. The rest of the page is inert, except dialogs and notifications. */
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
      if (event.key === 'Escape' && !hasOwnEscape(event.target as Element)) setFull(false);
    };
    // ProseMirror handles each Escape in the text.
    document.addEventListener('keydown', leave, true);
    return () => {
      for (const one of hidden) one.inert = false;
      form.classList.remove('writing-full');
      document.documentElement.classList.remove('writing-still');
      document.removeEventListener('keydown', leave, true);
    };
  }, [isFull, element]);
  return { isFull, toggle: () => setFull((before) => !before) };
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

/** Returns whether Escape has another meaning here: in dialogs, menus, tables and the toolbar. */
function hasOwnEscape(target: Element): boolean {
  if (document.querySelector('[aria-modal="true"], [role="menu"]')) return true;
  if (target.closest('[aria-activedescendant], .writing-toolbar, .writing-bar')) return true;
  const place = document.getSelection()?.anchorNode?.parentElement;
  return target.closest('.ProseMirror') !== null && place?.closest('.ProseMirror table') != null;
}
