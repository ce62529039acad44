import { toIso } from '../../database/columns.ts';
import type { Connection, Ctx, SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Tables } from '../../database/tables.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { normalizePath } from '../../shared/normalize-path.ts';
import { pageRoutes } from '../../shared/public-pages.ts';
import type { SiteSettingsSource } from '../../shared/settings/site.ts';
import { recordSettingsChange } from '../../log/activities.service.ts';
import type { Redirect } from './addresses.schema.ts';
import { findPresentAddress, findRowOfPath, toOwnAddress } from './moved-pages.service.ts';
import { isWordPressQuery, toOldPath } from './old-paths.ts';
import { wildcard } from './redirect-patterns.ts';
import { isOfProgram } from './taken-paths.ts';
import {
  countRedirects,
  deleteAddresses,
  insertAddress,
  findAddress,
  isRedirect,
  maxPatterns,
  patternKind,
  readRedirects,
  redirectKind,
} from './stored-addresses.service.ts';

type SiteCtx = { siteSettings: SiteSettingsSource; publicUrl: string };
export type RedirectCtx = Ctx & SiteCtx;

export const maxRedirects = 10_000;
/** The maximum number of redirects in one response. Staff find further redirects with the search. */
const maxListed = 1000;

/** The character that replaces bytes which are no text in the encoding of a file. */
const unreadable = '\uFFFD';
const withUnreadable = 'A letter of this address could not be read. Save the file as UTF-8, or type it here.';
const ofProgram = 'The program itself uses this address, so it cannot lead elsewhere.';
const ofPage = 'This is an address of a page of this site, so it cannot lead elsewhere.';
const notOfThisSite = 'Name a page of this site, such as /services, not of another one.';

export async function listRedirects(
  ctx: Ctx & SiteCtx,
  { search }: { search?: string | undefined },
): Promise<{ redirects: Redirect[]; total: number }> {
  const site = await ctx.siteSettings.current();
  const stored = await readRedirects(ctx.read, { search, limit: maxListed });
  const redirects = stored.map(async ({ path, kind, target, since }) => ({
    path,
    target: target!,
    since: toIso(since),
    is_broken:
      !(kind === patternKind && target!.includes(wildcard)) &&
      (await findPresentAddress(ctx, site, target!)) === undefined,
  }));
  return { redirects: await Promise.all(redirects), total: await countRedirects(ctx.read, { search }) };
}

/**
 * Adds a redirect, and records it in the activity log.
 * @throws {RuleBroken} when the path is taken, when the target is not a page that visitors can open, or when there are
 * too many redirects
 */
export async function addRedirect(
  ctx: SignedInCtx & RedirectCtx,
  given: { path: string; target: string },
): Promise<Redirect> {
  const { path, target } = await parseRedirect(ctx, given);
  await inTransaction(ctx, async (tx) => {
    await insertRedirect(tx, { path, target });
    await recordRedirects(tx, 'Added', { old: '', new: `${path} → ${target}` });
  });
  return { path, target, since: ctx.now.toISOString(), is_broken: false };
}

/** Checks what was typed, and returns the redirect in its stored form. @throws {RuleBroken} when a part is invalid */
export async function parseRedirect(
  ctx: RedirectCtx,
  given: { path: string; target: string },
): Promise<{ path: string; target: string }> {
  const path = await readPath(ctx, given.path);
  return { path, target: await readTarget(ctx, given.target, path) };
}

/** Stores a redirect. @throws {RuleBroken} when there are too many redirects, or when the path is taken */
export async function insertRedirect(
  tx: Ctx,
  { path, target }: { path: string; target: string },
): Promise<void> {
  const isPattern = path.includes(wildcard);
  const read: Connection = tx.em.getKysely<Tables>();
  if (isPattern && (await countRedirects(read, { kind: patternKind })) >= maxPatterns)
    throw RuleBroken.of('path', `There may be at most ${maxPatterns} redirects with a ${wildcard}.`);
  if ((await countRedirects(read)) >= maxRedirects)
    throw RuleBroken.of('path', `There may be at most ${maxRedirects.toLocaleString('en')} redirects.`);
  const kind = isPattern ? patternKind : redirectKind;
  const isFree = await insertAddress(tx, { path, kind, item_id: null, target, is_current: false });
  if (!isFree) throw RuleBroken.of('path', await explainTaken(tx, path));
}

/**
 * Deletes a redirect, and records the deletion in the activity log. @throws {RuleBroken} when there is no such redirect
 */
export async function removeRedirect(ctx: SignedInCtx, given: string): Promise<{ success: true }> {
  await inTransaction(ctx, async (tx) => {
    const path = toOldPath(given) ?? '';
    const there = await findAddress(tx.em.getKysely<Tables>(), path);
    if (!there || !isRedirect(there.kind) || !(await deleteAddresses(tx, { path, kind: there.kind })))
      throw RuleBroken.of('path', 'There is no such redirect.');
    await recordRedirects(tx, 'Removed', { old: `${path} → ${there.target}`, new: '' });
  });
  return { success: true };
}

