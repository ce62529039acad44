import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

const controls = 'input, textarea, select, button, summary, [contenteditable="true"]';

/** Shows and focuses the field that the address names, such as `#about.mission`, when the form opens. */
export function useFieldOfAddress(): void {
  const { hash, key } = useLocation();
  // The key changes when the same address is opened again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => focusField(hash.slice(1)), [hash, key]);
}

/** Shows and focuses a field by its path: `about.mission`, `services.0.title` in an entry of a list, or `about`, a section. */
export function focusField(path: string): void {
  const [list = '', place, ...part] = path.split('.');
  const fields = [...document.querySelectorAll<HTMLElement>('[data-path]')];
  const entry = fields
    .find(({ dataset }) => dataset.path === list)
    ?.querySelector<HTMLElement>(`[data-part="${CSS.escape([place, ...part].join('.'))}"]`);
  const section = document.querySelector<HTMLElement>(`[data-section="${CSS.escape(path)}"]`);
  const field = fields.find(({ dataset }) => dataset.path === path) ?? entry ?? section;
  if (!field) return;
  for (let inner = field.closest('details'); inner; inner = inner.parentElement?.closest('details') ?? null)
    inner.open = true;
  field.querySelector<HTMLElement>(controls)?.focus({ preventScroll: true });
  field.scrollIntoView({ block: 'center' });
}
