const controls = 'input, textarea, select, button, summary';

/**
 * Shows and focuses a field by its path: `about.mission`, `services.0.title` in an entry of a list, or `about`, a section.
 * `form` is the part of the document that has the field.
 */
export function focusField(path: string, form: ParentNode = document): void {
  const [list = '', place, ...part] = path.split('.');
  const fields = [...form.querySelectorAll<HTMLElement>('[data-path]')];
  const entry = fields
    .find(({ dataset }) => dataset.path === list)
    ?.querySelector<HTMLElement>(`[data-part="${CSS.escape([place, ...part].join('.'))}"]`);
  const section = form.querySelector<HTMLElement>(`[data-section="${CSS.escape(path)}"]`);
  const field = fields.find(({ dataset }) => dataset.path === path) ?? entry ?? section;
  if (!field) return;
  for (let inner = field.closest('details'); inner; inner = inner.parentElement?.closest('details') ?? null)
    inner.open = true;
  // The buttons of an editor come before its text.
  const control =
    field.querySelector<HTMLElement>('[contenteditable="true"]') ??
    // A button that chooses a file comes with an input that nobody sees.
    [...field.querySelectorAll<HTMLElement>(controls)].find((each) => each.style.display !== 'none');
  control?.focus({ preventScroll: true });
  (control ?? field).scrollIntoView({ block: 'center' });
}
