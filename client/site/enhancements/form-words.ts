import type { z } from 'zod';
import type { FormToken } from '../../../src/modules/inbox/visitor.schema.ts';
import type { VisitorInput } from '../forms/fields.tsx';

type Token = z.output<typeof FormToken>;
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
interface Stored {
  words: Record<string, string>;
  token: Token | undefined;
}

const tokenField = 'form_token' satisfies keyof VisitorInput;
const trapField = 'website' satisfies keyof VisitorInput;

/** The fields that a person fills in. */
const fieldsOf = (form: Element) =>
  [...form.querySelectorAll<Field>('[name]')].filter(({ name }) => name !== trapField && name !== tokenField);
const tokenOf = (form: Element) => form.querySelector<HTMLInputElement>(`[name=${tokenField}]`);
const storageName = () => `form ${location.pathname}`;

/** Stores what was typed in this tab, until it is sent: it is there again after a reload. Files cannot be stored. */
export function storeWords(form: HTMLFormElement): void {
  const typed = fieldsOf(form).filter(({ type }) => type !== 'file');
  const words = Object.fromEntries(typed.map(({ name, value }) => [name, value]));
  const input = tokenOf(form);
  const token = input ? { token: input.value, expires_at: input.dataset.expires ?? '' } : undefined;
  try {
    sessionStorage.setItem(storageName(), JSON.stringify({ words, token } satisfies Stored));
  } catch {
    // The browser stores nothing; the words are still on the page.
  }
}

function forgetWords(): void {
  try {
    sessionStorage.removeItem(storageName());
  } catch {
    // The browser stores nothing.
  }
}

/** Fills in what was stored, where nothing is yet. */
export function restoreWords(form: HTMLFormElement): void {
  try {
    const { words, token } = JSON.parse(sessionStorage.getItem(storageName()) ?? '') as Stored;
    for (const field of fieldsOf(form)) field.value ||= words[field.name] ?? '';
    if (token && !tokenOf(form)) addToken(form, token);
  } catch {
    // Nothing is stored.
  }
}

/** Asks for the form's token, which tells how long it took to fill the form in; without one it is judged by all the rest. */
export function fetchToken(form: HTMLFormElement): void {
  if (tokenOf(form) || form.dataset.token) return;
  form.dataset.token = 'asked';
  const headers = { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' };
  fetch('/trpc/visitors.formToken', { headers })
    .then((answer) => answer.json() as Promise<{ result: { data: Token } }>)
    .then(({ result }) => {
      addToken(form, result.data);
      storeWords(form);
    })
    .catch(() => {});
}

/** A token that has expired would speak against the form. */
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

/** Puts what an answer says in the place of a form. A form takes over words, files and token; otherwise the words are forgotten. */
export function replaceForm(form: HTMLFormElement, next: HTMLElement): void {
  const isSent = !next.matches('form');
  form.replaceWith(document.adoptNode(next));
  if (isSent) {
    forgetWords();
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
