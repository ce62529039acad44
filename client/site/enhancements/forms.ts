import type { FormMessages } from '../forms/form-messages.ts';
import { dropExpiredToken, fetchToken, replaceForm, restoreFormDraft, saveFormDraft } from './form-drafts.ts';
import { clearCorrectedError, findCvProblem, showRefusal } from './form-refusal.ts';

/**
 * Sends a form in the background to the form's own address. Replaces the form with the element in the answer that has
 * the same id. After any failure, the input and the files are kept. If there is no usable answer, the form shows an
 * error.
 */
export function enhanceForm(form: HTMLFormElement | null): void {
  if (!form) return;
  const messages = JSON.parse(form.dataset.messages ?? '{}') as FormMessages;
  // Switches off the browser's messages, because this script shows the server's messages. If the script does not run,
  // the browser shows its own messages.
  form.noValidate = true;
  restoreFormDraft(form);
  form.addEventListener('input', ({ target }) => {
    saveFormDraft(form);
    clearCorrectedError(target as HTMLInputElement);
  });
  form.addEventListener('focusin', () => fetchToken(form));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (form.ariaBusy !== 'true') void send(form, messages);
  });
}

async function send(form: HTMLFormElement, messages: FormMessages): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('[type=submit]')!;
  const label = button.textContent;
  const setBusy = (isBusy: boolean, words: string | null) => {
    form.ariaBusy = button.ariaDisabled = `${isBusy}`;
    button.textContent = words;
  };
  setBusy(true, messages.sending);
  dropExpiredToken(form);
  const problem = await findCvProblem(form, messages);
  const answer = problem
    ? undefined
    : await post(form, (share) => setBusy(true, `${messages.sending} ${Math.floor(share * 100)} %`));
  setBusy(false, label);
  const next = answer?.response?.getElementById(form.id) as HTMLElement | null | undefined;
  if (!answer || !next)
    return showRefusal(form, messages, problem ?? reasonOf(answer?.status ?? 0, messages), problem);
  replaceForm(form, next);
  enhanceForm(next.matches('form') ? (next as HTMLFormElement) : null);
  const first = (selector: string) => next.querySelector<HTMLElement>(selector);
  (first('[aria-invalid]') ?? first('[role=alert]') ?? next).focus();
}

/** Sends the form. Resolves with the finished request. The status of the request is 0 if no answer came. */
function post(form: HTMLFormElement, onProgress: (share: number) => void): Promise<XMLHttpRequest> {
  const fields = new FormData(form);
  const isPlain = form.enctype !== 'multipart/form-data';
  const request = new XMLHttpRequest();
  request.open('POST', form.action);
  request.responseType = 'document';
  // Only an upload with a file takes long enough to need a progress display.
  if (!isPlain) request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
  return new Promise((resolve) => {
    request.onloadend = () => resolve(request);
    // A form that is not multipart has no file.
    request.send(isPlain ? new URLSearchParams([...fields] as [string, string][]) : fields);
  });
}

function reasonOf(status: number, { offline, unreachable, busy, tooLarge, failed }: FormMessages): string {
  if (status === 0) return navigator.onLine ? unreachable : offline;
  if (status === 503) return busy;
  return status === 413 ? tooLarge : failed;
}