export function recordRedirects(tx: SignedInCtx, verb: string, change: { old: string; new: string }) {
  const about = { group: 'redirects', label: 'Redirects', verb: `${verb} an entry of` };
  return recordSettingsChange(tx, about, { redirect: change });
}

/**
 * Returns the path of an address that was typed. Removes the origin of this site.
 * @throws {RuleBroken} for an address of another site
 */
function ownPath({ publicUrl }: SiteCtx, field: string, text: string): string {
  const own = text.startsWith(`${publicUrl}/`) ? text.slice(publicUrl.length) : text;
  if (/^[a-z][a-z\d+.-]*:|^\/\/|\\/i.test(own)) throw RuleBroken.of(field, notOfThisSite);
  return own.startsWith('/') ? own : `/${own}`;
}

/**
 * Checks a redirect of an export by the rules of the form that do not depend on the rows of the site. Returns its target
 * in the stored form.
 * @throws {RuleBroken} when a part is invalid
 */
export function parseExportedRedirect({ path, target }: { path: string; target: string }): string {
  return readOwnTarget(target, readOwnPath(path));
}

/** Returns an old address in its stored form. @throws {RuleBroken} when no redirect can begin there */
function readOwnPath(own: string): string {
  if (/[?#]/.test(own) && !isWordPressQuery(own))
    throw RuleBroken.of('path', 'Leave out what follows ? or #. It leads to the page as well.');
  const path = toOldPath(own);
  const stars = path?.split(wildcard).length ?? 0;
  if (stars > 2) throw RuleBroken.of('path', `Write one ${wildcard} only. It stands for any text.`);
  if (!path) throw RuleBroken.of('path', 'This is no address that a browser can send.');
  if (path.includes(unreadable)) throw RuleBroken.of('path', withUnreadable);
  if (isOfProgram(path)) throw RuleBroken.of('path', ofProgram);
  if (pageRoutes.includes(path)) throw RuleBroken.of('path', ofPage);
  return path;
}

async function readPath(ctx: RedirectCtx, text: string): Promise<string> {
  const path = readOwnPath(ownPath(ctx, 'path', text));
  const row = await findRowOfPath(ctx, path);
  const address = row && (await findAddress(ctx.read, path));
  if (row && (address ? address.is_current : true)) throw RuleBroken.of('path', ofPage);
  return path;
}

async function readTarget(ctx: Ctx & SiteCtx, text: string, path: string): Promise<string> {
  const target = readOwnTarget(ownPath(ctx, 'target', text), path);
  if (target.includes(wildcard)) return target;
  const known = pathOfTarget(target);
  const further = known ? await findAddress(ctx.read, known) : undefined;
  if (further?.kind === redirectKind)
    throw RuleBroken.of('target', `This address leads on to ${further.target}. Name that page.`);
  const present = await findPresentAddress(ctx, await ctx.siteSettings.current(), target);
  if (!present)
    throw RuleBroken.of('target', 'Visitors find no page at this address. Name one that they can open.');
  return target;
}

/** Returns a target in its stored form. @throws {RuleBroken} when no redirect from `path` can lead there */
function readOwnTarget(own: string, path: string): string {
  const target = toOwnAddress(own);
  if (!target) throw RuleBroken.of('target', notOfThisSite);
  if (target.includes(encodeURIComponent(unreadable))) throw RuleBroken.of('target', withUnreadable);
  if (target.includes(wildcard)) return readFilledTarget(target, path);
  if (path === `/${wildcard}`)
    throw RuleBroken.of(
      'target',
      `No address would be missing any more. Write ${wildcard} in the page too, such as /blog/${wildcard}.`,
    );
  if (pathOfTarget(target) === path) throw RuleBroken.of('target', 'The address would lead to itself.');
  return target;
}

function pathOfTarget(target: string): string | undefined {
  return normalizePath(target.replace(/[?#].*$/s, ''));
}

/**
 * Checks a target with a `*`, and returns the target. Whether its page exists can be checked only when a visitor
 * requests an address.
 */
function readFilledTarget(target: string, path: string): string {
  if (!path.includes(wildcard))
    throw RuleBroken.of('target', `The page has a ${wildcard}, so the old address needs one too.`);
  if (target.split(wildcard).length > 2)
    throw RuleBroken.of(
      'target',
      `Write one ${wildcard} only. It stands for the text that the old address has there.`,
    );
  if (target === path) throw RuleBroken.of('target', 'The address would lead to itself.');
  return target;
}

async function explainTaken({ em }: Ctx, path: string): Promise<string> {
  const there = await findAddress(em.getKysely<Tables>(), path);
  if (isRedirect(there?.kind)) return `This address leads to ${there!.target} already. Remove that first.`;
  return `This is an old address of the page with the id ${there?.item_id}, and leads there.`;
}
