import { findPictureEvent, type PictureLack } from '../core/found-picture.ts';

const controls = 'input, textarea, select, button, summary';

/**
 * Scrolls to a field, opens the sections around it and focuses it. `path` names a field (`about.mission`), one of a
 * list entry (`services.0.title`) or a section (`about`).
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
  // In an editor the text, not the buttons before it.
  const control =
    field.querySelector<HTMLElement>('[contenteditable="true"]') ??
    // Not the hidden input of a file button.
    [...field.querySelectorAll<HTMLElement>(controls)].find((each) => each.style.display !== 'none');
  control?.focus({ preventScroll: true });
  (control ?? field).scrollIntoView({ block: 'center' });
}

/** Focuses the text of a field and selects its first picture without a description or a file. */
export function focusPicture(path: string, lack: PictureLack): void {
  focusField(path);
  const text = document.querySelector(`[data-path="${CSS.escape(path)}"] [contenteditable="true"]`);
  text?.dispatchEvent(new CustomEvent<PictureLack>(findPictureEvent, { detail: lack }));
}
