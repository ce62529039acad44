import type { ApplicationInput, InternshipInput } from '../../../src/modules/inbox/public-forms.schema.ts';
import type { FormMessages } from '../forms/form-messages.ts';

const cvField = 'cv' satisfies keyof (InternshipInput | ApplicationInput);
const pdfBegins = '%PDF-';

const findCv = (form: HTMLFormElement) => form.querySelector<HTMLInputElement>(`[name=${cvField}]`);

/** Returns why the server would refuse the CV, or undefined. This check saves the visitor a slow upload. */
export async function findCvProblem(
  form: HTMLFormElement,
  messages: FormMessages,
): Promise<string | undefined> {
  const file = findCv(form)?.files?.[0];
  if (!file) return undefined;
  if (file.size > messages.maxDocumentBytes) return messages.documentTooLarge;
  try {
    return (await file.slice(0, pdfBegins.length).text()) === pdfBegins ? undefined : messages.notPdf;
  } catch {
    return messages.unreadable;
  }
}

/** Shows in the form why it was not sent, at the top or at the CV field. */
export function refuse(
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
  // The field may have no hint. The id of the hint does no harm then, because browsers ignore ids that no element has.
  input.setAttribute('aria-describedby', `${id} ${input.id}-help`);
  input.focus();
}

/** Removes the error as soon as the refused value is valid. */
export function checkCorrected(field: HTMLInputElement): void {
  if (!field.ariaInvalid || !field.validity.valid || !field.value.trim()) return;
  field.ariaInvalid = null;
  // The error is the next element after the field.
  field.nextElementSibling!.remove();
}

function paragraph(className: string, text: string): HTMLParagraphElement {
  const element = document.createElement('p');
  element.className = className;
  element.textContent = text;
  return element;
}
