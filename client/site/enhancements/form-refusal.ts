import type { ApplicationInput, InternshipInput } from '../../../src/modules/inbox/public-forms.schema.ts';
import { pdfHeadBytes } from '../../../src/shared/upload-limits.ts';
import type { FormMessages } from '../forms/form-messages.ts';

const cvField = 'cv' satisfies keyof (InternshipInput | ApplicationInput);

const findCv = (form: HTMLFormElement) => form.querySelector<HTMLInputElement>(`[name=${cvField}]`);

/**
 * Returns the message that explains why the server would refuse the CV, or undefined if there is no problem.
 * This check saves the visitor a slow upload.
 */
export async function findCvProblem(
  form: HTMLFormElement,
  messages: FormMessages,
): Promise<string | undefined> {
  const file = findCv(form)?.files?.[0];
  if (!file) return undefined;
  if (file.size > messages.maxDocumentBytes) return messages.documentTooLarge;
  try {
    // The server also looks at what precedes the sign.
    const head = await file.slice(0, pdfHeadBytes).text();
    return head.includes('%PDF-') ? undefined : messages.notPdf;
  } catch {
    return messages.unreadable;
  }
}

/**
 * Shows at the top of the form why it was not sent. If the CV is the problem, shows the reason at the CV
 * field and a general message at the top.
 */
export function showRefusal(
  form: HTMLFormElement,
  { correct }: FormMessages,
  reason: string,
  cvProblem?: string,
): void {
  form.querySelector('[role=alert]')?.remove();
  const alert = paragraph('site-form-failure', cvProblem ? correct : reason);
  alert.role = 'alert';
  alert.tabIndex = -1;
  form.prepend(alert);
  const input = cvProblem && findCv(form);
  if (!input) {
    alert.focus();
    return;
  }
  const id = `${input.id}-error`;
  document.getElementById(id)?.remove();
  const note = paragraph('field-error', reason);
  note.id = id;
  input.after(note);
  input.ariaInvalid = 'true';
  // The field might have no hint. In that case, browsers ignore the id of the hint.
  input.setAttribute('aria-describedby', `${id} ${input.id}-help`);
  input.focus();
}

/** Removes the error of a field if its value is now valid. */
export function clearCorrectedError(field: HTMLInputElement): void {
  if (!field.ariaInvalid || !field.validity.valid || !field.value.trim()) return;
  field.ariaInvalid = null;
  // A tick has its label between itself and its error.
  document.getElementById(`${field.id}-error`)?.remove();
}

function paragraph(className: string, text: string): HTMLParagraphElement {
  const element = document.createElement('p');
  element.className = className;
  element.textContent = text;
  return element;
}
