import type { Reader } from '../../database/ctx.ts';
import { factsOf, mediaFacts, findModuleByLogName, type ModuleName } from '../../shared/module-facts.ts';
import { pathOfRow } from '../../shared/slugs.ts';
import { oldPathOf } from './old-addresses.service.ts';
import { fallbackPaths } from './old-paths.ts';
import {
  findAddresses,
  readFileAddress,
  readAddressedRow,
  redirectKind,
  type StoredAddress,
} from './stored-addresses.service.ts';

/** Returns the paths under which an address of an earlier site might be stored, the most specific first. */
export function oldPathsOf(address: string): string[] {
  const path = oldPathOf(address);
  return path ? [path, ...fallbackPaths(path)] : [];
}

/**
 * Returns a map from addresses of an earlier site to their targets on this site. A target is the page of a row
 * (possibly a draft), a file, or the target of a redirect. Leaves out addresses that are not stored.
 */
export async function resolveOldAddresses(
  read: Reader,
  addresses: readonly string[],
): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  for (const address of addresses) {
    const keys = oldPathsOf(address);
    const stored = await findAddresses(read, keys);
    const found = keys.flatMap((key) => stored.filter(({ path }) => path === key))[0];
    // A current address belongs to this site, not to an earlier one.
    const target = found && !found.is_current ? await targetOf(read, found) : undefined;
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
  return row && pathOfRow(facts!, row);
}
