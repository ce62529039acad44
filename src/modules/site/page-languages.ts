import { z } from 'zod';
import { findRowOfPath } from '../../content/addresses/moved-pages.ts';
import { readPublicRow } from '../../content/addresses/stored-addresses.ts';
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
  const pages = new Map<string, PageInLanguage>();
  for (const { item_id, lang } of group) {
    const page = await findPage(ctx, module, item_id);
    if (page) pages.set(lang, page);
  }
  return languages.shown.flatMap(({ language }) => pages.get(language) ?? []);
}

/** Undefined when visitors cannot open it. */
async function findPage(ctx: ListCtx, module: ModuleName, id: number): Promise<PageInLanguage | undefined> {
  const facts = factsOf(module);
  const { languages } = await ctx.siteSettings.current();
  const row = await readPublicRow(ctx.read, { table: facts.table, id, now: ctx.now });
  const language = languageOfRow(languages, row?.lang);
  if (!row || languages.removed.includes(language)) return undefined;
  return { lang: language.language, path: pathOfRow(facts, row, language) };
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
  const links: z.output<typeof PageLinks>['links'] = [];
  for (const from of new Set(paths)) {
    const path = normalizePath(from);
    const row = path ? await findRowOfPath(ctx, path, languages) : undefined;
    if (!row) continue;
    const module = factsOf(row.module).log as never;
    const inLanguage = await findInLanguage(ctx.read, { module, ids: [row.id], lang: shown.language });
    const translation = inLanguage.get(row.id);
    const page =
      (translation ? await findPage(ctx, row.module, translation) : undefined) ??
      (await findPage(ctx, row.module, row.id));
    if (page) links.push({ from, ...page });
  }
  return links;
}
