import { sql } from 'kysely';
import { parseJsonColumn } from '../../database/columns.ts';
import type { Connection, Ctx, SignedInCtx } from '../../database/ctx.ts';
import type { Tables } from '../../database/table-types.ts';
import { declareChangedTables } from '../../database/content-version.ts';
import { inTransaction } from '../../database/transaction.ts';
import { recordActivity } from '../../log/activities.ts';
import { readSiteLanguages } from '../../settings/stored-groups.ts';
import { Conflict, NotFound, RuleBroken } from '../../shared/errors.ts';
import type { Language } from '../../shared/settings/fields/region.ts';
import { isPublicAt } from '../../shared/schedule.ts';
import { languageOfRow, languageOfTag, type SiteLanguage } from '../../shared/site-languages.ts';
import { pathOfRow } from '../../shared/slugs.ts';
import { type EditorCtx, findAndLockRow, lockRows } from '../content-kind.ts';
import type { AnyRow, AnyView, ModuleKind } from '../module/module-kind.ts';
import type { ShownRow } from '../module/shown-rows.ts';
import { duplicateRow } from '../operations/create.ts';
import { placeTranslations } from '../operations/move.ts';
import { readRow } from '../operations/read.ts';
import { unpackStoredFields } from '../versions/stored-versions.ts';
import {
  deleteTranslation,
  findTranslation,
  inLanguageOf,
  insertTranslation,
  isOriginal,
  nameOfLanguage,
  readGroup,
  type StoredTranslation,
  updateTranslations,
} from './stored-translations.ts';
import { textsByColumn } from './translated-texts.ts';
import type { TranslatedRow, TranslationGroup } from './translations.schema.ts';

interface Followed {
  original: AnyView;
  /** The version of the original that the translation follows. */
  version: number;
}

/**
 * For each translation, the columns of its original whose texts have changed since the version that it follows. If that
 * version is no longer stored, all columns that a later one names, and if none names any, all with texts.
 */
export async function changedTexts(
  { read }: { read: Connection },
  kind: ModuleKind,
  followed: readonly Followed[],
): Promise<string[][]> {
  const isBehind = ({ original, version }: Followed) => original.version > version;
  const behind = followed.filter(isBehind);
  const before = await readTextsOfVersions(read, kind, behind);
  const lost = behind.filter((one) => !before.has(keyOf(one)));
  const later = await readChangedColumns(read, kind, lost);
  return followed.map((one) => {
    if (!isBehind(one)) return [];
    const now = textsByColumn(kind, one.original);
    const then = before.get(keyOf(one));
    if (then) return [...now.keys()].filter((name) => now.get(name) !== then.get(name));
    const names = later.get(keyOf(one));
    // Then only the program has changed the row, such as a renamed category.
    if (!names) return [];
    const columns = [...now.keys()].filter((name) => names.has(name));
    return columns.length > 0 ? columns : [...now.keys()];
  });
}

const keyOf = ({ original, version }: Followed) => `${original.id} ${version}`;

/** In one query. */
const maxPairs = 500;

async function readTextsOfVersions(read: Connection, kind: ModuleKind, followed: readonly Followed[]) {
  const texts = new Map<string, Map<string, string>>();
  for (let at = 0; at < followed.length; at += maxPairs) {
    const pairs = followed
      .slice(at, at + maxPairs)
      .map(({ original, version }) => sql`(${sql.lit(original.id)}, ${sql.lit(version)})`);
    const rows = await read
      .selectFrom('versions')
      .select(['item_id', 'number', 'fields'])
      .where('module', '=', kind.module)
      .where(sql<boolean>`(item_id, number) in (values ${sql.join(pairs)})`)
      .execute();
    for (const { item_id, number, fields } of rows)
      texts.set(`${item_id} ${number}`, textsByColumn(kind, await unpackStoredFields(fields)));
  }
  return texts;
}

async function readChangedColumns(read: Connection, kind: ModuleKind, followed: readonly Followed[]) {
  const columns = new Map<string, Set<string>>();
  for (const one of followed) {
    const rows = await read
      .selectFrom('versions')
      .select('changed')
      .where('module', '=', kind.module)
      .where('item_id', '=', one.original.id)
      .where('number', '>', one.version)
      .execute();
    const names = rows.flatMap(({ changed }) => parseJsonColumn<string[]>(changed));
    if (rows.length > 0) columns.set(keyOf(one), new Set(names));
  }
  return columns;
}

