import { sql } from 'kysely';
import type { Ctx } from '../../database/ctx.ts';
import { isPublicSql } from '../../database/list/public-at.ts';
import { readSiteLanguages } from '../../settings/stored-groups.ts';
import type { TranslationState } from '../../shared/enumerations.ts';
import { languageOfRow, type SiteLanguages } from '../../shared/site-languages.ts';
import type { AnyView, ModuleKind } from '../module/module-kind.ts';
import { changedTexts } from './translations.ts';

export interface TranslatedCell {
  lang: string;
  /** Null where the row is missing. */
  id: number | null;
  state: TranslationState;
  /** The columns of the original that have changed since somebody checked the translation. */
  outdated: string[];
}

interface TranslatedGroup {
  original_id: number;
  title: string;
  cells: TranslatedCell[];
}

interface StoredCell {
  module: string;
  id: number;
  title: string | null;
  version: number | null;
  is_public: number | null;
  original_id: number;
  lang: string | null;
  as_of: number;
}

type ReadCtx = Pick<Ctx, 'read' | 'now'>;

/** The rows of the modules with their translations, by module. The newest originals come first. */
export async function readTranslationTable(
  ctx: ReadCtx,
  kinds: readonly ModuleKind[],
): Promise<Map<ModuleKind, TranslatedGroup[]>> {
  if (kinds.length === 0) return new Map();
  const languages = await readSiteLanguages(ctx.read);
  const { rows } = await sql<StoredCell>`${sql.join(
    kinds.map((kind) => storedCellsSql(kind, ctx.now)),
    sql` union all `,
  )}`.execute(ctx.read);
  const byModule = Map.groupBy(rows, ({ module }) => module);
  const tables = kinds.map(async (kind) => {
    const cells = byModule.get(kind.module) ?? [];
    return [kind, await toGroups(ctx, kind, cells, languages)] as const;
  });
  return new Map(await Promise.all(tables));
}

/** Rows, and records of rows in the trash, which have no title. */
function storedCellsSql({ module, facts, title }: ModuleKind, now: Date) {
  const rows = sql.table(facts.table);
  const name = sql.lit(module);
  return sql`
    select ${name} as module, id, ${sql.ref(title)} as title, version,
      case when ${isPublicSql(facts.table, now)} then 1 else 0 end as is_public,
      coalesce(original_id, id) as original_id, coalesce(own.lang, ${rows}.lang) as lang, coalesce(as_of, 0) as as_of
    from ${rows} left join translations as own on own.kind = ${name} and own.item_id = id
    union all
    select ${name}, item_id, null, null, null, original_id, lang, as_of
    from translations where kind = ${name} and item_id not in (select id from ${rows})`;
}

async function toGroups(
  ctx: ReadCtx,
  kind: ModuleKind,
  stored: readonly StoredCell[],
  languages: SiteLanguages,
): Promise<TranslatedGroup[]> {
  const { facts } = kind;
  const groups = Map.groupBy(stored, ({ original_id }) => original_id);
  const originals = new Map(
    stored.filter(({ id, original_id }) => id === original_id).map((one) => [one.id, one]),
  );
  const isBehind = ({ id, original_id, version, as_of }: StoredCell) =>
    id !== original_id && version !== null && (originals.get(original_id)?.version ?? 0) > as_of;
  const behind = stored.filter(isBehind);
  const views = await readViews(
    ctx,
    kind,
    behind.map(({ original_id }) => original_id),
  );
  const known = behind.flatMap((cell) => {
    const original = views.get(cell.original_id);
    return original ? [{ cell, original, version: cell.as_of }] : [];
  });
  const changes = await changedTexts(ctx, kind, known);
  const outdated = new Map(known.map(({ cell }, at) => [cell.id, changes[at]!]));
  // Where rows have no state of publication, a copy is a translation once somebody has saved it.
  const isCopy = ({ id, original_id, version }: StoredCell) =>
    facts.publicBy === null && !facts.schedule && id !== original_id && version === 1;
  const main = languages.shown[0].language;
  const isRemoved = (lang: string) => languages.removed.some(({ language }) => language === lang);
  const rows = [...groups].flatMap(([original_id, cells]): TranslatedGroup[] => {
    const placed = new Map(
      cells.flatMap((cell) => {
        const lang = cell.lang ?? main;
        return isRemoved(lang) ? [] : [[languageOfRow(languages, lang).language, cell]];
      }),
    );
    const titled = originals.get(original_id)?.title ?? cells.find(({ title }) => title !== null)?.title;
    // All are in the trash, or in languages that the site has no longer.
    if (titled === undefined || titled === null || placed.size === 0) return [];
    return [
      {
        original_id,
        title: titled,
        cells: languages.shown.map(({ language }) => {
          const cell = placed.get(language);
          const changed = (cell && outdated.get(cell.id)) ?? [];
          const state = stateOf(cell, {
            isOutdated: changed.length > 0,
            isCopy: cell !== undefined && isCopy(cell),
          });
          return { lang: language, id: cell?.id ?? null, state, outdated: changed };
        }),
      },
    ];
  });
  return rows.toSorted((one, other) => other.original_id - one.original_id);
}

function stateOf(
  cell: StoredCell | undefined,
  { isOutdated, isCopy }: { isOutdated: boolean; isCopy: boolean },
): TranslationState {
  if (!cell) return 'missing';
  if (cell.version === null) return 'trash';
  if (isOutdated) return 'outdated';
  return cell.is_public && !isCopy ? 'published' : 'draft';
}

/** In one query. */
const maxIds = 500;

export async function readViews(
  { read }: Pick<Ctx, 'read'>,
  { facts, toView }: ModuleKind,
  ids: readonly number[],
): Promise<Map<number, AnyView>> {
  const all = [...new Set(ids)];
  const views = new Map<number, AnyView>();
  for (let at = 0; at < all.length; at += maxIds) {
    const rows = await read
      .withTables<Record<string, { id: number }>>()
      .selectFrom(facts.table)
      .selectAll()
      .where('id', 'in', all.slice(at, at + maxIds))
      .execute();
    for (const row of rows) views.set(row.id, toView(row as never));
  }
  return views;
}
