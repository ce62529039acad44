import { toEarlierPath } from '../content/addresses/old-addresses.ts';
import { findAddress } from '../content/addresses/stored-addresses.ts';
import type { SignedInCtx } from '../database/ctx.ts';
import type { Database } from '../database/database.ts';
import { inTransaction } from '../database/transaction.ts';
import { Post } from '../modules/blog/blog.module.ts';
import { pagesModule } from '../modules/pages/pages.module.ts';
import { noListUses } from '../settings/choices.ts';
import { readGroupState, storeSettingsGroup } from '../settings/groups.ts';
import { isWebAddress, toOneLine } from '../shared/fields.ts';
import { RuleBroken } from '../shared/errors.ts';
import { factsOf } from '../shared/module-facts.ts';
import { publicPages } from '../shared/public-pages.ts';
import { withEntryKeys } from '../shared/settings/group-values.ts';
import { findGroup, navigationFields } from '../shared/settings/groups.ts';
import { pathOfRow } from '../shared/slugs.ts';
import type { CategoryMap } from './category-map.ts';
import { shortenText } from './clean-post.ts';
import { isFileOfWordPress, isAddressOfSite } from './html-parts.ts';
import type { ImportOutcome } from './import-report.ts';
import { ImportedItem } from '../content/imported-item.entity.ts';
import type {
  ExportSurvey,
  ForeignExport,
  IncomingFile,
  IncomingMenuEntry,
  IncomingPost,
} from './incoming-content.ts';
import { createMediaImporter, type ImportCtx } from './media-importer.ts';
import { redirectOldLists, rewriteOldLinks } from './old-links.ts';
import { importPage } from './page-import.ts';
import { importPost } from './post-import.ts';

interface MenuImport {
  survey: ExportSurvey;
  categories: CategoryMap;
  /** The menu that becomes the header. Undefined when the header stays. */
  menu: string | undefined;
  isDryRun: boolean;
}

const maxLabel = navigationFields.header.fields.label.max;

/** @throws {Error} when the export has no menu with the chosen name */
export function expectMenu({ menus }: Pick<ExportSurvey, 'menus'>, menu: string | undefined): void {
  const names = menus.map(({ name }) => name);
  if (menu === undefined || names.includes(menu)) return;
  throw new Error(`the export has no menu ${menu}. Its menus: ${names.join(', ') || 'none'}`);
}

