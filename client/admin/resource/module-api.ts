import { factsOf, type ModuleName } from '../../../src/shared/module-facts.ts';
import { trpc } from '../../api/trpc.ts';
import type { Api, ApiInputs, ApiOutputs } from '../../api/types.ts';
import type { TrashCalls, TrashConfig } from '../list/use-trash.ts';
import type { Members } from './field-kind.ts';

export type Row = Members & { id: number; version: number; updated_at: string };
/** Saves input that is not part of the row, such as the menu of a page, after the row has been stored. */
export type AfterSave = (client: Api, values: Members, row: Row) => Promise<void>;

export type OrderedRow = ApiOutputs['portfolio']['places']['places'][number];

type Utils = ReturnType<typeof trpc.useUtils>;

// TypeScript permits no call of a hook whose module is a variable, so one module stands for all: `blog`, and
// `portfolio` for the order of rows. They differ in their columns (`Members` here) and in the names that `rowIn` and
// `rowsIn` read.

export const moduleHooks = (name: ModuleName) => trpc[name as 'blog'];

export const moduleClient = ({ client }: Utils, name: ModuleName) => client[name as 'blog'];

export const orderHooks = (name: ModuleName) => trpc[name as 'portfolio'];

export const orderClient = ({ client }: Utils, name: ModuleName) => client[name as 'portfolio'];

export type ListQuery = ApiInputs['blog']['list'];
type ListAnswer = ApiOutputs['blog']['list'];
export type RowAnswer = ApiOutputs['blog']['one'];

export type RowInput = ApiInputs['blog']['create'];

export type PictureInput = Pick<ApiInputs['blog']['update'], 'image_alt' | 'existing_image' | 'remove_image'>;

export const rowIn = (name: ModuleName, answer: RowAnswer): Row => answer[factsOf(name).one as 'post'];

export const rowsIn = (name: ModuleName, answer: ListAnswer): readonly Row[] =>
  answer[factsOf(name).many as 'posts'];

export function trashOf(name: ModuleName, noun: string): TrashConfig {
  const calls: TrashCalls = trpc.trash[name];
  return { calls, noun };
}
