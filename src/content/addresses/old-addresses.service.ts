import type { Ctx } from '../../database/ctx.ts';
import type { Tables } from '../../database/tables.ts';
import { publicPages } from '../../shared/public-pages.ts';
import { findRowOfPath } from './moved-pages.service.ts';
import { toOldPath } from './old-paths.ts';
import { type ItemKey, insertAddress, findAddress } from './stored-addresses.service.ts';

/**
 * Returns the path of an address on an earlier site. Keeps a query that names a page in WordPress, such as `/?p=12`.
 * Returns undefined for the start page, and for an address that cannot be stored.
 */
export function oldPathOf(address: unknown): string | undefined {
  if (typeof address !== 'string' || !address || !URL.canParse(address, 'http://site')) return undefined;
  const { pathname, search } = new URL(address, 'http://site');
  const path = toOldPath(pathname + search);
  return path === '/' ? undefined : path;
}

/** Returns why an old address cannot lead to the row `key`, or undefined when it can. */
export async function problemOfOld(
  ctx: Pick<Ctx, 'em' | 'now'>,
  path: string,
  key?: ItemKey,
): Promise<string | undefined> {
  const read = ctx.em.getKysely<Tables>();
  const there = await findAddress(read, path);
  if (there && there.kind === key?.module && there.item_id === key.item_id) return undefined;
  if (there) return `its old address ${path} leads elsewhere here already`;
  const isPage = publicPages.some((page) => page.path === path);
  return isPage || (await findRowOfPath({ read, now: ctx.now }, path))
    ? `its old address ${path} is that of another page here`
    : undefined;
}

/**
 * Stores an old address that leads to a row. Call it in the transaction that stores the row. Returns why the address
 * cannot lead to the row, or undefined.
 */
export async function takeOldAddress(tx: Ctx, key: ItemKey, path: string): Promise<string | undefined> {
  const problem = await problemOfOld(tx, path, key);
  if (problem) return problem;
  const address = { path, kind: key.module, item_id: key.item_id, target: null, is_current: false };
  await insertAddress(tx, address);
  return undefined;
}

/**
 * Stores several old addresses that lead to one row. Returns the reason for each address that cannot lead to the row.
 */
export async function takeOldAddresses(
  tx: Ctx,
  key: ItemKey,
  addresses: readonly unknown[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const path of new Set(addresses.map(oldPathOf))) {
    const problem = path && (await takeOldAddress(tx, key, path));
    if (problem) problems.push(problem);
  }
  return problems;
}
