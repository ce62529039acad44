import type { z } from 'zod';
import type { FormToken } from '../../../src/modules/inbox/public-forms.schema.ts';
import { trapField } from '../../../src/shared/blocks/form-fields.ts';
import type { PublicFormInput } from '../forms/fields.tsx';

type Token = z.output<typeof FormToken>;
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
interface Stored {
  words: Record<string, string>;
  token: Token | undefined;
}

const tokenField = 'form_token' satisfies keyof PublicFormInput;

/** Returns the fields that a person fills in. */
const fieldsOf = (form: Element) =>
  [...form.querySelectorAll<Field>('[name]')].filter(({ name }) => name !== trapField && name !== tokenField);
const tokenOf = (form: Element) => form.querySelector<HTMLInputElement>(`[name=${tokenField}]`);
const storageName = () => `form ${location.pathname}`;

/** Stores the input in this tab until the form is sent, so that the input survives a reload. Files cannot be stored. */
export function saveFormDraft(form: HTMLFormElement): void {
  const typed = fieldsOf(form).filter(({ type }) => type !== 'file');
  const words = Object.fromEntries(typed.map(({ name, value }) => [name, value]));
  const input = tokenOf(form);
  const token = input ? { token: input.value, expires_at: input.dataset.expires ?? '' } : undefined;
  try {
    sessionStorage.setItem(storageName(), JSON.stringify({ words, token } satisfies Stored));
  } catch {
    // The browser has no storage, or the storage is full. The input is still on the page.
  }
}

function clearFormDraft(): void {
  try {
    sessionStorage.removeItem(storageName());
  } catch {
    // The browser has no storage, so there is nothing to remove.
  }
}

/** Fills empty fields with the stored input, and adds the stored token if the form has no token. */
export function restoreFormDraft(form: HTMLFormElement): void {
  try {
    const { words, token } = JSON.parse(sessionStorage.getItem(storageName()) ?? '') as Stored;
    for (const field of fieldsOf(form)) field.value ||= words[field.name] ?? '';
    if (token && !tokenOf(form)) addToken(form, token);
  } catch {
    // Nothing is stored, or the browser has no storage. The form remains unchanged.
  }
}

/**
 * Requests a token for the form, unless the form has one or has already requested one. The token tells the server how
 * long the visitor took to fill in the form. If there is no token, the server uses only the other spam checks.
 */
export function fetchToken(form: HTMLFormElement): void {
  if (tokenOf(form) || form.dataset.token) return;
  form.dataset.token = 'asked';
  const headers = { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' };
  fetch('/trpc/visitors.formToken', { headers })
    .then((answer) => answer.json() as Promise<{ result: { data: Token } }>)
    .then(({ result }) => {
      addToken(form, result.data);
      saveFormDraft(form);
    })
    .catch(() => {});
}

/** Removes an expired token, because the server would count it as a sign of spam. */
export function dropExpiredToken(form: HTMLFormElement): void {
  const input = tokenOf(form);
  if (input && Date.parse(input.dataset.expires ?? '') < Date.now()) input.remove();
}

function addToken(form: HTMLFormElement, { token, expires_at }: Token): void {
  const input = document.createElement('input');
  input.type = 'hidden';
  input.name = tokenField;
  input.value = token;
  input.dataset.expires = expires_at;
  form.append(input);
}

/**
 * Replaces a form with the server's answer. If the answer is a form, it gets the input, files and token of
 * the old form. Any other answer means success, and the stored input is deleted.
 */
export function replaceForm(form: HTMLFormElement, next: HTMLElement): void {
  const isSent = !next.matches('form');
  form.replaceWith(document.adoptNode(next));
  if (isSent) {
    clearFormDraft();
    return;
  }
  const fields = new Map(fieldsOf(next).map((field) => [field.name, field]));
  for (const old of fieldsOf(form)) {
    const field = fields.get(old.name);
    if (field instanceof HTMLInputElement && field.type === 'file')
      field.files = (old as HTMLInputElement).files;
    else if (field) field.value = old.value;
  }
  const token = tokenOf(form);
  if (token) next.append(token);
}
