import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

const controls = 'input, textarea, select, button, summary, [contenteditable="true"]';

/** Shows and focuses the field that the address names, such as `#about.mission`, when the form opens. */
export function useFieldOfAddress(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const fields = document.querySelectorAll<HTMLElement>('[data-path]');
    const field = [...fields].find(({ dataset }) => dataset.path === hash.slice(1));
    if (!field) return;
    for (let part = field.closest('details'); part; part = part.parentElement?.closest('details') ?? null)
      part.open = true;
    field.querySelector<HTMLElement>(controls)?.focus({ preventScroll: true });
    field.scrollIntoView({ block: 'center' });
  }, [hash]);
}
