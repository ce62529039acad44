import { toIso } from '../../database/columns.ts';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { toKnownPath } from '../../shared/known-paths.ts';
import { pageRoutes } from '../../shared/public-pages.ts';
import type { SiteSettingsSource } from '../../shared/settings/site.ts';
import type { Context } from '../../trpc/context.ts';
import { recordSettingsChange } from '../../log/activities.service.ts';
import type { Redirect } from './addresses.schema.ts';
import { findPresent, findRow, toOwnAddress } from './moved.service.ts';
import {
  countRedirects,
  deleteAddress,
  insertAddress,
  findAddress,
  readRedirects,
  redirectKind,
} from './stored-addresses.service.ts';

type SiteCtx = { siteSettings: SiteSettingsSource; publicUrl: string };

export const maxRedirects = 1000;

const notOfThisSite = 'Name a page of this site, such as /services, not of another one.';
const numbered = /^\/\?p=\d{1,10}$/;

export async function listRedirects(ctx: Ctx & SiteCtx): Promise<Redirect[]> {
  const site = await ctx.siteSettings.current();
  const stored = await readRedirects(ctx.read, maxRedirects);
  return Promise.all(
    stored.map(async ({ path, target, since }) => ({
      path,
      target: target!,
      since: toIso(since),
      is_broken: (await findPresent(ctx, site, target!)) === undefined,
    })),
  );
}

/** @throws {RuleBroken} for an address that this site has or had, or for a target that is no page of it */
export async function addRedirect(
  ctx: SignedInCtx & SiteCtx & Pick<Context, 'isRouted'>,
  given: { path: string; target: string },
): Promise<Redirect> {
  const path = await readPath(ctx, given.path);
  const target = await readTarget(ctx, given.target, path);
  await inTransaction(ctx, async (tx) => {
    if ((await countRedirects(tx)) >= maxRedirects) {
      throw RuleBroken.of('path', `There may be at most ${maxRedirects.toLocaleString('en')} redirects.`);
    }
    const address = { path, kind: redirectKind, item_id: null, target, is_current: false };
    if (!(await insertAddress(tx, address))) throw RuleBroken.of('path', await explainTaken(tx, path));
    await record(tx, 'Added', { old: '', new: `${path} → ${target}` });
  });
  return { path, target, since: ctx.now.toISOString(), is_broken: false };
}

/** @throws {RuleBroken} when there is no such redirect */
export async function removeRedirect(ctx: SignedInCtx, given: string): Promise<{ success: true }> {
  await inTransaction(ctx, async (tx) => {
    const path = toKnownPath(given) ?? '';
    const there = await findAddress(tx.em.getKysely() as never, path);
    const isRemoved = there && (await deleteAddress(tx, { path, kind: redirectKind }));
    if (!isRemoved) throw RuleBroken.of('path', 'There is no such redirect.');
    await record(tx, 'Removed', { old: `${path} → ${there.target}`, new: '' });
  });
  return { success: true };
}

function record(tx: SignedInCtx, verb: string, change: { old: string; new: string }) {
  const about = { group: 'redirects', label: 'Redirects', verb: `${verb} an entry of` };
  return recordSettingsChange(tx, about, { redirect: change });
}

/** Returns a path of this site. A whole address is shortened. */
function ownPath({ publicUrl }: SiteCtx, field: string, text: string): string {
  const own = text.startsWith(`${publicUrl}/`) ? text.slice(publicUrl.length) : text;
  if (/^[a-z][a-z\d+.-]*:|^\/\/|\\/i.test(own)) throw RuleBroken.of(field, notOfThisSite);
  return own.startsWith('/') ? own : `/${own}`;
}

async function readPath(ctx: Ctx & SiteCtx & Pick<Context, 'isRouted'>, text: string): Promise<string> {
  const own = ownPath(ctx, 'path', text);
  if (/[?#]/.test(own) && !numbered.test(own))
    throw RuleBroken.of('path', 'Leave out what follows ? or #. It leads to the page as well.');
  const path = toKnownPath(own);
  if (!path) throw RuleBroken.of('path', 'This is no address that a browser can send.');
  if (ctx.isRouted(path))
    throw RuleBroken.of('path', 'The program itself uses this address, so it cannot lead elsewhere.');
  const isPage = pageRoutes.includes(path);
  const row = await findRow(ctx, path);
  const address = row && (await findAddress(ctx.read, path));
  if (isPage || (row && (address ? address.is_current : true)))
    throw RuleBroken.of('path', 'This is an address of a page of this site, so it cannot lead elsewhere.');
  return path;
}

async function readTarget(ctx: Ctx & SiteCtx, text: string, path: string): Promise<string> {
  const target = toOwnAddress(ownPath(ctx, 'target', text));
  if (!target) throw RuleBroken.of('target', notOfThisSite);
  const known = toKnownPath(target.replace(/[?#].*$/s, ''));
  if (known === path) throw RuleBroken.of('target', 'The address would lead to itself.');
  const further = known ? await findAddress(ctx.read, known) : undefined;
  if (further?.kind === redirectKind)
    throw RuleBroken.of('target', `This address leads on to ${further.target}. Name that page.`);
  const present = await findPresent(ctx, await ctx.siteSettings.current(), target);
  if (!present)
    throw RuleBroken.of('target', 'Visitors find no page at this address. Name one that they can open.');
  return target;
}

async function explainTaken({ em }: Ctx, path: string): Promise<string> {
  const there = await findAddress(em.getKysely() as never, path);
  if (there?.kind === redirectKind)
    return `This address leads to ${there.target} already. Remove that first.`;
  return `This is an old address of the page with the id ${there?.item_id}, and leads there.`;
}
