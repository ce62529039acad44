import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

const controls = 'input, textarea, select, button, summary, [contenteditable="true"]';

/** Shows and focuses the field that the address names, such as `#about.mission`, when the form opens. */
export function useFieldOfAddress(): void {
  const { hash } = useLocation();
  useEffect(() => focusField(hash.slice(1)), [hash]);
}

/** Shows and focuses a field by its path: `about.mission`, or `services.0.title` in an entry of a list. */
export function focusField(path: string): void {
  const [list = '', place, ...part] = path.split('.');
  const fields = [...document.querySelectorAll<HTMLElement>('[data-path]')];
  const entry = fields
    .find(({ dataset }) => dataset.path === list)
    ?.querySelector<HTMLElement>(`[data-part="${CSS.escape([place, ...part].join('.'))}"]`);
  const field = fields.find(({ dataset }) => dataset.path === path) ?? entry;
  if (!field) return;
  for (let inner = field.closest('details'); inner; inner = inner.parentElement?.closest('details') ?? null)
    inner.open = true;
  field.querySelector<HTMLElement>(controls)?.focus({ preventScroll: true });
  field.scrollIntoView({ block: 'center' });
}
