import type { SignedInCtx } from '../database/ctx.ts';
import { findChoice, listNames } from '../shared/enumerations.ts';
import { NotFound } from '../shared/errors.ts';
import { entriesOf, storedValue } from '../shared/settings/choices.ts';
import { readChoices } from './choices.service.ts';
import { countUses } from './list-uses.repository.ts';
import type { ListUses } from './list-uses.ts';
import type { ListUsage } from './settings.schema.ts';

/**
 * Returns the entries of a list in their order, with the number of rows that use each entry. Values that rows still
 * have come last if the list no longer contains them.
 * @throws {NotFound} when there is no such list
 */
export async function getListUsage({ read }: SignedInCtx, name: string, uses: ListUses): Promise<ListUsage> {
  const list = findChoice(listNames, name);
  if (!list) throw new NotFound('There is no such list.');
  const counts = await countUses(read, uses[list]);
  const listed = entriesOf(await readChoices(read), list).map((entry) => {
    const value = storedValue(list, entry);
    const in_use = counts.get(value) ?? {};
    counts.delete(value);
    return { value, key: entry.key, name: entry.name, in_use };
  });
  const others = [...counts].map(([value, in_use]) => ({ value, key: null, name: value, in_use }));
  return { entries: [...listed, ...others] };
}