/** @throws {NotFound} when the row does not exist */
export async function listTranslations(
  kind: ModuleKind,
  ctx: Pick<Ctx, 'read' | 'now'>,
  id: number,
): Promise<TranslationGroup> {
  const own = await readRow(kind, ctx, id);
  const languages = await readSiteLanguages(ctx.read);
  const { shown } = languages;
  const stored = await readGroup(ctx.read, { module: kind.module, item_id: id });
  const main = shown[0].language;
  const group = stored.length > 0 ? stored : [aloneInGroup(kind, own, main)];
  const rows = await Promise.all(group.map(({ item_id }) => findRow(kind, ctx, item_id)));
  const original = rows.find((row) => row?.id === group[0]!.original_id);
  const translations = group.flatMap((one, at) => {
    const view = rows[at];
    const language = languageOfRow(languages, one.lang);
    return view ? [toTranslatedRow(kind, ctx, one, { view, original, language })] : [];
  });
  return {
    languages: shown.map(({ language }) => language),
    original_id: group[0]!.original_id,
    translations: await Promise.all(translations),
  };
}

/** The groups of those rows of a list that have translations. */
export async function listTranslationGroups(
  kind: ModuleKind,
  ctx: Pick<Ctx, 'read' | 'now'>,
  ids: readonly number[],
): Promise<TranslationGroup[]> {
  const rows = await ctx.read
    .selectFrom('translations')
    .select((eb) => eb.fn.min<number>('item_id').as('id'))
    .where('kind', '=', kind.module)
    .where('item_id', 'in', [...ids])
    .groupBy('original_id')
    .execute();
  const groups = rows.map(({ id }) =>
    listTranslations(kind, ctx, id).catch((error: unknown) => {
      // Somebody has deleted the row since.
      if (error instanceof NotFound) return undefined;
      throw error;
    }),
  );
  return (await Promise.all(groups)).filter((group) => group !== undefined);
}

/** Undefined for a row in the trash. */
async function findRow(kind: ModuleKind, ctx: Pick<Ctx, 'read'>, id: number): Promise<AnyView | undefined> {
  return readRow(kind, ctx, id).catch((error: unknown) => {
    if (error instanceof NotFound) return undefined;
    throw error;
  });
}

function aloneInGroup({ module }: ModuleKind, { id, lang }: AnyView, main: Language): StoredTranslation {
  return { kind: module, item_id: id, original_id: id, lang: languageOfTag(String(lang ?? main)), as_of: 0 };
}

async function toTranslatedRow(
  kind: ModuleKind,
  ctx: Pick<Ctx, 'read' | 'now'>,
  translation: StoredTranslation,
  { view, original, language }: { view: AnyView; original: AnyView | undefined; language: SiteLanguage },
): Promise<TranslatedRow> {
  const isTranslation = !isOriginal(translation) && original;
  return {
    id: view.id,
    lang: translation.lang,
    title: String(view[kind.title]),
    path: kind.facts.folder ? pathOfRow(kind.facts, view, language) : null,
    is_public: isPublicAt(kind.facts, view, ctx.now),
    as_of: translation.as_of,
    outdated: isTranslation
      ? (await changedTexts(ctx, kind, [{ original, version: translation.as_of }]))[0]!
      : [],
  };
}

/**
 * Stores a hidden copy of the original as its translation, which staff then translate.
 * @throws {NotFound} · {RuleBroken} when the site does not have the language · {Conflict} when the text is in it already
 */
export async function translateRow(
  kind: ModuleKind,
  ctx: EditorCtx,
  { id, lang }: { id: number; lang: string },
): Promise<ShownRow> {
  const { module } = kind;
  await readRow(kind, ctx, id);
  const { shown } = await readSiteLanguages(ctx.read);
  const main = shown[0].language;
  if (!shown.some(({ language }) => language === lang))
    throw RuleBroken.of('lang', 'The site is not in this language. It can be added in the settings.');
  const group = await readGroup(ctx.read, { module, item_id: id });
  const original_id = group[0]?.original_id ?? id;
  const original = await findRow(kind, ctx, original_id);
  if (!original) throw new Conflict('The original is in the trash. Please restore it first.');
  return duplicateRow(
    kind,
    ctx,
    { id: original_id },
    {
      lang,
      stored: async (tx, copy) => {
        const locked = await findAndLockRow(tx, kind.entity, original_id);
        if (!locked) throw new NotFound(kind.table.missing);
        const own = aloneInGroup(kind, original, main);
        await insertTranslation(tx, own);
        await addToGroup(tx, { ...own, item_id: copy, lang, as_of: original.version });
        if (kind.facts.position) await placeTranslations(kind, tx);
      },
    },
  );
}

