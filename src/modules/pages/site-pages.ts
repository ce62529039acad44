import { z } from 'zod';
import type { ListCtx } from '../../content/operations/read.ts';
import type { Connection } from '../../database/ctx.ts';
import { groupValue } from '../../settings/assemble-settings.ts';
import { readDefaultsBasis, readSettingsGroup } from '../../settings/stored-groups.ts';
import { maxId } from '../../shared/fields.ts';
import { normalizePath } from '../../shared/normalize-path.ts';
import { type PublicPage, publicPages } from '../../shared/public-pages.ts';
import { defaultsFor } from '../../shared/settings/defaults.ts';
import { legalPageNames } from '../../shared/settings/fields/legal.ts';
import { type GroupValue, settingGroups } from '../../shared/settings/groups.ts';
import type { SiteSettings } from '../../shared/settings/site-settings.ts';
import { pagesFacts } from './pages.facts.ts';
import { pagesModule } from './pages.module.ts';

/** `button` is the one beside the menu. Pages with legal texts are in the last line of the footer. */
const links = ['header', 'button', 'footer', 'footer_more', 'legal', 'none'] as const;
type LinkPlace = (typeof links)[number];

/** `empty`: the page answers, but nothing links to it until its first entry is public. */
const states = ['published', 'empty', 'hidden'] as const;

const FixedPage = z.object({
  name: z.string(),
  /** For staff. */
  label: z.string(),
  /** The label of an entry in a menu, in the language of the site. */
  title: z.string(),
  path: z.string(),
  state: z.enum(states),
  /** The group of settings that shows and hides the page. Null for a page that the site always has. */
  group: z.enum(['features', 'legal']).nullable(),
});
type FixedPage = z.output<typeof FixedPage>;

const SitePage = z.object({
  link: z.enum(links),
  /** The label of the entry of the main menu above it. */
  below: z.string().nullable(),
  fixed: FixedPage.nullable(),
  own: pagesModule.Shown.nullable(),
});
type SitePage = z.output<typeof SitePage>;

export const SitePages = z.object({ pages: z.array(SitePage) });

type Entry = Pick<SitePage, 'link' | 'below'> & { path: string };

/** In the order of the menus: those that a menu or the footer links to, then the other fixed pages. */
export async function listSitePages(ctx: ListCtx): Promise<z.output<typeof SitePages>> {
  const site = await ctx.siteSettings.current();
  const stored = await readSettingsGroup(ctx.read, 'navigation');
  const basis = await readDefaultsBasis(ctx.read);
  const navigation = groupValue('navigation', stored?.value, basis) as GroupValue<'navigation'>;
  const menuLabels = new Map(
    defaultsFor(basis).navigation.header.map(({ url, label }) => [normalizePath(url), label]),
  );
  const fixedPages = new Map(
    publicPages.map((page) => [page.path as string, fixedPageOf(page, site, menuLabels.get(page.path))]),
  );
  const entries = entriesOf(navigation, fixedPages);
  const ids = await findPageIds(
    ctx.read,
    entries.map(({ path }) => path).filter((path) => !fixedPages.has(path)),
  );
  const rows = await readOwnPages(ctx, [...new Set(ids.values())]);
  const listed = new Set<object>();
  const pages = entries.flatMap(({ path, link, below }): SitePage[] => {
    const fixed = fixedPages.get(path) ?? null;
    const own = fixed ? null : (rows.get(ids.get(path) ?? 0) ?? null);
    const page = fixed ?? own;
    if (!page || listed.has(page)) return [];
    listed.add(page);
    return [{ link, below, fixed, own }];
  });
  return { pages };
}

function fixedPageOf(page: PublicPage, site: SiteSettings, menuLabel: string | undefined): FixedPage {
  const { path, texts } = page;
  const isLegal = typeof texts !== 'string';
  const name = isLegal ? texts.document : texts;
  const { label } = isLegal ? settingGroups.legal.fields[texts.document] : settingGroups.pages.fields[texts];
  const title = menuLabel ?? (isLegal ? site.legal[texts.document].title : site.pages[texts].heading);
  const isOn = (parts: object) => (parts as Readonly<Record<string, boolean>>)[name] ?? true;
  const state = !isOn(site.features) ? 'hidden' : isOn(site.linked) ? 'published' : 'empty';
  const group = isLegal ? 'legal' : name in settingGroups.features.fields ? 'features' : null;
  return { name, label, title, path, state, group };
}

/** Every page once at least: a page that nothing links to has the place `none`. */
function entriesOf(
  { header, footer, footer_more }: GroupValue<'navigation'>,
  fixedPages: ReadonlyMap<string, FixedPage>,
): Entry[] {
  const linked = (list: typeof header, link: LinkPlace): Entry[] => {
    let top: string | null = null;
    return list.flatMap(({ label, url, is_hidden, is_below }): Entry[] => {
      if (is_hidden) return [];
      if (!is_below) top = label;
      const path = url.startsWith('/') ? normalizePath(url.replace(/[?#].*$/s, '')) : undefined;
      return path ? [{ path, link, below: is_below ? top : null }] : [];
    });
  };
  const without = (path: string, link: LinkPlace): Entry => ({ path, link, below: null });
  const shownLegal = legalPageNames.filter((name) => fixedPages.get(`/${name}`)?.state === 'published');
  return [
    ...linked(header, 'header'),
    without('/contact', 'button'),
    ...linked(footer, 'footer'),
    ...linked(footer_more, 'footer_more'),
    ...shownLegal.map((name) => without(`/${name}`, 'legal')),
    ...[...fixedPages.keys()].map((path) => without(path, 'none')),
  ];
}

/** By path, present or past. */
async function findPageIds(read: Connection, paths: readonly string[]): Promise<Map<string, number>> {
  if (paths.length === 0) return new Map();
  const stored = await read
    .withTables<{ addresses: { path: string; kind: string; item_id: number | null } }>()
    .selectFrom('addresses')
    .select(['path', 'item_id'])
    .where('kind', '=', pagesFacts.log)
    .where('path', 'in', [...new Set(paths)])
    .execute();
  const byId = paths.flatMap((path): [string, number][] => {
    const id = Number(new RegExp(`^${pagesFacts.folder}/([1-9]\\d{0,9})$`).exec(path)?.[1]);
    return id <= maxId ? [[path, id]] : [];
  });
  return new Map([...stored.map(({ path, item_id }): [string, number] => [path, Number(item_id)]), ...byId]);
}

async function readOwnPages(ctx: ListCtx, ids: readonly number[]) {
  if (ids.length === 0) return new Map();
  const rows = await ctx.read
    .selectFrom('pages')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  const shown = await pagesModule.showAll(
    ctx,
    rows.map((row) => pagesModule.toView(row as never)),
  );
  return new Map(shown.map((row) => [row.id, row]));
}
