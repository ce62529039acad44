import { sql } from 'kysely';
import { declareChangedTables } from '../database/content-version.ts';
import type { Ctx } from '../database/ctx.ts';
import { isPostgresql } from '../database/is-postgresql.ts';
import type { ContentFacts } from '../shared/content-facts.ts';
import { factsByModule } from '../shared/module-facts.ts';
import { languages, type Language } from '../shared/settings/fields/region.ts';
import { hasSeveralLanguages, languageOfRow, type SiteLanguages } from '../shared/site-languages.ts';
import { connectionOf } from './stored-groups.ts';

const translatedModules = Object.values<ContentFacts>(factsByModule).filter(
  ({ isTranslated }) => isTranslated,
);

type RowTables = Record<string, { id: number; slug: string | null; lang: string | null }>;

/**
 * Gives rows the addresses of their language after a change of the site's languages; former addresses lead there. Rows
 * without a language are in the former main one, if the site has several.
 */
export async function moveRows(tx: Ctx, before: SiteLanguages, after: SiteLanguages): Promise<void> {
  const [was, is] = [before.shown[0].language, after.shown[0].language];
  const isMarked = was !== is && (hasSeveralLanguages(before) || hasSeveralLanguages(after));
  for (const facts of translatedModules) {
    if (isMarked) await markRows(tx, facts, was);
    for (const lang of Object.keys(languages)) {
      const prefix = languageOfRow(after, lang).prefix;
      if (prefix !== languageOfRow(before, lang).prefix) await moveRowsOf(tx, facts, { lang, prefix });
    }
  }
}

async function markRows(tx: Ctx, { table, log }: ContentFacts, lang: Language): Promise<void> {
  const db = connectionOf(tx);
  declareChangedTables(tx, table);
  await sql`update ${sql.table(table)} set lang = ${lang} where lang is null`.execute(db);
  const fields = isPostgresql(db)
    ? sql`jsonb_set(fields, '{lang}', to_jsonb(${lang}::text))`
    : sql`json_set(fields, '$.lang', ${lang})`;
  const isUnmarked = isPostgresql(db)
    ? sql`fields ->> 'lang' is null`
    : sql`json_extract(fields, '$.lang') is null`;
  await sql`update trash_items set fields = ${fields} where module = ${log} and ${isUnmarked}`.execute(db);
}

interface Target {
  lang: string;
  prefix: string;
}

async function moveRowsOf(tx: Ctx, facts: ContentFacts, { lang, prefix }: Target): Promise<void> {
  const { table, folder, hasWholePaths } = facts;
  if (!folder) return;
  declareChangedTables(tx, 'addresses', table);
  const rows = await connectionOf(tx)
    .withTables<RowTables>()
    .selectFrom(table)
    .select(['id', 'slug'])
    .where('lang', '=', lang)
    .where('slug', 'is not', null)
    .orderBy('id')
    .execute();
  for (const { id, slug } of rows)
    await moveRow(tx, facts, { id, slug: slug!, above: prefix + (hasWholePaths ? '' : folder) });
}

/** A row gets a number if its address belongs to another one, unless both are translations of each other. */
async function moveRow(
  tx: Ctx,
  { log, table }: ContentFacts,
  { id, slug, above }: { id: number; slug: string; above: string },
): Promise<void> {
  const db = connectionOf(tx);
  for (let number = 1; ; number += 1) {
    const own = number === 1 ? slug : `${slug.slice(0, 70)}-${number}`;
    const path = `${above}/${own}`;
    const there = await db.selectFrom('addresses').selectAll().where('path', '=', path).executeTakeFirst();
    const isOwn = there?.kind === log && there.item_id === id;
    if (there && !isOwn && !(there.kind === log && (await isTranslationOf(tx, log, id, there.item_id))))
      continue;
    const ofRow = db.updateTable('addresses').where('kind', '=', log).where('item_id', '=', id);
    await ofRow.set({ is_current: false }).execute();
    if (there) await db.deleteFrom('addresses').where('path', '=', path).execute();
    const address = { path, kind: log, item_id: id, target: null, is_current: true, since: tx.now };
    await db.insertInto('addresses').values(address).execute();
    if (own !== slug)
      await db.withTables<RowTables>().updateTable(table).set({ slug: own }).where('id', '=', id).execute();
    return;
  }
}

async function isTranslationOf(tx: Ctx, log: string, id: number, other: number | null): Promise<boolean> {
  const rows = await connectionOf(tx)
    .selectFrom('translations')
    .select('original_id')
    .where('kind', '=', log as never)
    .where('item_id', 'in', [id, other ?? 0])
    .execute();
  return rows.length === 2 && rows[0]!.original_id === rows[1]!.original_id;
}
