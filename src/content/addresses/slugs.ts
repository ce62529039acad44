import transliterate from '@sindresorhus/transliterate';
import { toIsoTime } from '../../database/columns.ts';
import type { Connection, Ctx, SignedInCtx } from '../../database/ctx.ts';
import type { Tables } from '../../database/table-types.ts';
import { inTransaction } from '../../database/transaction.ts';
import { recordActivity } from '../../log/activities.ts';
import { readSiteLanguages } from '../../settings/stored-groups.ts';
import { NotFound, RuleBroken } from '../../shared/errors.ts';
import { mixesAlphabets } from '../../shared/look-alikes.ts';
import { factsOf, logNameOfModule, type ModuleName } from '../../shared/module-facts.ts';
import { normalizePath } from '../../shared/normalize-path.ts';
import { isPublicAt } from '../../shared/schedule.ts';
import type { SiteSettingsSource } from '../../shared/settings/site-settings.ts';
import { languageOfRow, type SiteLanguages, splitLanguage } from '../../shared/site-languages.ts';
import {
  hasAccentedLetters,
  maxSlugLength,
  findPathProblem,
  findSlugProblem,
  slugOfText,
  toPagePath,
} from '../../shared/slugs.ts';
import type { ModuleKind } from '../module/module-kind.ts';
import { readRow } from '../operations/read.ts';
import type { PastAddress } from './addresses.schema.ts';
import {
  deleteAddresses,
  findAddress,
  findAddresses,
  insertAddress,
  isRedirect,
  isPathTakenByRoute,
  type ItemKey,
  readAddressesOf,
  setCurrentAddress,
} from './stored-addresses.ts';

/** Languages with own rules: `ö` becomes `oe` in German. In others the accent goes: `o` in Finnish. */
const languagesOfTables = new Set(['da', 'de', 'hu', 'nb', 'nn', 'no', 'sr', 'sv', 'tr']);

/** Words to transliterate. In other scripts, readers would not recognize the result. */
const readableWords =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}][\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}]*/gu;

/** By the rules of the language: `Größe & Maß` becomes `Groesse und Mass` in German. */
function inLatinLetters(text: string, language: string): string {
  const [base = ''] = language.toLowerCase().split('-');
  const hasTable = languagesOfTables.has(base);
  return text
    .replaceAll('&', () => andIn(base))
    .normalize('NFC')
    .replaceAll(readableWords, (word) =>
      transliterate(hasTable ? word : withoutAccents(word), { locale: base }),
    );
}

function withoutAccents(word: string): string {
  return word
    .normalize('NFD')
    .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC');
}

/** The word between the last two entries of a list, with its spaces: ` und `. */
function andIn(language: string): string {
  const [, between] = new Intl.ListFormat(language, { type: 'conjunction' }).formatToParts(['1', '2']);
  return between?.value ?? ' ';
}

/** Proposals go from `title-2` to `title-50`. */
const lastNumber = 50;

interface Proposed {
  /** The path above the slug, such as '/blog'. Empty when the slug is a whole path. */
  folder: string;
  text: string;
  /** The language of the text. If empty, the site's. */
  lang: string | null | undefined;
  /** The row that gets the address. Its own addresses do not count as taken. */
  owner: ItemKey | undefined;
}

/** A slug whose address no other row has or had. Empty if it has only digits, or no number is free. */
export async function proposeSlug(
  ctx: Ctx & { siteSettings: SiteSettingsSource },
  { folder, text, lang, owner }: Proposed,
): Promise<string> {
  const { region, languages } = await ctx.siteSettings.current();
  const language = lang || region.language;
  const { prefix } = languageOfRow(languages, lang);
  const slug = (folder === '' ? toPagePath : slugOfText)(inLatinLetters(text, language));
  // Digits alone would be read as an id.
  if (/^\p{N}*$/u.test(slug)) return '';
  const isTaken = folder === '' && isTakenByProgram(`/${slug}`, languages);
  const path = await findFreePath(ctx.read, `${prefix}${folder}/${slug}`, owner, isTaken);
  return path ? path.slice(prefix.length + folder.length + 1) : '';
}

/** By a page of the program, or as the beginning of the addresses of a language. */
function isTakenByProgram(path: string, { shown }: SiteLanguages): boolean {
  return isPathTakenByRoute(path) || splitLanguage(shown, path).rest !== path;
}

/**
 * Returns the path if it is free, or the first free one with a number: '/blog/news-2'. `isTaken`: the path itself is
 * known to be taken.
 */
async function findFreePath(
  read: Connection,
  path: string,
  owner?: ItemKey,
  isTaken = false,
): Promise<string | undefined> {
  const start = path.lastIndexOf('/') + 1;
  const [base, slug] = [path.slice(0, start), path.slice(start)];
  const numbered = Array.from({ length: lastNumber - 1 }, (_, at) => {
    const ending = `-${at + 2}`;
    const cut = slug.slice(0, maxSlugLength - ending.length).replace(/[\ud800-\udbff]$/, '');
    return base + cut.replace(/-$/, '') + ending;
  });
  const candidates = isTaken ? numbered : [path, ...numbered];
  const isOwn = ({ kind, item_id }: { kind: string; item_id: number | null }) =>
    kind === owner?.module && item_id === owner.item_id;
  const rows = await findAddresses(read, candidates);
  const taken = new Set(rows.filter((row) => !isOwn(row)).map((row) => row.path));
  return candidates.find((candidate) => !taken.has(candidate));
}

