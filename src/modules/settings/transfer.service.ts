import { insertRow } from '../../database/insert-row.ts';
import { lockName } from '../../database/lock.ts';
import type { Connection, OperationContext, Reader } from '../../database/operation.ts';
import { readCurrentGroups, readGroup, type StoredGroup } from './settings.repository.ts';
import { SiteSetting } from './site-setting.entity.ts';

/** Returns the stored state of every group, also of groups that this version does not know. */
export function readCurrent(read: Reader): Promise<StoredGroup[]> {
  return readCurrentGroups(read);
}

/** Stores the values of a group in a site where nobody has saved it. Returns whether it did. */
export async function storeImported(
  inside: OperationContext,
  { group, value }: { group: string; value: Record<string, unknown> },
): Promise<boolean> {
  await lockName(inside, `settings ${group}`);
  if (await readGroup(inside.em.getKysely() as unknown as Connection, group)) return false;
  const row = new SiteSetting();
  Object.assign(row, {
    ...{ group_name: group, version: 1, value },
    ...{ user_id: null, user_name: 'Import', created_at: inside.now },
  });
  await insertRow(inside, SiteSetting, row);
  return true;
}
