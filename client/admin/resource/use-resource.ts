import type { UseQueryResult } from '@tanstack/react-query';
import type { Outcomes } from '../../../src/shared/bulk.ts';
import { factsOf, type ModuleName } from '../../../src/shared/module-facts.ts';
import type { PageMeta } from '../../../src/shared/pagination.ts';
import type { Api } from '../../api/types.ts';
import { trpc } from '../../api/trpc.ts';
import type { DeleteConfig } from '../components/confirm-modal.tsx';
import { allButTheRow } from '../form/edit-form-loader.tsx';
import type { StoredRow } from '../form/form-merge.ts';
import type { FormCalls } from '../form/submit-record.ts';
import type { TrashCalls, TrashConfig } from '../list/use-trash.ts';
import type { Members } from './field-adapters.ts';
import type { FormModel } from './form-model.ts';
import { useAddress } from './publishing/addresses.ts';

export type Row = Members & StoredRow;
/** Saves what a form has beside the row. Called with the values of the form and the stored row. */
export type AfterSave = (client: Api, values: Members, row: Row) => Promise<void>;
type Answer = Readonly<Record<string, unknown>>;

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

interface Saving {
  mutate: (input: Members, options: object) => Promise<Answer>;
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

interface SavedResource {
  name: ModuleName;
  /** The column with the title. */
  title: string;
  model: FormModel;
}

/** Returns the calls by which a form creates and updates rows of a module. */
export function useSaves(
  { name, title, model, afterSave }: SavedResource & { afterSave: AfterSave | undefined },
  row?: Row,
): FormCalls<Members, Row> {
  const withAddress = useAddress({ name, title }, row);
  const utils = trpc.useUtils();
  const saves = utils.client[name] as unknown as { create: Saving; update: Saving };
  const finish = async (values: Members, answer: Answer) => {
    const stored = rowIn(name, answer);
    await afterSave?.(utils.client, values, stored);
    return stored;
  };
  return {
    create: (values, options) =>
      withAddress(values, async (all) =>
        finish(all, await saves.create.mutate(model.toCreate(all), options)),
      ),
    update: (values, { id, version }, options) =>
      withAddress(values, async (all) =>
        finish(all, await saves.update.mutate({ ...model.toUpdate(all), id, version }, options)),
      ),
    refresh: () => utils[name].invalidate(undefined, allButTheRow),
  };
}

/** Returns the call that changes when visitors see a row. */
export function usePublishing(
  { name, title, model }: SavedResource,
  row: Row,
  onStored: ((row: Row) => void) | undefined,
): FormCalls<Members, Row> {
  const withAddress = useAddress({ name, title }, row);
  const utils = trpc.useUtils();
  const { publishing } = utils.client[name] as unknown as { publishing: Saving };
  return {
    create: () => Promise.reject(new Error('Only a stored row has dates')),
    update: (values, { id, version }, options) =>
      withAddress(values, async (all) =>
        rowIn(name, await publishing.mutate({ ...model.toUpdate(all), id, version }, options)),
      ),
    refresh: () => utils[name].invalidate(),
    ...(onStored && { onStored }),
  };
}

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
