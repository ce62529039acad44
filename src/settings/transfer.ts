import type { Connection, Ctx } from '../database/ctx.ts';
import { insertRow } from '../database/transaction.ts';
import type { Tables } from '../database/tables.ts';
import { lockName } from '../locks/name-lock.ts';
import { findGroup } from '../shared/settings/groups.ts';
import { picturesIn } from '../shared/settings/values.ts';
import { recordSettingPictures } from './setting-pictures.ts';
import { SiteSetting } from './site-setting.entity.ts';
import { readCurrentGroups, readGroup, type StoredGroup } from './stored-groups.ts';

/**
 * Returns the current stored values of every group, including groups that this version of the program lacks.
 */
export function readCurrentSettings(read: Connection): Promise<StoredGroup[]> {
  return readCurrentGroups(read);
}

/** Returns the paths of the uploaded pictures that the values of a group name. */
export function settingPicturesOf({ group, value }: { group: string; value: object }): string[] {
  return [...new Set(picturesIn(findGroup(group)?.fields ?? {}, value).values())];
}

/**
 * Stores the values of a group, unless somebody has saved the group. Returns whether the values were stored.
 */
export async function storeGroupIfUnset(
  tx: Ctx,
  { group, value }: { group: string; value: Record<string, unknown> },
): Promise<boolean> {
  await lockName(tx, `settings ${group}`);
  if (await readGroup(tx.em.getKysely<Tables>(), group)) return false;
  const row = new SiteSetting();
  Object.assign(row, {
    group_name: group,
    version: 1,
    value,
    user_id: null,
    user_name: 'Import',
    created_at: tx.now,
  });
  await insertRow(tx, SiteSetting, row);
  const fields = findGroup(group)?.fields ?? {};
  await recordSettingPictures(tx, fields, { group_name: group, version: 1, values: value });
  return true;
}
