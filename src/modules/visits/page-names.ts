import { findRowOfPath, pageAt, presentPath } from '../../content/addresses/moved-pages.ts';
import { factsOfTable } from '../../database/list/public-at.ts';
import type { Ctx } from '../../database/ctx.ts';
import { readSiteLanguages } from '../../settings/stored-groups.ts';
import { factsOf, type ModuleName, moduleNames } from '../../shared/module-facts.ts';
import { normalizePath } from '../../shared/normalize-path.ts';
import { everyLanguage, languageOfRow, splitLanguage } from '../../shared/site-languages.ts';
import { publicPages } from '../../shared/public-pages.ts';
import { languages } from '../../shared/settings/fields/region.ts';
import { legalFields } from '../../shared/settings/fields/legal.ts';
import { pagesFields } from '../../shared/settings/fields/pages.ts';
import type { SiteSettings } from '../../shared/settings/site-settings.ts';
import { pathOfRow } from '../../shared/slugs.ts';

type NameCtx = Pick<Ctx, 'read' | 'now'>;

/**
 * The name under which a page is counted: the path of a fixed page, or the module and the id of a row, which stay when
 * its address changes. Undefined if visitors cannot open the page.
 */
export async function findPageName(
  ctx: NameCtx,
  site: SiteSettings,
  path: string,
): Promise<string | undefined> {
  const known = normalizePath(path);
  if (!known) return undefined;
  const row = await findRowOfPath(ctx, known, site.languages);
  if (row) return (await presentPath(ctx, site, row.module, row.id)) && nameOfRow(row);
  const { rest } = splitLanguage(site.languages.shown, known);
  const isPage = publicPages.some((page) => page.path === rest);
  return isPage ? pageAt(site, known) : undefined;
}

export function nameOfRow({ module, id }: { module: ModuleName; id: number }): string {
  return `${module}/${id}`;
}

interface NamedPage {
  title: string;
  /** Null for a page that no longer exists. */
  path: string | null;
}

interface TitledRow {
  id: number;
  title: string;
  slug: string | null;
  lang?: string | null;
  place?: string;
}

/** What staff call each page. */
export async function describePages(
  { read }: Pick<NameCtx, 'read'>,
  names: readonly string[],
): Promise<ReadonlyMap<string, NamedPage>> {
  const pages = new Map<string, NamedPage>();
  const spoken = await readSiteLanguages(read);
  const rows = names.flatMap((name) => rowOfName(name) ?? []);
  for (const [module, ofModule] of Map.groupBy(rows, (row) => row.module)) {
    const facts = factsOf(module);
    const stored = await read
      .withTables<Record<string, TitledRow>>()
      .selectFrom(facts.table)
      .select(['id', 'title', 'slug'])
      .$if(facts.isTranslated === true, (query) => query.select('lang'))
      .$if(factsOfTable(facts.table)?.fixedPages !== undefined, (query) => query.select('place'))
      .where(
        'id',
        'in',
        ofModule.map(({ id }) => id),
      )
      .execute();
    const byId = new Map(stored.map((row) => [Number(row.id), row]));
    for (const row of ofModule) {
      const known = byId.get(row.id);
      pages.set(
        nameOfRow(row),
        known
          ? { title: known.title, path: pathOfRow(facts, known, languageOfRow(spoken, known.lang)) }
          : { title: `Deleted ${facts.noun}`, path: null },
      );
    }
  }
  for (const name of names) if (!pages.has(name)) pages.set(name, describeFixedPage(name));
  return pages;
}

function rowOfName(name: string): { module: ModuleName; id: number } | undefined {
  const [, folder, digits] = /^(\w+)\/(\d{1,10})$/.exec(name) ?? [];
  const module = moduleNames.find((one) => one === folder);
  return module && factsOf(module).folder ? { module, id: Number(digits) } : undefined;
}

/** Another version of the program may have counted a page that this one lacks. */
function describeFixedPage(name: string): NamedPage {
  const { of, rest } = splitLanguage(everyLanguage, name);
  const texts = publicPages.find((page) => page.path === rest)?.texts;
  if (texts === undefined) return { title: name, path: null };
  const { label } = typeof texts === 'string' ? pagesFields[texts] : legalFields[texts.document];
  return { title: of ? `${label} in ${languages[of.language]}` : label, path: name };
}