/** The earlier header stays as a version of the settings. Yields an outcome for each entry of all menus. */
async function* importMenus(
  ctx: SignedInCtx,
  { survey, categories, menu, isDryRun }: MenuImport,
): AsyncGenerator<ImportOutcome> {
  for (const { name, entries } of survey.menus) {
    const header: { label: string; url: string; is_hidden: boolean; is_below: boolean }[] = [];
    for (const { externalId, label, leadsTo, depth } of entries) {
      const target = await targetOf(ctx, survey, categories, leadsTo);
      const title = shortenText(toOneLine(label || target.title), maxLabel);
      const facts = { kind: 'menu', externalId, title };
      if (name !== menu) {
        const notes = [`entry of the menu ${name}: --menu ${name} puts it into the header`];
        yield { ...facts, outcome: 'skipped', notes };
      } else if (!target.url || !title) {
        yield { ...facts, outcome: 'skipped', notes: ['it leads to nothing that is here'] };
      } else {
        const is_below = depth > 0 && header.length > 0;
        header.push({ label: title, url: target.url, is_hidden: false, is_below });
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
    const row = await rowAt(ctx, kind === 'page' ? 'page' : 'blog', known?.row_id);
    // At the address of a built-in page, the imported one is a draft, so the entry leads to the built-in.
    const path = toEarlierPath(known?.details.address);
    const isPage = publicPages.some((page) => page.path === path);
    return isPage && path ? { ...row, url: path } : row;
  }
  const address = leadsTo.address.replace(/^\/\//, 'https://');
  // This server never replaces the file hosts of WordPress.com.
  if (isFileOfWordPress(address) || !isAddressOfSite(address, site))
    return { url: isWebAddress(address) ? address : '', title: address };
  const path = toEarlierPath(address) ?? '/';
  const there = path === '/' ? undefined : await findAddress(ctx.read, path);
  if (there?.item_id) return rowAt(ctx, there.kind, there.item_id);
  return { url: path, title: path };
}

async function rowAt(ctx: SignedInCtx, kind: string, id: number | undefined) {
  const none = { url: '', title: '' };
  if (id === undefined) return none;
  const em = ctx.em.fork();
  const row = kind === 'page' ? await em.findOne(pagesModule.entity, { id }) : await em.findOne(Post, { id });
  if (!row) return none;
  return { url: pathOfRow(factsOf(kind === 'page' ? 'pages' : 'blog'), row), title: row.title };
}

async function setHeader(ctx: SignedInCtx, header: readonly object[]): Promise<void> {
  await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    const group = findGroup('navigation')!;
    const state = await readGroupState(tx, group);
    const values = withEntryKeys(group.fields, { ...state.values, header });
    await storeSettingsGroup(tx, group, { state, values, uses: noListUses, reassign: undefined });
  });
}

interface ForeignImport {
  categories: CategoryMap;
  /** The uploads of the other site. If undefined, no pictures and files are imported. */
  files: string | undefined;
  /** The menu that becomes the header. Undefined when the header stays. */
  menu: string | undefined;
  isDryRun: boolean;
}

/** Skips what an earlier run has imported. Addresses, links and menu entries have outcomes too. */
export async function* importForeign(
  ctx: ImportCtx,
  { survey, items }: Pick<ForeignExport, 'survey' | 'items'>,
  { categories, files, menu, isDryRun }: ForeignImport,
): AsyncGenerator<ImportOutcome> {
  const media = files === undefined ? undefined : createMediaImporter(files, isDryRun);
  const attached: IncomingFile[] = [];
  for await (const item of items()) {
    if ('post' in item)
      yield await orSkipped(item.post, item.kind, () =>
        importPost(ctx, item.post, survey, { categories, isDryRun, media }),
      );
    else if ('page' in item)
      yield await orSkipped(item.page, item.kind, () =>
        importPage(ctx, item.page, { survey, media, isDryRun }),
      );
    else if ('file' in item) attached.push(item.file);
    else {
      const { externalId, title, reason } = item.skipped;
      yield { outcome: 'skipped', kind: item.kind, externalId, title, notes: [reason] };
    }
  }

  // Known only after all texts, because a file is imported when a text uses it.
  for (const { externalId, title, address } of attached) {
    const facts = { kind: 'attachment', externalId, title };
    const upload = await media?.find(address);
    const isTaken = upload !== undefined && media!.used.has(upload.path);
    const reason = upload ? 'no text that was taken now shows it' : 'not among the files';
    if (isTaken) yield { ...facts, outcome: 'taken', notes: [] };
    else
      yield {
        ...facts,
        outcome: 'skipped',
        notes: [`${files === undefined ? 'no files are given' : reason}: ${address}`],
      };
  }

  yield* redirectOldLists(ctx, survey.lists ?? [], { categories, isDryRun });
  if (!isDryRun) yield* rewriteOldLinks(ctx, survey);
  yield* importMenus(ctx, { survey, categories, menu, isDryRun });
}

/** A rule may refuse an item, for example because its picture just went. The next run tries again. */
async function orSkipped(
  { externalId, title, notes }: IncomingPost,
  kind: string,
  take: () => Promise<ImportOutcome>,
): Promise<ImportOutcome> {
  try {
    return await take();
  } catch (error) {
    if (!(error instanceof RuleBroken)) throw error;
    const reasons = Object.values(error.errors ?? {}).flat();
    return { outcome: 'skipped', kind, externalId, title, notes: [...reasons, ...notes] };
  }
}

/** With the rights of an admin. No account has the id 0. */
export function createCommandLineCtx(database: Database, now: Date): SignedInCtx {
  const viewer = { id: 0, name: 'Command line', email: '', role: 'admin', session_id: 0 } as const;
  return { em: database.fork(), read: database.read, viewer, now };
}
