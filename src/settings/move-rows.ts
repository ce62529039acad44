import { sql } from 'kysely';
import { parseJsonColumn } from '../database/columns.ts';
import { declareChangedTables } from '../database/content-version.ts';
import type { Connection, Ctx } from '../database/ctx.ts';
import { isPostgresql } from '../database/is-postgresql.ts';
import { isTaggedSql } from '../database/list/language-filter.ts';
import type { ContentFacts } from '../shared/content-facts.ts';
import { factsByModule } from '../shared/module-facts.ts';
import { languages, type Language } from '../shared/settings/fields/region.ts';
import { hasSeveralLanguages, languageOfRow, type SiteLanguages } from '../shared/site-languages.ts';
import { pathOfRow } from '../shared/slugs.ts';
import { connectionOf } from './stored-groups.ts';

const translatedModules = Object.values<ContentFacts>(factsByModule).filter(
  ({ isTranslated }) => isTranslated,
);

interface MovedRow {
  id: number;
  slug: string | null;
  lang: string | null;
  place?: string;
}
type RowTables = Record<string, MovedRow>;

interface PrefixChange {
  lang: Language;
  from: string;
  to: string;
}

function prefixChanges(before: SiteLanguages, after: SiteLanguages): PrefixChange[] {
  return (Object.keys(languages) as Language[]).flatMap((lang) => {
    const [from, to] = [languageOfRow(before, lang).prefix, languageOfRow(after, lang).prefix];
    return from === to ? [] : [{ lang, from, to }];
  });
}

/** The former main language, if rows without a language are in it from now on. */
function markedLanguage(before: SiteLanguages, after: SiteLanguages): Language | undefined {
  const [was, is] = [before.shown[0].language, after.shown[0].language];
  return was !== is && (hasSeveralLanguages(before) || hasSeveralLanguages(after)) ? was : undefined;
}

/**
 * Gives rows the addresses of their language after a change of the site's languages; former addresses lead there. Rows
 * without a language are in the former main one, if the site has several.
 */
export async function moveRows(tx: Ctx, before: SiteLanguages, after: SiteLanguages): Promise<void> {
  const marked = markedLanguage(before, after);
  if (marked) await markMessages(tx, marked);
  if (marked) await markCaptions(tx, marked);
  for (const facts of translatedModules) {
    if (marked) await markRows(tx, facts, marked);
    for (const { lang, to } of prefixChanges(before, after))
      await moveRowsOf(tx, facts, { lang, prefix: to });
  }
}

const maxExamples = 3;

interface LanguageEffects {
  /** Rows that get other addresses. */
  moved: number;
  /** Rows of a removed language. */
  hidden: number;
  examples: { from: string; to: string }[];
}

/** What a change of the site's languages does to rows. */
export async function readLanguageEffects(
  read: Connection,
  before: SiteLanguages,
  after: SiteLanguages,
): Promise<LanguageEffects> {
  const marked = markedLanguage(before, after);
  const rowsIn = ({ table }: ContentFacts, lang: Language) => {
    const isIn = lang === marked ? sql<boolean>`(lang is null or ${isTaggedSql(lang)})` : isTaggedSql(lang);
    return read.withTables<RowTables>().selectFrom(table).where(isIn);
  };
  const count = async (facts: ContentFacts, lang: Language) => {
    const counted = rowsIn(facts, lang).select(({ fn }) => fn.countAll<number | string>().as('amount'));
    return Number((await counted.executeTakeFirstOrThrow()).amount);
  };
  const effects: LanguageEffects = { moved: 0, hidden: 0, examples: [] };
  const gone = after.removed.filter((one) => before.shown.some(({ language }) => language === one.language));
  for (const facts of translatedModules) {
    for (const { language } of gone) effects.hidden += await count(facts, language);
    for (const { lang, from, to } of prefixChanges(before, after)) {
      if (!facts.folder || gone.some(({ language }) => language === lang)) continue;
      effects.moved += await count(facts, lang);
      const rows = await rowsIn(facts, lang)
        .select(['id', 'slug'])
        .$if(facts.fixedPages !== undefined, (query) => query.select('place'))
        .orderBy('id')
        .limit(maxExamples - effects.examples.length)
        .execute();
      effects.examples.push(
        ...rows.map((row) => ({
          from: pathOfRow(facts, row, { prefix: from }),
          to: pathOfRow(facts, row, { prefix: to }),
        })),
      );
    }
  }
  return effects;
}

/** Their answers stay in the language of the form. */
async function markMessages(tx: Ctx, lang: Language): Promise<void> {
  declareChangedTables(tx, 'messages');
  await connectionOf(tx).updateTable('messages').set({ lang }).where('lang', 'is', null).execute();
}

async function markCaptions(tx: Ctx, lang: Language): Promise<void> {
  declareChangedTables(tx, 'albums');
  const db = connectionOf(tx);
  for (const { id, pictures } of await db.selectFrom('albums').select(['id', 'pictures']).execute()) {
    const marked = parseJsonColumn<object[]>(pictures).map((picture) => ({ lang, ...picture }));
    const value = JSON.stringify(marked) as never;
    await db.updateTable('albums').set({ pictures: value }).where('id', '=', id).execute();
  }
}

async function markRows(tx: Ctx, { table, log }: ContentFacts, lang: Language): Promise<void> {
  const db = connectionOf(tx);
  declareChangedTables(tx, table);
  // By the new version, a form that is open does not put the row into the new main language.
  await sql`update ${sql.table(table)} set lang = ${lang}, version = version + 1 where lang is null`.execute(
    db,
  );
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
    .where(isTaggedSql(lang))
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
