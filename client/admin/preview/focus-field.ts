const controls = 'input, textarea, select, button, summary';

/**
 * Scrolls to a field, opens the collapsed sections around the field, and focuses the field. `path` is the
 * path of a field (`about.mission`), of a field in a list entry (`services.0.title`), or of a section
 * (`about`). Only `form` is searched. Does nothing if there is no such field.
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
  // In an editor, focuses the text instead of the buttons before the text.
  const control =
    field.querySelector<HTMLElement>('[contenteditable="true"]') ??
    // Skips the hidden input of a button that chooses a file.
    [...field.querySelectorAll<HTMLElement>(controls)].find((each) => each.style.display !== 'none');
  control?.focus({ preventScroll: true });
  (control ?? field).scrollIntoView({ block: 'center' });
}
