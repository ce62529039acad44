import type { ApplicationInput, InternshipInput } from '../../../src/modules/inbox/public-forms.schema.ts';
import type { FormMessages } from '../forms/form-messages.ts';

const cvField = 'cv' satisfies keyof (InternshipInput | ApplicationInput);
const pdfBegins = '%PDF-';

const findCv = (form: HTMLFormElement) => form.querySelector<HTMLInputElement>(`[name=${cvField}]`);

/** Returns why the server would refuse the CV, or undefined. Saves the visitor a slow upload. */
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
  const alert = document.createElement('div');
  alert.className = 'site-form-failure';
  alert.role = 'alert';
  alert.tabIndex = -1;
  alert.append(paragraph(cvProblem ? correct : reason));
  form.prepend(alert);
  const input = cvProblem && findCv(form);
  if (!input) {
    alert.focus();
    return;
  }
  const id = `${input.id}-error`;
  document.getElementById(id)?.remove();
  const note = paragraph(reason);
  note.id = id;
  note.className = 'field-error';
  input.after(note);
  input.ariaInvalid = 'true';
  const help = document.getElementById(`${input.id}-help`);
  input.setAttribute('aria-describedby', help ? `${id} ${help.id}` : id);
  input.focus();
}

function paragraph(text: string): HTMLParagraphElement {
  const element = document.createElement('p');
  element.textContent = text;
  return element;
}
