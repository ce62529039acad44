import { z } from 'zod';
import { readAddressesOf } from '../../content/addresses/stored-addresses.ts';
import type { Connection, SignedInCtx } from '../../database/ctx.ts';
import type { Tables } from '../../database/table-types.ts';
import { inTransaction } from '../../database/transaction.ts';
import { readGroupState, storeSettingsGroup } from '../../settings/groups.ts';
import { noListUses } from '../../settings/choices.ts';
import { getGroup } from '../../settings/settings.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { ById, oneOf } from '../../shared/fields.ts';
import { withEntryKeys } from '../../shared/settings/group-values.ts';
import { findGroup, type GroupValue } from '../../shared/settings/groups.ts';
import { isFixedPlace, pagesFacts } from './pages.facts.ts';
import { pagesModule } from './pages.module.ts';

type Navigation = GroupValue<'navigation'>;
type Entry = Navigation['header'][number];
type NewEntry = Omit<Entry, 'key'> & { key?: string };

/** The menus that can have a page. `none` is none of them. */
const menuPlaces = ['none', 'header', 'footer', 'footer_more'] as const;

export const MenuPlace = z.object({
  place: z.enum(menuPlaces).meta({ title: 'PageMenuAnswerPlace' }).describe('The menu that the page is in'),
  /** The key of the header entry above the page. Null when the page is not a sub-entry. */
  below: z
    .string()
    .nullable()
    .describe('The key of the entry of the main menu that the page is below, or null'),
  entries: z
    .array(
      z
        .object({
          key: z.string().describe('The name of the entry for programs, which never changes'),
          label: z.string().describe('The name for people'),
        })
        .meta({ title: 'PageMenuAnswerEntries' }),
    )
    .describe('The entries of the main menu that may have others below them'),
});
export type MenuPlace = z.output<typeof MenuPlace>;

export const MenuPlacementInput = ById.extend({
  place: oneOf('Place', menuPlaces).describe('The menu to put the page into'),
  below: z
    .string('Below must be text')
    .max(200)
    .nullish()
    .describe('The key of the entry of the main menu that the page is below, or null'),
});
export type MenuPlacementInput = z.output<typeof MenuPlacementInput>;

const maxLabel = 60;
const listNames = ['header', 'footer', 'footer_more'] as const;

/** @throws {NotFound} when there is no such page */
export async function getMenuPlace(ctx: SignedInCtx, id: number): Promise<MenuPlace> {
  await pagesModule.get(ctx, id);
  const { value } = await getGroup(ctx, 'navigation');
  return placeOf(value as Navigation, await hrefsOf(ctx.read, id));
}

/**
 * An existing entry keeps its label. The site hides it until visitors can open the page.
 * @throws {NotFound} when there is no such page · {RuleBroken} when the header has no entry `below`, or the
 * page is shown on a fixed page
 */
export async function setMenuPlace(
  ctx: SignedInCtx,
  { id, place, below = null }: MenuPlacementInput,
): Promise<MenuPlace> {
  const page = await pagesModule.get(ctx, id);
  if (isFixedPlace(page.place))
    throw RuleBroken.of('place', 'A menu cannot lead to this page, because it is shown on a fixed page.');
  return inTransaction(ctx, async (tx) => {
    const group = findGroup('navigation')!;
    const state = await readGroupState(tx, group);
    const hrefs = await hrefsOf(tx.em.getKysely<Tables>(), id);
    const before = state.values as Navigation;
    const now = placeOf(before, hrefs);
    if (now.place === place && now.below === below) return now;

    const label = page.title.slice(0, maxLabel);
    const own = listNames.flatMap((list) => before[list]).find(({ url }) => hrefs.has(url));
    const url = page.path;
    const entry: NewEntry = own ?? { label, url, is_hidden: false, is_below: false };
    const without = (list: readonly Entry[]) => withoutPage(list, hrefs);
    const lists: Record<(typeof listNames)[number], NewEntry[]> = {
      header: without(before.header),
      footer: without(before.footer),
      footer_more: without(before.footer_more),
    };

    const placed = { ...entry, is_below: below !== null };
    if (place !== 'none') lists[place] = withEntry(lists[place], placed, below);
    const values = withEntryKeys(group.fields, { ...before, ...lists });
    const saved = await storeSettingsGroup(tx, group, {
      state,
      values,
      uses: noListUses,
      reassign: undefined,
    });
    return placeOf(saved.values as Navigation, hrefs);
  });
}

/** Every address that leads to the page. */
async function hrefsOf(read: Connection, id: number): Promise<Set<string>> {
  const stored = await readAddressesOf(read, { module: pagesFacts.log, item_id: id });
  return new Set([`${pagesFacts.folder}/${id}`, ...stored.map(({ path }) => path)]);
}

function placeOf(navigation: Navigation, hrefs: ReadonlySet<string>): MenuPlace {
  const tops = navigation.header.filter(({ is_below, url }) => !is_below && !hrefs.has(url));
  const entries = tops.map(({ key, label }) => ({ key, label }));
  const place = listNames.find((list) => navigation[list].some(({ url }) => hrefs.has(url))) ?? 'none';
  const own = navigation.header.findIndex(({ url }) => hrefs.has(url));
  const isBelow = place === 'header' && navigation.header[own]!.is_below;
  const above = isBelow ? navigation.header.slice(0, own).findLast(({ is_below }) => !is_below) : undefined;
  return { place, below: above?.key ?? null, entries };
}

/** Sub-entries of a removed entry move to the top level. */
function withoutPage(list: readonly Entry[], hrefs: ReadonlySet<string>): Entry[] {
  let isOrphan = false;
  return list.flatMap((entry) => {
    const isOwn = hrefs.has(entry.url);
    if (isOwn) isOrphan = !entry.is_below;
    else if (!entry.is_below) isOrphan = false;
    if (isOwn) return [];
    return [isOrphan ? { ...entry, is_below: false } : entry];
  });
}

function withEntry(list: readonly NewEntry[], entry: NewEntry, below: string | null): NewEntry[] {
  if (below === null) return [...list, entry];
  const at = list.findIndex(({ key, is_below }) => key === below && !is_below);
  if (at < 0)
    throw RuleBroken.of('below', 'There is no such entry in the menu any more. Please choose another one.');
  const next = list.findIndex(({ is_below }, place) => place > at && !is_below);
  return list.toSpliced(next < 0 ? list.length : next, 0, entry);
}
