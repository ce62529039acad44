import type { Connection, Ctx } from '../database/ctx.ts';
import { insertRow } from '../database/insert-row.ts';
import type { Tables } from '../database/tables.ts';
import { lockName } from '../locks/name-lock.ts';
import { findGroup } from '../shared/settings/groups.ts';
import { picturesIn } from '../shared/settings/pictures.ts';
import { recordSettingPictures } from './setting-pictures.ts';
import { SiteSetting } from './site-setting.entity.ts';
import { readCurrentGroups, readGroup, type StoredGroup } from './stored-groups.ts';

export function readCurrentSettings(read: Connection): Promise<StoredGroup[]> {
  return readCurrentGroups(read);
}

export function settingPicturesOf({ group, value }: { group: string; value: object }): string[] {
  return [...new Set(picturesIn(findGroup(group)?.fields ?? {}, value).values())];
}

/** Returns false if somebody has saved the group. */
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
