import type { UseQueryResult } from '@tanstack/react-query';
import type { Outcomes } from '../../../src/shared/bulk.ts';
import { factsOf, type ModuleName, type RecordedName } from '../../../src/shared/module-facts.ts';
import type { PageMeta } from '../../../src/shared/pagination.ts';
import { trpc } from '../../api/trpc.ts';
import type { Api } from '../../api/types.ts';
import type { DeleteConfig } from '../components/confirm-modal.tsx';
import type { QueryBoundaryProps } from '../components/query-boundary.tsx';
import type { StoredRow } from '../form/form-merge.ts';
import type { TrashCalls, TrashConfig } from '../list/use-trash.ts';
import type { Members } from './field-kind.ts';

export type Row = Members & StoredRow;
/**
 * A function that saves input which is not part of the row, such as the menu of a page, after the row has
 * been stored.
 */
export type AfterSave = (client: Api, values: Members, row: Row) => Promise<void>;
export type ModuleResponse = Readonly<Record<string, unknown>>;

export interface ListPage {
  meta: PageMeta;
  stats: { total: number; by: Readonly<Record<string, number>> };
}

/** A row on the page where staff change the order of the rows. */
export interface OrderedRow {
  id: number;
  title: string;
  /** The value of the group column. Null if all rows of the module share one order. */
  group: string | null;
  is_public: boolean;
}

interface Hooks {
  list: { useQuery: (input: object, options: object) => UseQueryResult<ListPage & ModuleResponse> & Shown };
  one: { useQuery: (input: { id: number }, options: object) => UseQueryResult<ModuleResponse> & Shown };
  places: { useQuery: () => QueryBoundaryProps<{ places: OrderedRow[] }>['query'] };
  remove: { useMutation: (options: object) => DeleteConfig<Row>['remove'] };
}
interface Shown {
  isPlaceholderData: boolean;
}

export type BulkCall = (input: { ids: number[] } & Record<string, unknown>) => Promise<Outcomes>;
type Save = (input: Members, options: object) => Promise<ModuleResponse>;

interface Client {
  one: { query: (input: { id: number }) => Promise<ModuleResponse> };
  create: { mutate: Save };
  update: { mutate: Save };
  publishing: { mutate: Save };
  duplicate: { mutate: (input: { id: number }) => Promise<{ id: number }> };
  move: { mutate: (input: { id: number; after: number | null }) => Promise<unknown> };
  publish: { mutate: BulkCall };
  regroup: { mutate: BulkCall };
  removeMany: { mutate: BulkCall };
  undoMany: { mutate: (input: { rows: { id: number; version: number }[] }) => Promise<Outcomes> };
}

interface Cache {
  list: { prefetch: (input: object, options: object) => unknown };
  one: Record<'reset' | 'prefetch', (input: { id: number }) => unknown>;
}

type Utils = ReturnType<typeof trpc.useUtils>;

// The functions below make the calls of a module whose name is a variable. tRPC has separate types for each
// module, so TypeScript would allow only what all modules have in common. The casts are safe for two reasons.
// `Fitting` (`resource-types.ts`) checks the inputs of each module. The facts of a module describe its calls
// and their responses.

/** Returns the tRPC hooks for the calls of a module. */
export const moduleHooks = (name: ModuleName) => trpc[name] as unknown as Hooks;

/** Returns the calls of a module that go directly to the server and do not use the cache of queries. */
export const moduleClient = ({ client }: Utils, name: ModuleName) => client[name] as unknown as Client;

/** Returns the functions that fill and reset the cached responses of a module. */
export const moduleCache = (utils: Utils, name: RecordedName | 'users') => utils[name] as unknown as Cache;

/** Returns the row in the response of a call such as `one` or `create`. */
export const rowIn = (name: ModuleName, answer: ModuleResponse) => answer[factsOf(name).one] as Row;

/** Returns the rows in the response of the call `list`. */
export const rowsIn = (name: ModuleName, answer: ModuleResponse) =>
  answer[factsOf(name).many] as readonly Row[];

/**
 * Returns what the trash of a module needs: the calls, the word for one row, and a function that reloads the
 * module.
 */
export function useTrashOf(name: ModuleName, noun: string): TrashConfig {
  const utils = trpc.useUtils();
  const calls: TrashCalls = trpc.trash[name];
  return { calls, noun, refresh: () => utils[name].invalidate() };
}
