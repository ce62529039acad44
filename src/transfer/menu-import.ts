import type { SignedInCtx } from '../database/ctx.ts';
import { inTransaction } from '../database/transaction.ts';
import { findAddress } from '../content/addresses/stored-addresses.ts';
import { oldPathOf } from '../content/addresses/old-addresses.ts';
import { Post } from '../modules/blog/blog.module.ts';
import { pages } from '../modules/pages/pages.module.ts';
import { readGroupState, storeGroup } from '../settings/groups.ts';
import { noListUses } from '../settings/list-uses.ts';
import { isWebAddress } from '../shared/address-fields.ts';
import { toOneLine } from '../shared/text-fields.ts';
import { factsOf } from '../shared/module-facts.ts';
import { publicPages } from '../shared/public-pages.ts';
import { findGroup, navigationFields } from '../shared/settings/groups.ts';
import { withEntryKeys } from '../shared/settings/group-values.ts';
import { pathOfRow } from '../shared/slugs.ts';
import type { CategoryMap } from './category-map.ts';
import { shortened } from './clean-post.ts';
import { ImportedItem } from '../content/imported-item.entity.ts';
import type { IncomingMenuEntry, ExportSurvey } from './incoming.ts';
import type { ImportOutcome } from './import-report.ts';
import { isFileOfWordPress, isOfSite } from './html-parts.ts';

interface MenuImport {
  survey: ExportSurvey;
  categories: CategoryMap;
  /** The name of the menu that becomes the header. Undefined when the header remains unchanged. */
  menu: string | undefined;
  isDryRun: boolean;
}

const maxLabel = navigationFields.header.fields.label.max;

/**
 * Replaces the header of the site with the chosen menu. The earlier header remains as a version of the
 * settings. Yields an outcome for each entry of all menus.
 * @throws {Error} when the export has no menu with the chosen name
 */
export async function* importMenus(
  ctx: SignedInCtx,
  { survey, categories, menu, isDryRun }: MenuImport,
): AsyncGenerator<ImportOutcome> {
  const names = survey.menus.map(({ name }) => name);
  if (menu !== undefined && !names.includes(menu))
    throw new Error(`the export has no menu ${menu}. Its menus: ${names.join(', ') || 'none'}`);
  for (const { name, entries } of survey.menus) {
    const header: { label: string; url: string; is_hidden: boolean; is_below: boolean }[] = [];
    for (const { externalId, label, leadsTo, depth } of entries) {
      const found = await targetOf(ctx, survey, categories, leadsTo);
      const title = shortened(toOneLine(label || found.title), maxLabel);
      const facts = { kind: 'menu', externalId, title };
      if (name !== menu) {
        const notes = [`entry of the menu ${name}: --menu ${name} puts it into the header`];
        yield { ...facts, outcome: 'skipped', notes };
      } else if (!found.url || !title) {
        yield { ...facts, outcome: 'skipped', notes: ['it leads to nothing that is here'] };
      } else {
        const is_below = depth > 0 && header.length > 0;
        header.push({ label: title, url: found.url, is_hidden: false, is_below });
        const notes = depth > 1 ? ['stands one level higher: a menu here has two levels'] : [];
        yield { ...facts, outcome: notes.length > 0 ? 'changed' : 'taken', notes };
      }
    }
    if (name === menu && !isDryRun && header.length > 0) await setHeader(ctx, header);
  }
}

async function targetOf(
  ctx: SignedInCtx,
  { source, site }: ExportSurvey,
  categories: CategoryMap,
  leadsTo: IncomingMenuEntry['leadsTo'],
): Promise<{ url: string; title: string }> {
  const em = ctx.em.fork();
  if (leadsTo.kind === 'category') {
    const name = categories.get(leadsTo.key) ?? '';
    return { url: name && `/blog?category=${encodeURIComponent(name)}`, title: name };
  }
  if (leadsTo.kind !== 'address') {
    const { kind, externalId: external_id } = leadsTo;
    const known = await em.findOne(ImportedItem, { source, kind, external_id });
    const found = await rowAt(ctx, kind === 'page' ? 'page' : 'blog', known?.row_id);
    // If a built-in page has this address, the imported page is a draft. The entry then leads to the built-in
    // page.
    const path = oldPathOf(known?.details.address);
    const isPage = publicPages.some((page) => page.path === path);
    return isPage && path ? { ...found, url: path } : found;
  }
  const address = leadsTo.address.replace(/^\/\//, 'https://');
  // This server never replaces the file hosts of WordPress.com, so entries that lead to these hosts keep their address.
  if (isFileOfWordPress(address) || !isOfSite(address, site))
    return { url: isWebAddress(address) ? address : '', title: address };
  const path = oldPathOf(address) ?? '/';
  const there = path === '/' ? undefined : await findAddress(ctx.read, path);
  if (there?.item_id) return rowAt(ctx, there.kind, there.item_id);
  return { url: path, title: path };
}

async function rowAt(ctx: SignedInCtx, kind: string, id: number | undefined) {
  const none = { url: '', title: '' };
  if (id === undefined) return none;
  const em = ctx.em.fork();
  const row = kind === 'page' ? await em.findOne(pages.entity, { id }) : await em.findOne(Post, { id });
  if (!row) return none;
  return { url: pathOfRow(factsOf(kind === 'page' ? 'pages' : 'blog'), row), title: row.title };
}

async function setHeader(ctx: SignedInCtx, header: readonly object[]): Promise<void> {
  await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const group = findGroup('navigation')!;
    const state = await readGroupState(tx, group);
    const values = withEntryKeys(group.fields, { ...state.values, header });
    await storeGroup(tx, group, { state, values, uses: noListUses, reassign: undefined });
  });
}
