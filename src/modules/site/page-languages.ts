import { z } from 'zod';
import { findRowsOfPaths } from '../../content/addresses/moved-pages.ts';
import { readPublicRows } from '../../content/addresses/stored-addresses.ts';
import { findInLanguage } from '../../content/translations/shown-language.ts';
import { readGroup } from '../../content/translations/stored-translations.ts';
import type { ListCtx } from '../../content/operations/read.ts';
import { Id, oneOf } from '../../shared/fields.ts';
import { factsOf, moduleNames, type ModuleName } from '../../shared/module-facts.ts';
import { normalizePath } from '../../shared/normalize-path.ts';
import { isFeatureOpen } from '../../shared/settings/fields/features.ts';
import { languageOfRow } from '../../shared/site-languages.ts';
import { addressInLanguage, pathOfRow } from '../../shared/slugs.ts';

/** Whose rows have pages. */
const translatedModules = moduleNames.filter((name) => {
  const { isTranslated, folder } = factsOf(name);
  return isTranslated && folder;
}) as [ModuleName, ...ModuleName[]];

export const RowQuery = z.object({ module: oneOf('Module', translatedModules), id: Id });

const PageInLanguage = z.object({ lang: z.string(), path: z.string() });
type PageInLanguage = z.output<typeof PageInLanguage>;

export const PagesInLanguages = z.object({ pages: z.array(PageInLanguage) });

/** The pages of a row and its translations that visitors can open, in the order of the site's languages. */
export async function listPagesInLanguages(
  ctx: ListCtx,
  { module, id }: z.output<typeof RowQuery>,
): Promise<PageInLanguage[]> {
  const { languages } = await ctx.siteSettings.current();
  const group = await readGroup(ctx.read, { module: factsOf(module).log as never, item_id: id });
  const pages = await findPages(
    ctx,
    module,
    group.map(({ item_id }) => item_id),
  );
  return languages.shown.flatMap(({ language }) => {
    const row = group.find(({ lang }) => lang === language);
    return (row && pages.get(row.item_id)) ?? [];
  });
}

/** By id, those that visitors can open. */
async function findPages(
  ctx: ListCtx,
  module: ModuleName,
  ids: readonly number[],
): Promise<Map<number, PageInLanguage>> {
  const facts = factsOf(module);
  const { languages } = await ctx.siteSettings.current();
  const rows = await readPublicRows(ctx.read, { table: facts.table, ids, now: ctx.now });
  const pages = new Map<number, PageInLanguage>();
  for (const row of rows) {
    const language = languageOfRow(languages, row.lang);
    if (languages.removed.includes(language)) continue;
    pages.set(row.id, { lang: language.language, path: pathOfRow(facts, row, language) });
  }
  return pages;
}

const maxPath = 1000;

export const PageQuery = z.object({ path: z.string().max(maxPath) });

/** `path` is without a prefix. */
export async function listFixedPage({ siteSettings }: ListCtx, path: string): Promise<PageInLanguage[]> {
  const { languages } = await siteSettings.current();
  const pages: PageInLanguage[] = [];
  for (const one of languages.shown) {
    const { features } = await siteSettings.current(one.language);
    if (isFeatureOpen(features, path)) pages.push({ lang: one.language, path: addressInLanguage(one, path) });
  }
  return pages;
}

const maxLinks = 500;

export const LinkQuery = z.object({ paths: z.array(z.string().max(maxPath)).max(maxLinks) });
export const PageLinks = z.object({ links: z.array(PageInLanguage.extend({ from: z.string() })) });

/** Where links to rows lead in the language that is shown: to the translation if there is one, else to the row. */
export async function resolvePageLinks(
  ctx: ListCtx,
  { paths }: z.output<typeof LinkQuery>,
): Promise<z.output<typeof PageLinks>['links']> {
  const { languages, shown } = await ctx.siteSettings.current();
  const known = new Map([...new Set(paths)].map((from) => [from, normalizePath(from)]));
  const rows = await findRowsOfPaths(
    ctx,
    [...known.values()].filter((path) => path !== undefined),
    languages,
  );
  const links: z.output<typeof PageLinks>['links'] = [];
  for (const [module, ids] of idsByModule(rows.values())) {
    const kind = factsOf(module).log as never;
    const translations = await findInLanguage(ctx.read, { module: kind, ids, lang: shown.language });
    const pages = await findPages(ctx, module, [...ids, ...translations.values()]);
    for (const [from, path] of known) {
      const row = path === undefined ? undefined : rows.get(path);
      if (row?.module !== module) continue;
      const page = pages.get(translations.get(row.id) ?? 0) ?? pages.get(row.id);
      if (page) links.push({ from, ...page });
    }
  }
  return links;
}

function idsByModule(rows: Iterable<{ module: ModuleName; id: number }>): Map<ModuleName, number[]> {
  const byModule = new Map<ModuleName, number[]>();
  for (const { module, id } of rows) byModule.set(module, [...(byModule.get(module) ?? []), id]);
  return byModule;
}
