import type { Ctx, Reader } from '../../database/ctx.ts';
import type { Tables } from '../../database/table-types.ts';
import { readSiteLanguages } from '../../settings/stored-groups.ts';
import { factsOf, findModuleByLogName, mediaFacts, type ModuleName } from '../../shared/module-facts.ts';
import { publicPages } from '../../shared/public-pages.ts';
import { languageOfRow } from '../../shared/site-languages.ts';
import { pathOfRow } from '../../shared/slugs.ts';
import { nearestOldPaths, findRowOfPath, toOldPath } from './moved-pages.ts';
import {
  findAddress,
  findAddresses,
  insertAddress,
  type ItemKey,
  readAddressedRow,
  readFileAddress,
  redirectKind,
  type StoredAddress,
} from './stored-addresses.ts';

/** A path of an earlier site. Undefined for the start page, and for what cannot be stored. */
export function toEarlierPath(address: unknown): string | undefined {
  if (typeof address !== 'string' || !address || !URL.canParse(address, 'http://site')) return undefined;
  const { pathname, search } = new URL(address, 'http://site');
  const path = toOldPath(pathname + search);
  return path === '/' ? undefined : path;
}

/** Why an old address cannot lead to the row `key`. Undefined when it can. */
export async function findOldAddressProblem(
  ctx: Pick<Ctx, 'em' | 'now'>,
  path: string,
  key?: ItemKey,
): Promise<string | undefined> {
  const read = ctx.em.getKysely<Tables>();
  const there = await findAddress(read, path);
  if (there && there.kind === key?.module && there.item_id === key.item_id) return undefined;
  if (there) return `its old address ${path} leads elsewhere here already`;
  const isPage = publicPages.some((page) => page.path === path);
  return isPage || (await findRowOfPath({ read }, path, await readSiteLanguages(read)))
    ? `its old address ${path} is that of another page here`
    : undefined;
}

/** Call it in the transaction that stores the row. Returns why the address cannot lead there, if so. */
export async function storeOldAddress(tx: Ctx, key: ItemKey, path: string): Promise<string | undefined> {
  const problem = await findOldAddressProblem(tx, path, key);
  if (problem) return problem;
  const address = { path, kind: key.module, item_id: key.item_id, target: null, is_current: false };
  await insertAddress(tx, address);
  return undefined;
}

/** Returns the reason for each address that cannot lead to the row. */
export async function storeOldAddresses(
  tx: Ctx,
  key: ItemKey,
  addresses: readonly unknown[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const path of new Set(addresses.map(toEarlierPath))) {
    const problem = path && (await storeOldAddress(tx, key, path));
    if (problem) problems.push(problem);
  }
  return problems;
}

/** The paths under which an earlier site's address might be stored, the most specific first. */
export function possibleOldPathsOf(address: string): string[] {
  const path = toEarlierPath(address);
  return path ? [path, ...nearestOldPaths(path)] : [];
}

/**
 * Where addresses of an earlier site lead here: to the page of a row (perhaps a draft), a file, or a
 * redirect's target. Addresses that are not stored are left out.
 */
export async function resolveOldAddresses(
  read: Reader,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  for (const address of addresses) {
    const keys = possibleOldPathsOf(address);
    const stored = await findAddresses(read, keys);
    const row = keys.flatMap((key) => stored.filter(({ path }) => path === key))[0];
    // A current address belongs to this site, not to an earlier one.
    const target = row && !row.is_current ? await targetOf(read, row) : undefined;
    if (target) targets.set(address, target + (/#.*$/s.exec(address)?.[0] ?? ''));
  }
  return targets;
}

async function targetOf(read: Reader, { kind, item_id, target }: StoredAddress): Promise<string | undefined> {
  if (kind === redirectKind) return target!;
  if (kind === mediaFacts.log) return readFileAddress(read, item_id!);
  const module = findModuleByLogName(kind)?.name as ModuleName | undefined;
  const facts = module && factsOf(module);
  const row = facts?.folder === undefined ? undefined : await readAddressedRow(read, facts.table, item_id!);
  return row && pathOfRow(facts!, row, languageOfRow(await readSiteLanguages(read), row.lang));
}