/** @throws {Conflict} when the text is in the language already */
async function addToGroup(tx: Pick<Ctx, 'em'>, translation: StoredTranslation): Promise<void> {
  const own = await findTranslation(tx.em.getKysely<Tables>(), {
    module: translation.kind,
    item_id: translation.original_id,
  });
  if (own?.lang !== translation.lang && (await insertTranslation(tx, translation))) return;
  throw new Conflict(`This is in ${nameOfLanguage(translation.lang)} already, perhaps in the trash.`);
}

/**
 * Says that a row is a translation of another one that follows it as it is now.
 * @throws {NotFound} · {RuleBroken} when they are in one language, or one has another original
 */
export async function joinTranslation(
  kind: ModuleKind,
  ctx: SignedInCtx,
  { id, original_id: named }: { id: number; original_id: number },
): Promise<TranslationGroup> {
  const { entity, module } = kind;
  await inTransaction(ctx, async (tx) => {
    const read = tx.em.getKysely<Tables>();
    const main = (await readSiteLanguages(read)).shown[0].language;
    const root = (await findTranslation(read, { module, item_id: named }))?.original_id ?? named;
    await lockRows(tx, entity, [id, root]);
    const [row, original] = [await tx.em.findOne(entity, { id }), await tx.em.findOne(entity, { id: root })];
    if (!row || !original) throw new NotFound(kind.table.missing);
    const present = await findTranslation(read, { module, item_id: id });
    if (present?.original_id === root && id !== root) return;
    if (present) throw RuleBroken.of('original_id', 'Separate it from its present translations first.');
    const own = aloneInGroup(kind, kind.toView(original), main);
    const joined = {
      ...aloneInGroup(kind, kind.toView(row), main),
      original_id: root,
      as_of: original.version,
    };
    await insertTranslation(tx, own);
    await addToGroup(tx, joined).catch((error: unknown) => {
      if (error instanceof Conflict) throw RuleBroken.of('original_id', error.message);
      throw error;
    });
    await recordTranslation(kind, tx, row, 'Joined a translation to');
  });
  return listTranslations(kind, ctx, id);
}

/** @throws {NotFound} when the row does not exist */
export async function separateTranslation(
  kind: ModuleKind,
  ctx: SignedInCtx,
  { id }: { id: number },
): Promise<TranslationGroup> {
  const { entity, module } = kind;
  await inTransaction(ctx, async (tx) => {
    const row = await findAndLockRow(tx, entity, id);
    if (!row) throw new NotFound(kind.table.missing);
    if (!(await findTranslation(tx.em.getKysely<Tables>(), { module, item_id: id }))) return;
    await deleteTranslation(tx, { module, item_id: id });
    await recordTranslation(kind, tx, row, 'Separated the translations of');
  });
  return listTranslations(kind, ctx, id);
}

/**
 * Says that a translation follows the present state of its original.
 * @throws {NotFound} when the row does not exist · {RuleBroken} when it has no original, or `version` is no longer its version
 */
export async function confirmTranslation(
  kind: ModuleKind,
  ctx: SignedInCtx,
  { id, original_version }: { id: number; original_version: number },
): Promise<TranslationGroup> {
  const { entity, module } = kind;
  await inTransaction(ctx, async (tx) => {
    const row = await findAndLockRow(tx, entity, id);
    if (!row) throw new NotFound(kind.table.missing);
    const stored = await findTranslation(tx.em.getKysely<Tables>(), { module, item_id: id });
    if (!stored || isOriginal(stored)) throw RuleBroken.of('id', 'This is no translation.');
    if (original_version <= stored.as_of) return;
    const original = await tx.em.findOne(entity, { id: stored.original_id });
    if (original && original_version > original.version)
      throw RuleBroken.of('original_version', 'The original has no such version.');
    await updateTranslations(tx, { module }, [id], { as_of: original_version });
    await recordTranslation(kind, tx, row, 'Checked the translation of');
  });
  return listTranslations(kind, ctx, id);
}

async function recordTranslation(
  kind: ModuleKind,
  tx: SignedInCtx,
  row: AnyRow,
  verb: string,
): Promise<void> {
  declareChangedTables(tx, kind.facts.table);
  const subject = await inLanguageOf(row, tx, kind.subjectOf(row, tx.now));
  await recordActivity(tx, 'update', kind.module, { ...subject, verb });
}
