import { toIsoTime, parseJsonColumn } from '../database/columns.ts';
import { declareChangedTables } from '../database/content-version.ts';
import type { Connection, Ctx } from '../database/ctx.ts';
import type { Tables } from '../database/table-types.ts';
import { type DefaultsBasis, defaultsBasisOf } from '../shared/settings/defaults.ts';
import { type Language, languages } from '../shared/settings/fields/region.ts';
import { type SiteLanguages, siteLanguagesOf } from '../shared/site-languages.ts';

export interface StoredGroup {
  group_name: string;
  version: number;
  value: Record<string, unknown>;
}

export function connectionOf({ em }: Pick<Ctx, 'em'>): Connection {
  return em.getKysely<Tables>();
}

const tableOf = (read: Connection) => read.selectFrom('site_settings');

export async function readCurrentGroups(read: Connection): Promise<StoredGroup[]> {
  const rows = await tableOf(read)
    .select(['group_name', 'version', 'value'])
    .where((eb) =>
      eb(
        eb.refTuple('group_name', 'version'),
        'in',
        eb
          .selectFrom('site_settings')
          .select((inner) => ['group_name', inner.fn.max('version').as('version')])
          .groupBy('group_name')
          .$asTuple('group_name', 'version'),
      ),
    )
    .execute();
  return rows.map((row) => ({ ...row, value: parseJsonColumn(row.value) }));
}

/** The current version by default. */
export async function readSettingsGroup(
  read: Connection,
  group_name: string,
  version?: number,
): Promise<(StoredGroup & { updated_at: string }) | undefined> {
  const rows = tableOf(read)
    .select(['group_name', 'version', 'value', 'created_at'])
    .where('group_name', '=', group_name)
    .orderBy('version', 'desc')
    .limit(1);
  const row = await (version === undefined ? rows : rows.where('version', '=', version)).executeTakeFirst();
  return row && { ...row, value: parseJsonColumn(row.value), updated_at: toIsoTime(row.created_at) };
}

export async function readDefaultsBasis(read: Connection): Promise<DefaultsBasis> {
  return defaultsBasisOf((await readSettingsGroup(read, 'region'))?.value);
}

/** Stored beside the fields of the group, because nobody edits it. */
export const removedLanguagesKey = 'removed_languages';

export function languagesIn(region: object | undefined): SiteLanguages {
  const { further_languages, [removedLanguagesKey]: removed } = { ...region } as Record<string, unknown>;
  const known = (values: unknown) =>
    (Array.isArray(values) ? values : []).filter(
      (one): one is Language => typeof one === 'string' && Object.hasOwn(languages, one),
    );
  const { language } = defaultsBasisOf(region);
  return siteLanguagesOf({ language, further: known(further_languages), removed: known(removed) });
}

export async function readSiteLanguages(read: Connection): Promise<SiteLanguages> {
  return languagesIn((await readSettingsGroup(read, 'region'))?.value);
}

export async function readVersions(read: Connection, group_name: string) {
  const rows = await tableOf(read)
    .select(['version', 'user_name', 'created_at'])
    .where('group_name', '=', group_name)
    .orderBy('version', 'desc')
    .execute();
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: toIsoTime(created_at) }));
}

export async function readVersionValues(read: Connection, group_name: string) {
  const rows = await tableOf(read)
    .select(['value'])
    .where('group_name', '=', group_name)
    .orderBy('version', 'desc')
    .execute();
  return rows.map(({ value }): object => parseJsonColumn(value));
}

/** With the records of the pictures in them. */
export async function dropGroupVersions(tx: Ctx, group: string, upTo: number): Promise<void> {
  declareChangedTables(tx, 'site_settings', 'setting_pictures');
  for (const table of ['site_settings', 'setting_pictures'] as const)
    await tx.em
      .getKysely<Tables>()
      .deleteFrom(table)
      .where('group_name', '=', group)
      .where('version', '<=', upTo)
      .execute();
}
