import type { Connection, Ctx } from '../../database/ctx.ts';
import type { Tables } from '../../database/tables.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { readDefaultsBasis } from '../../settings/settings.repository.ts';
import { hasAccentedLetters, problemOfPath, problemOfSlug } from '../../shared/slugs.ts';
import { inLatinLetters } from './transliteration.ts';
import { mixesAlphabets } from '../../shared/look-alikes.ts';
import { isTakenByRoute } from './taken-paths.ts';
import { findFreePath } from './address-proposals.service.ts';
import {
  deleteAddresses,
  type ItemKey,
  insertAddress,
  findAddress,
  isRedirect,
  setCurrent,
} from './stored-addresses.service.ts';

interface NewSlug {
  folder: string;
  slug: string | null;
  /** The name of the field, for messages. */
  label: string;
  /** The language of the row. If empty, the language of the site. */
  lang: string | null | undefined;
}

const ownAddress = 'The program itself uses this address. Please choose another one.';

/**
 * Makes `slug` the row's current address, and the previous address a past one. If `slug` is null, the row has no
 * current address. Call it in the transaction that stores the row.
 * @throws {RuleBroken} when the address belongs to another row, a redirect or the program, or when a new slug mixes
 * alphabets
 */
export async function changeSlug(
  tx: Ctx,
  key: ItemKey,
  { folder, slug, label, lang }: NewSlug,
): Promise<void> {
  const path = slug && `${folder}/${slug}`;
  if (slug && hasAccentedLetters(slug)) {
    const language = lang || (await readDefaultsBasis(tx.em.getKysely<Tables>())).language;
    const problemOf = folder === '' ? problemOfPath : problemOfSlug;
    const problem = problemOf(label, slug, inLatinLetters(slug, language));
    if (problem) throw RuleBroken.of('slug', problem);
  }
  if (path) {
    const address = { path, kind: key.module, item_id: key.item_id, target: null, is_current: true };
    if (folder === '' && isTakenByRoute(path)) throw RuleBroken.of('slug', ownAddress);
    if (await insertAddress(tx, address)) expectOneAlphabet(slug);
    else if (!(await isOwn(tx, key, path))) throw RuleBroken.of('slug', await explain(tx, path, folder));
  }
  await setCurrent(tx, key, path);
}

/**
 * Checks that no word of the slug mixes alphabets. Only new addresses are checked, so that addresses from earlier
 * versions remain valid. @throws {RuleBroken} when a word mixes alphabets
 */
function expectOneAlphabet(slug: string): void {
  if (!mixesAlphabets(slug)) return;
  const problem =
    'A word of this address has letters of different alphabets, so it looks like another word. Please use one alphabet.';
  throw RuleBroken.of('slug', problem);
}

/** Deletes all addresses of a row that is deleted for good. */
export async function deleteAddressesOf(tx: Pick<Ctx, 'em'>, { module, item_id }: ItemKey): Promise<void> {
  await deleteAddresses(tx, { kind: module, item_id });
}

async function isOwn({ em }: Ctx, { module, item_id }: ItemKey, path: string): Promise<boolean> {
  const there = await findAddress(em.getKysely<Tables>(), path);
  return there?.kind === module && there.item_id === item_id;
}

async function explain(tx: Ctx, path: string, folder: string): Promise<string> {
  const read: Connection = tx.em.getKysely<Tables>();
  const there = await findAddress(read, path);
  const free = await findFreePath(read, path);
  const proposal = free ? ` “${free.slice(folder.length + 1)}” is free.` : '';
  if (isRedirect(there?.kind)) return `A redirect in the settings has this address.${proposal}`;
  const owner = `the page with the id ${there?.item_id}`;
  return there?.is_current
    ? `This is the address of ${owner}.${proposal}`
    : `This is a past address of ${owner} and still leads there. It can be given up there.${proposal}`;
}
