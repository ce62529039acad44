import { defineEntity, p } from '@mikro-orm/core';
import { parseJsonColumn, textColumn } from '../../database/columns.ts';
import { declareChangedTables } from '../../database/content-version.ts';
import type { Connection, Ctx } from '../../database/ctx.ts';
import type { RowOf, Tables } from '../../database/table-types.ts';
import type { ActivitySubject } from '../../log/activities.ts';
import { type ActivityModule, findModuleByLogName } from '../../shared/module-facts.ts';
import { readSiteLanguages } from '../../settings/stored-groups.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { type Language, languages } from '../../shared/settings/fields/region.ts';
import { languageOfRow, languageOfTag } from '../../shared/site-languages.ts';
import { addressInLanguage } from '../../shared/slugs.ts';
import type { ItemKey } from '../addresses/stored-addresses.ts';

export const TranslationSchema = defineEntity({
  name: 'Translation',
  tableName: 'translations',
  uniques: [{ properties: ['kind', 'original_id', 'lang'] }],
  properties: {
    /** The module of the rows in the activity log. */
    kind: textColumn('nothing').$type<ActivityModule>().primary(),
    /** A row, also in the trash. An original has a record too, as long as it has translations. */
    item_id: p.integer().primary(),
    original_id: p.integer(),
    /** One of the languages of the site, also for a row that states none. */
    lang: textColumn('nothing'),
    /** The version of the original that the translation follows. 0 in an original. */
    as_of: p.integer(),
  },
});

/** Says that rows have the same content in several languages. */
class Translation extends TranslationSchema.class {}

TranslationSchema.setClass(Translation);

export type StoredTranslation = RowOf<'translations'>;

const connectionOf = ({ em }: Pick<Ctx, 'em'>): Connection => em.getKysely<Tables>();

export function findTranslation(
  read: Connection,
  { module, item_id }: ItemKey,
): Promise<StoredTranslation | undefined> {
  return read
    .selectFrom('translations')
    .selectAll()
    .where('kind', '=', module)
    .where('item_id', '=', item_id)
    .executeTakeFirst();
}

/** The original first, then by id. Empty for a row without translations. */
export async function readGroup(read: Connection, key: ItemKey): Promise<StoredTranslation[]> {
  const own = await findTranslation(read, key);
  if (!own) return [];
  const rows = await read
    .selectFrom('translations')
    .selectAll()
    .where('kind', '=', key.module)
    .where('original_id', '=', own.original_id)
    .orderBy('item_id')
    .execute();
  return rows.toSorted((one, other) => Number(isOriginal(other)) - Number(isOriginal(one)));
}

export function isOriginal({ item_id, original_id }: StoredTranslation): boolean {
  return item_id === original_id;
}

/** Returns whether the language was free among the translations of the original. */
export async function insertTranslation(
  tx: Pick<Ctx, 'em'>,
  translation: StoredTranslation,
): Promise<boolean> {
  declareChangedTables(tx, 'translations');
  const inserted = await connectionOf(tx)
    .insertInto('translations')
    .values(translation)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(inserted.numInsertedOrUpdatedRows ?? 0) > 0;
}

export async function updateTranslations(
  tx: Pick<Ctx, 'em'>,
  { module }: Pick<ItemKey, 'module'>,
  ids: readonly number[],
  values: Partial<Pick<StoredTranslation, 'original_id' | 'lang' | 'as_of'>>,
): Promise<void> {
  if (ids.length === 0) return;
  declareChangedTables(tx, 'translations');
  await connectionOf(tx)
    .updateTable('translations')
    .set(values)
    .where('kind', '=', module)
    .where('item_id', 'in', [...ids])
    .execute();
}

/**
 * Takes a row out of its group. If it was the original, the oldest translation becomes the original, which all others
 * then follow as they are. An original without translations needs no record.
 */
export async function deleteTranslation(tx: Pick<Ctx, 'em'>, key: ItemKey): Promise<void> {
  const read = connectionOf(tx);
  const group = await readGroup(read, key);
  const own = group.find(({ item_id }) => item_id === key.item_id);
  if (!own) return;
  declareChangedTables(tx, 'translations');
  const [first, ...others] = group.filter((one) => one !== own);
  const left = others.length === 0 ? [own, first!] : [own];
  await read
    .deleteFrom('translations')
    .where('kind', '=', key.module)
    .where(
      'item_id',
      'in',
      left.map(({ item_id }) => item_id),
    )
    .execute();
  if (others.length === 0 || !isOriginal(own)) return;
  const next = first!.item_id;
  const as_of = await readVersion(read, { ...key, item_id: next });
  const ids = others.map(({ item_id }) => item_id);
  await updateTranslations(tx, key, [next], { original_id: next, as_of: 0 });
  await updateTranslations(tx, key, ids, { original_id: next, as_of });
}

/** Of a row that may be in the trash. */
async function readVersion(read: Connection, { module, item_id }: ItemKey): Promise<number> {
  const row = await read
    .withTables<Record<string, { id: number; version: number }>>()
    .selectFrom(findModuleByLogName(module)!.table)
    .select('version')
    .where('id', '=', item_id)
    .executeTakeFirst();
  if (row) return row.version;
  const item = await read
    .selectFrom('trash_items')
    .select('fields')
    .where('module', '=', module)
    .where('item_id', '=', item_id)
    .executeTakeFirst();
  return Number(parseJsonColumn<{ version?: number }>(item?.fields ?? {}).version ?? 0);
}

export function nameOfLanguage(lang: string): string {
  return languages[lang as Language] ?? lang;
}

/**
 * Keeps the language of a translated row that was given another one.
 * @throws {RuleBroken} when another translation is in the language
 */
export async function followLanguage(tx: Ctx, key: ItemKey, row: object): Promise<void> {
  const read = tx.em.getKysely<Tables>();
  const stored = await findTranslation(read, key);
  if (!stored) return;
  const { lang } = row as { lang?: string | null };
  const now = lang ? languageOfTag(lang) : (await readSiteLanguages(read)).shown[0].language;
  if (stored.lang === now) return;
  const group = await readGroup(read, key);
  if (group.some((one) => one.lang === now))
    throw RuleBroken.of(
      'lang',
      `This is in ${nameOfLanguage(now)} already. Separate the translations first.`,
    );
  await updateTranslations(tx, key, [key.item_id], { lang: now });
}

/** What the log stores about a row, with the prefix of the row's language in the path. */
export async function inLanguageOf(
  row: object,
  tx: Pick<Ctx, 'em'>,
  subject: ActivitySubject,
): Promise<ActivitySubject> {
  const { lang } = row as { lang?: string | null };
  if (!subject.path || !lang) return subject;
  const languages = await readSiteLanguages(connectionOf(tx));
  return { ...subject, path: addressInLanguage(languageOfRow(languages, lang), subject.path) };
}
