import type { Outcomes } from '../../../src/shared/bulk.ts';
import { factsOf, type ModuleName } from '../../../src/shared/module-facts.ts';
import { trpc } from '../../api/trpc.ts';
import type { TrashCalls, TrashConfig } from '../list/use-trash.ts';
import { type Answer, type BulkCall, moduleClient, type Row } from './module-api.ts';

/** Returns the row of an answer. */
export const rowIn = (name: ModuleName, answer: Answer) => answer[factsOf(name).one] as Row;

/** Returns the page of rows of an answer. */
export const rowsIn = (name: ModuleName, answer: Answer) => answer[factsOf(name).many] as readonly Row[];

/** Returns the calls that change several rows of a module. */
export function useBulkCalls(name: ModuleName) {
  const utils = trpc.useUtils();
  const calls = moduleClient(utils, name);
  return {
    publish: (input: Parameters<BulkCall>[0]) => calls.publish.mutate(input),
    regroup: (input: Parameters<BulkCall>[0]) => calls.regroup.mutate(input),
    removeMany: (input: Parameters<BulkCall>[0]) => calls.removeMany.mutate(input),
    /** Gives changed rows the values that they had before. */
    undoMany: (changed: Outcomes['results']) =>
      calls.undoMany.mutate({ rows: changed.map(({ id, version = 0 }) => ({ id, version })) }),
    restoreMany: (deleted: Outcomes['results']) =>
      utils.client.trash[name].restoreMany.mutate({ ids: deleted.map(({ id }) => id) }),
  };
}

/** Returns the trash of a module. */
export function useTrashOf(name: ModuleName, noun: string): TrashConfig {
  const utils = trpc.useUtils();
  const calls: TrashCalls = trpc.trash[name];
  return { calls, noun, refresh: () => utils[name].invalidate() };
}
