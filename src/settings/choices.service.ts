import { lockNameShared } from '../locks/name-lock.ts';
import type { Connection, Ctx } from '../database/ctx.ts';
import type { Tables } from '../database/tables.ts';
import type { ListedColumn } from '../shared/column-types.ts';
import { RuleBroken } from '../shared/errors.ts';
import { type Choices, findValue, valuesOf } from '../shared/settings/choices.ts';
import { readDefaultsBasis, readGroup } from './settings.repository.ts';
import { groupValue } from './build-settings.service.ts';

/**
 * The name of the lock on the lists that rows can choose values from. Transactions that store a value from a list share
 * the lock. A transaction that changes a list holds the lock exclusively.
 */
export const choicesLock = 'settings choices';

type Listed = readonly (ListedColumn & { name: string })[];
type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the lists that rows can choose values from, and prevents changes of these lists until the
 * transaction ends.
 */
export async function holdChoices(tx: Pick<Ctx, 'em'>): Promise<Choices> {
  await lockNameShared(tx, choicesLock);
  return readChoices(tx.em.getKysely<Tables>());
}

/**
 * Returns the lists of values that rows can choose from, such as the blog categories. Lists that were never
 * saved have their default entries.
 */
export async function readChoices(read: Connection): Promise<Choices> {
  const stored = await readGroup(read, 'choices');
  return groupValue('choices', stored?.value, await readDefaultsBasis(read)) as Choices;
}

/**
 * Returns the values that must change before a row is stored, because a list was changed after the check of
 * the input. A value that the row had before may remain, even if no list contains this value.
 * @throws {RuleBroken} when an entry was removed in the meantime
 */
export function findRenamedValues(
  choices: Choices,
  listed: Listed,
  row: object,
  before: object = {},
): Values {
  const changed = listed.flatMap(({ name, label, list }) => {
    const stored = (row as Values)[name];
    const value = findValue(choices, list, String(stored));
    if (value === stored) return [];
    if (value !== undefined) return [[name, value]];
    if (stored === (before as Values)[name]) return [];
    throw RuleBroken.of(name, `${label} must be one of: ${valuesOf(choices, list).join(', ')}`);
  });
  return Object.fromEntries(changed) as Values;
}
