import { useRef } from 'react';
import { factsOf, type ModuleName } from '../../../../src/shared/module-facts.ts';
import { hasAccentedLetters, toPagePath, slugOfText } from '../../../../src/shared/slugs.ts';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import type { Members } from '../field-kind.ts';

/** Longer texts are cut before a proposal, because addresses are shorter anyway. */
const maxText = 200;

/** Valid until rows of the module change. */
export const proposalOptions = { staleTime: Number.POSITIVE_INFINITY } as const;

/** A slug, or a whole path without the first slash. */
export function normalizeAddress(name: ModuleName, typed: string): string {
  return factsOf(name).hasWholePaths ? toPagePath(typed) : slugOfText(typed);
}

/** Letters such as `ı` are converted by the server, unless the stored address has them. */
export function isCompleteAddress(name: ModuleName, typed: string, row: Members | undefined): boolean {
  return typed === normalizeAddress(name, typed) && (!hasAccentedLetters(typed) || typed === row?.slug);
}

/** A row without a slug has its id in the path, a new row `…`. */
export function rowAddressOf(name: ModuleName, slug: string, id: unknown): string {
  const { folder, hasWholePaths } = factsOf(name);
  return hasWholePaths && slug ? `/${slug}` : `${folder}/${slug || (id ?? '…')}`;
}

interface AddressedForm {
  name: ModuleName;
  title: string;
  row: Members | undefined;
  values: Members;
}

/** In the language of the row. */
export function proposalInput(text: string, { row, values }: Pick<AddressedForm, 'row' | 'values'>) {
  const lang = values.lang ?? row?.lang;
  return {
    text: text.slice(0, maxText),
    ...(lang ? { lang: String(lang) } : {}),
    ...(row && { id: Number(row.id) }),
  };
}

/** `''` if the next save creates no address, because it does not publish the row for the first time. */
export function titleForAddress({ name, title, row, values }: AddressedForm): string {
  const { publicBy } = factsOf(name);
  const isFirst = !row || row.state === 'draft' || row.state === 'scheduled';
  const isForVisitors = publicBy === null || Boolean(values[publicBy]);
  return isFirst && isForVisitors ? titleOf({ title, row, values }) : '';
}

export function titleOf({ title, row, values }: Omit<AddressedForm, 'name'>): string {
  return String(values[title] ?? row?.[title] ?? '').trim();
}

/** Saves with the address: a typed one is converted, a row published for the first time gets the proposal. */
export function useSaveWithAddress(
  { name, title }: Pick<AddressedForm, 'name' | 'title'>,
  row: Members | undefined,
): <T>(values: Members, save: (complete: Members) => Promise<T>) => Promise<T> {
  const { addresses } = trpc.useUtils();
  // A save repeated after a lost response must send the same address. A new proposal would differ.
  const proposed = useRef(new Map<string, string>());
  return async (values, save) => {
    const typed = String(values.slug ?? '').trim();
    const text = typed || titleForAddress({ name, title, row, values });
    const isComplete = typed !== '' && isCompleteAddress(name, typed, row);
    if (!factsOf(name).folder || !text || isComplete) return save(values);
    const { propose } = addresses[name as 'blog'];
    const question = proposalInput(text, { row, values });
    const key = JSON.stringify(question);
    // A request of the background opens no sign-in dialog, so the save sends its own.
    await propose.cancel(question);
    const slug = proposed.current.get(key) ?? (await propose.fetch(question, proposalOptions)).slug;
    proposed.current.set(key, slug);
    return save({ ...values, slug }).catch((error: unknown) => {
      // Another row has taken the proposed address in the meantime, so the next save requests a new proposal.
      if (parseApiError(error).fields.slug) {
        proposed.current.delete(key);
        void propose.invalidate();
      }
      throw error;
    });
  };
}
