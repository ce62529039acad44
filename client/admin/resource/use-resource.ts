import type { UseQueryResult } from '@tanstack/react-query';
import type { Outcomes } from '../../../src/shared/bulk.ts';
import { factsOf, type ModuleName } from '../../../src/shared/module-facts.ts';
import type { PageMeta } from '../../../src/shared/pagination.ts';
import type { Api } from '../../api/types.ts';
import { trpc } from '../../api/trpc.ts';
import type { DeleteConfig } from '../components/confirm-modal.tsx';
import type { StoredRow } from '../form/form-merge.ts';
import type { TrashCalls, TrashConfig } from '../list/use-trash.ts';
import type { Members } from './field-adapters.ts';

export type Row = Members & StoredRow;
/** Saves what a form has beside the row. Called with the values of the form and the stored row. */
export type AfterSave = (client: Api, values: Members, row: Row) => Promise<void>;
export type Answer = Readonly<Record<string, unknown>>;

export interface ListPage {
  meta: PageMeta;
  stats: { total: number; by: Readonly<Record<string, number>> };
}

/** The hooks for the five calls that every such module has. */
interface Calls {
  list: { useQuery: (input: object, options: object) => UseQueryResult<ListPage & Answer> & Shown };
  one: { useQuery: (input: { id: number }, options: object) => UseQueryResult<Answer> & Shown };
  remove: { useMutation: (options: object) => DeleteConfig<Row>['remove'] };
}
interface Shown {
  isPlaceholderData: boolean;
}

/**
 * Returns the calls of a module. The cast is safe: `Fitting` has checked the inputs, and `Facts` describes
 * the answers.
 */
export const callsOf = (name: ModuleName) => trpc[name] as unknown as Calls;

/** Returns the row of an answer. */
export const rowIn = (name: ModuleName, answer: Answer) => answer[factsOf(name).one] as Row;

/** Returns the page of rows of an answer. */
export const rowsIn = (name: ModuleName, answer: Answer) => answer[factsOf(name).many] as readonly Row[];

type BulkCall = (input: { ids: number[] } & Record<string, unknown>) => Promise<Outcomes>;
type UndoCall = (input: { rows: { id: number; version: number }[] }) => Promise<Outcomes>;

/** Returns the calls that change several rows of a module. */
export function useBulkCalls(name: ModuleName) {
  const { client } = trpc.useUtils();
  const calls = client[name] as unknown as Record<
    'publish' | 'removeMany' | 'regroup',
    { mutate: BulkCall }
  > & {
    undoMany: { mutate: UndoCall };
  };
  return {
    publish: (input: Parameters<BulkCall>[0]) => calls.publish.mutate(input),
    regroup: (input: Parameters<BulkCall>[0]) => calls.regroup.mutate(input),
    removeMany: (input: Parameters<BulkCall>[0]) => calls.removeMany.mutate(input),
    /** Gives changed rows the values that they had before. */
    undoMany: (changed: Outcomes['results']) =>
      calls.undoMany.mutate({ rows: changed.map(({ id, version = 0 }) => ({ id, version })) }),
    restoreMany: (deleted: Outcomes['results']) =>
      client.trash[name].restoreMany.mutate({ ids: deleted.map(({ id }) => id) }),
  };
}

/** Returns the trash of a module. */
export function useTrashOf(name: ModuleName, noun: string): TrashConfig {
  const utils = trpc.useUtils();
  const calls: TrashCalls = trpc.trash[name];
  return { calls, noun, refresh: () => utils[name].invalidate() };
}