interface NewSlug {
  folder: string;
  slug: string | null;
  /** The name of the field, for messages. */
  label: string;
  /** The language of the row. If empty, the site's. */
  lang: string | null | undefined;
}

const ownAddress = 'The program itself uses this address. Please choose another one.';

/**
 * Makes `slug` the row's current address and the previous one a past one; null leaves no current one. Call it
 * in the transaction that stores the row.
 * @throws {RuleBroken} when the address belongs to another row, a redirect or the program, or a new slug
 * mixes alphabets
 */
export async function changeSlug(
  tx: Ctx,
  key: ItemKey,
  { folder, slug, label, lang }: NewSlug,
): Promise<void> {
  const languages = await readSiteLanguages(tx.em.getKysely<Tables>());
  const above = languageOfRow(languages, lang).prefix + folder;
  const path = slug && `${above}/${slug}`;
  if (slug && hasAccentedLetters(slug)) {
    const language = lang || languages.shown[0].language;
    const problemOf = folder === '' ? findPathProblem : findSlugProblem;
    const problem = problemOf(label, slug, inLatinLetters(slug, language));
    if (problem) throw RuleBroken.of('slug', problem);
  }
  if (path) {
    const address = { path, kind: key.module, item_id: key.item_id, target: null, is_current: true };
    if (folder === '' && isTakenByProgram(`/${slug}`, languages)) throw RuleBroken.of('slug', ownAddress);
    if (await insertAddress(tx, address)) expectOneAlphabet(slug);
    else if (!(await isOwn(tx, key, path))) throw RuleBroken.of('slug', await explain(tx, path, above));
  }
  await setCurrentAddress(tx, key, path);
}

/** Only for new addresses, so that those of earlier versions remain valid. @throws {RuleBroken} */
function expectOneAlphabet(slug: string): void {
  if (!mixesAlphabets(slug)) return;
  const problem =
    'A word of this address has letters of different alphabets, so it looks like another word. Please use one alphabet.';
  throw RuleBroken.of('slug', problem);
}

export async function deleteAddressesOf(tx: Pick<Ctx, 'em'>, { module, item_id }: ItemKey): Promise<void> {
  await deleteAddresses(tx, { kind: module, item_id });
}

async function isOwn({ em }: Ctx, { module, item_id }: ItemKey, path: string): Promise<boolean> {
  const there = await findAddress(em.getKysely<Tables>(), path);
  return there?.kind === module && there.item_id === item_id;
}

async function explain(tx: Ctx, path: string, above: string): Promise<string> {
  const read: Connection = tx.em.getKysely<Tables>();
  const there = await findAddress(read, path);
  const free = await findFreePath(read, path);
  const proposal = free ? ` “${free.slice(above.length + 1)}” is free.` : '';
  if (isRedirect(there?.kind)) return `A redirect in the settings has this address.${proposal}`;
  const owner = `the page with the id ${there?.item_id}`;
  return there?.is_current
    ? `This is the address of ${owner}.${proposal}`
    : `This is a past address of ${owner} and still leads there. It can be given up there.${proposal}`;
}

/** @throws {NotFound} when the row does not exist or is in the trash */
export async function listPastAddresses(
  ctx: Ctx,
  name: ModuleName,
  kind: ModuleKind,
  id: number,
): Promise<PastAddress[]> {
  await readRow(kind, ctx, id);
  const addresses = await readAddressesOf(ctx.read, { module: logNameOfModule(name), item_id: id });
  return addresses
    .filter(({ is_current }) => !is_current)
    .map(({ path, since }) => ({ path, since: toIsoTime(since) }));
}

/** @throws {NotFound} when the row or the address does not exist · {RuleBroken} when it is the present one */
export async function releasePastAddress(
  ctx: SignedInCtx,
  name: ModuleName,
  kind: ModuleKind,
  { id, path: address }: { id: number; path: string },
): Promise<{ success: true }> {
  const row = await readRow(kind, ctx, id);
  const [path, module] = [normalizePath(address) ?? '', logNameOfModule(name)];
  await inTransaction(ctx, async (tx) => {
    const there = await findAddress(tx.em.getKysely<Tables>(), path);
    if (there?.kind !== module || there.item_id !== id) throw new NotFound('It has no such past address.');
    if (there.is_current)
      throw RuleBroken.of('path', 'This is its present address. Give it another one or none first.');
    await deleteAddresses(tx, { path });
    const label = String(row[kind.title]);
    const isPublic = isPublicAt(factsOf(name), row, ctx.now);
    const subject = { id, label, verb: 'Gave up an address of', facts: {}, isPublic };
    await recordActivity(tx, 'update', module, subject, { slug: { old: path, new: null } });
  });
  return { success: true };
}
