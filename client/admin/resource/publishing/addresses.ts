import { useRef } from 'react';
import { factsOf, type ModuleName } from '../../../../src/shared/module-facts.ts';
import { hasAccentedLetters, toPagePath, slugOfText } from '../../../../src/shared/slugs.ts';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import type { Members } from '../field-kind.ts';

/** Longer texts are cut before a proposal, because addresses are shorter anyway. */
const maxText = 200;

/** Query options for proposals. A cached proposal remains valid until rows of the module change. */
export const proposalOptions = { staleTime: Number.POSITIVE_INFINITY } as const;

/** Returns typed text as a slug, or as a whole path without the first slash. */
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
  /** The name of the column with the title. */
  title: string;
  /** The stored row. Absent for a new row. */
  row: Members | undefined;
  values: Members;
}

/** Returns the input for the call that proposes an address for a text, in the language of the row. */
export function proposalInput(text: string, { row, values }: Pick<AddressedForm, 'row' | 'values'>) {
  const lang = values.lang ?? row?.lang;
  return {
    text: text.slice(0, maxText),
    ...(lang ? { lang: String(lang) } : {}),
    ...(row && { id: Number(row.id) }),
  };
}

/**
 * Returns the title from which the next save creates an address. `''` if the save does not publish the row, or it was
 * published before.
 */
export function titleForAddress({ name, title, row, values }: AddressedForm): string {
  const { publicBy } = factsOf(name);
  const isFirst = !row || row.state === 'draft' || row.state === 'scheduled';
  const isForVisitors = publicBy === null || Boolean(values[publicBy]);
  return isFirst && isForVisitors ? titleOf({ title, row, values }) : '';
}

export function titleOf({ title, row, values }: Omit<AddressedForm, 'name'>): string {
  return String(values[title] ?? row?.[title] ?? '').trim();
}

/**
 * Returns a function that calls `save` with the address: a typed one is converted, and a row published for the first
 * time gets the proposal.
 */
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
    // A background request of the same proposal would not open the sign-in dialog after the session has ended, so the
    // save sends its own.
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
