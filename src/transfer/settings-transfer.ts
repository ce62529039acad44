import { z } from 'zod';
import type { Connection, Ctx } from '../database/ctx.ts';
import { inTransaction } from '../database/transaction.ts';
import { settingPicturesOf, storeGroupIfUnset } from '../settings/groups.ts';
import { languagesIn, readCurrentGroups } from '../settings/stored-groups.ts';
import { isStorable, unsafeTextMessage } from '../shared/fields.ts';
import { withoutPicture } from '../shared/settings/values.ts';
import type { SiteLanguages } from '../shared/site-languages.ts';
import type { OnProgress } from './incoming-content.ts';
import { readJsonItems } from './read-text-file.ts';
import type { ImportOutcome } from './import-report.ts';

// Without earlier versions.

export const settingsName = 'settings';

const maxBytes = 1024 * 1024;

/** Groups and values that this version lacks are stored too, but have no effect. */
export const SettingItem = z.object({
  group: z.string().min(1).max(60),
  value: z
    .record(z.string(), z.unknown())
    .refine((value) => isStorable(JSON.stringify(value)), unsafeTextMessage)
    .refine((value) => JSON.stringify(value).length <= maxBytes, 'is too large'),
});
type SettingItem = z.output<typeof SettingItem>;

export async function* iterateSettings(read: Connection): AsyncGenerator<SettingItem> {
  for (const { group_name: group, value } of await readCurrentGroups(read)) yield { group, value };
}

interface SettingsRun {
  isDryRun: boolean;
  groups: 'languages' | 'others';
  bringPicture(path: string): Promise<string | undefined>;
}

/** The group with the languages of the site. */
const languagesGroup = 'region';

export async function readExportedLanguages(folder: string): Promise<SiteLanguages> {
  for await (const item of readJsonItems(`${folder}/${settingsName}.json`, 'items', () => {})) {
    const { data } = SettingItem.safeParse(item);
    if (data?.group === languagesGroup) return languagesIn(data.value);
  }
  return languagesIn({});
}

/** A picture that cannot be stored leaves the values. */
async function withPictures(item: SettingItem, bringPicture: SettingsRun['bringPicture']) {
  const notes: string[] = [];
  let { value } = item;
  for (const path of settingPicturesOf(item)) {
    const problem = await bringPicture(path);
    if (!problem) continue;
    notes.push(`${path} ${problem}: taken without it`);
    value = withoutPicture(value, path);
  }
  return { value, notes };
}

/** A group that was saved here stays. */
export async function* importSettings(
  ctx: Ctx,
  folder: string,
  { isDryRun, groups, bringPicture }: SettingsRun,
  onProgress: OnProgress,
): AsyncGenerator<ImportOutcome> {
  for await (const item of readJsonItems(`${folder}/${settingsName}.json`, 'items', onProgress)) {
    const parsed = SettingItem.safeParse(item);
    const group = String((item as { group?: unknown } | null)?.group ?? '').slice(0, 60);
    if ((group === languagesGroup) !== (groups === 'languages')) continue;
    const facts = { kind: settingsName, externalId: group, title: group };
    if (!parsed.success) {
      const notes = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
      yield { ...facts, outcome: 'skipped', notes };
      continue;
    }
    const isTaken = (await readCurrentGroups(ctx.read)).some(({ group_name }) => group_name === group);
    const { value, notes } =
      isDryRun || isTaken ? { ...parsed.data, notes: [] } : await withPictures(parsed.data, bringPicture);
    const isFree = isDryRun
      ? !isTaken
      : await inTransaction({ ...ctx, em: ctx.em.fork() }, (tx) => storeGroupIfUnset(tx, { group, value }));
    yield isFree
      ? { ...facts, outcome: notes.length > 0 ? 'changed' : 'taken', notes }
      : { ...facts, outcome: 'skipped', notes: ['has been saved here already: left as it is'] };
  }
}
