import type { UseQueryResult } from '@tanstack/react-query';
import { factsOf, type ModuleName } from '../../../src/shared/facts.ts';
import type { PageMeta } from '../../../src/shared/pagination.ts';
import { trpc } from '../../lib/trpc.ts';
import type { StoredRow } from '../forms/draft-state.ts';
import type { FormCalls } from '../forms/use-kept-form.ts';
import type { Deletion } from '../ui/deletion-dialog.tsx';
import type { TrashCalls, TrashOf } from '../ui/use-trash.ts';
import type { Members } from './field-kind.ts';
import type { FormModel } from './form-model.ts';

export type Row = Members & StoredRow;
type Answer = Readonly<Record<string, unknown>>;

export interface ListPage {
  meta: PageMeta;
  stats: { total: number; by: Readonly<Record<string, number>> };
}

/** The five calls that every module with rows has, as hooks. */
interface Calls {
  list: { useQuery: (input: object, options: object) => UseQueryResult<ListPage & Answer> & Shown };
  one: { useQuery: (input: { id: number }, options: object) => UseQueryResult<Answer> & Shown };
  remove: { useMutation: (options: object) => Deletion<Row>['remove'] };
}
interface Shown {
  isPlaceholderData: boolean;
}

interface Saving {
  mutate: (input: Members, options: object) => Promise<Answer>;
}

/** The calls of a module by its name. `Fitting` has proven its inputs; its answers are those of `Facts`. */
export const callsOf = (name: ModuleName) => trpc[name] as unknown as Calls;

/** The row in an answer that holds one. */
export const rowIn = (name: ModuleName, answer: Answer) => answer[factsOf(name).one] as Row;

/** The rows in an answer that holds a page of them. */
export const rowsIn = (name: ModuleName, answer: Answer) => answer[factsOf(name).many] as readonly Row[];

/** How the rows of a module are saved. */
export function useSaves(name: ModuleName, model: FormModel): FormCalls<Members, Row> {
  const utils = trpc.useUtils();
  const saves = utils.client[name] as unknown as { create: Saving; update: Saving };
  return {
    create: async (draft, options) => rowIn(name, await saves.create.mutate(model.toCreate(draft), options)),
    update: async (draft, { id, version }, options) =>
      rowIn(name, await saves.update.mutate({ ...model.toUpdate(draft), id, version }, options)),
    refresh: () => utils[name].invalidate(),
  };
}

/** The trash of a module. */
export function useTrashOf(name: ModuleName, noun: string): TrashOf {
  const utils = trpc.useUtils();
  const calls: TrashCalls = trpc.trash[name];
  return { calls, noun, refresh: () => utils[name].invalidate() };
}
