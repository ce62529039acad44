import type { ApplicationInput, InternshipInput } from '../../../src/modules/inbox/visitor.schema.ts';
import type { FormMessages } from '../forms/form-messages.ts';

const cvField = 'cv' satisfies keyof (InternshipInput | ApplicationInput);
const pdfBegins = '%PDF-';

const findCv = (form: HTMLFormElement) => form.querySelector<HTMLInputElement>(`[name=${cvField}]`);

/** Why the server would refuse the CV, before it is sent over a slow line; nothing when it would not. */
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

/** Says in the form why it was not sent: as a whole, or at the field of the CV. */
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
