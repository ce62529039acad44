import { inTransaction } from '../database/transaction.ts';
import type { Tables } from '../database/tables.ts';
import { oldPathOf, problemOfOld } from '../content/addresses/old-addresses.service.ts';
import {
  findAddress,
  insertAddress,
  isRedirect,
  redirectKind,
} from '../content/addresses/stored-addresses.service.ts';
import { plainText } from '../shared/writing/clean.ts';
import { mediaFacts } from '../shared/module-facts.ts';
import { type ImportCtx, oldPathOfFile } from './media-importer.ts';
import type { CategoryMap } from './category-map.ts';
import type { OldAddress } from './incoming.ts';
import type { ImportOutcome } from './import-report.ts';

const batchSize = 200;

/**
 * Redirects the lists of posts on the other site to lists of the blog. Also redirects the page that the other site had for
 * each uploaded file to the file itself. Staff can change the redirects of lists later. Addresses that already lead somewhere remain unchanged. Yields an outcome for
 * each address that cannot be redirected.
 */
export async function* redirectOldLists(
  ctx: ImportCtx,
  lists: readonly OldAddress[],
  { categories, isDryRun }: { categories: CategoryMap; isDryRun: boolean },
): AsyncGenerator<ImportOutcome> {
  for (let at = 0; at < lists.length; at += batchSize) {
    const batch = lists.slice(at, at + batchSize);
    yield* await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
      const refused: ImportOutcome[] = [];
      for (const list of batch) {
        const problem = await takeOldList(tx, list, categories, isDryRun);
        if (problem) refused.push(toOutcome(list, problem));
      }
      return refused;
    });
  }
}

async function takeOldList(
  tx: ImportCtx,
  { path: address, lists }: OldAddress,
  categories: CategoryMap,
  isDryRun: boolean,
): Promise<string | undefined> {
  const path = oldPathOf(address);
  if (!path) return undefined;
  const read = tx.em.getKysely<Tables>();
  const there = await findAddress(read, path);
  const problem = there ? undefined : await problemOfOld(tx, path);
  if (isRedirect(there?.kind) || isDryRun) return problem;

  // If the file was uploaded to an imported post, its page leads to that post already. Otherwise, the page
  // leads to the file.
  if (typeof lists === 'object' && 'file' in lists) {
    const old = oldPathOfFile(lists.file);
    const file = old && !there ? await findAddress(read, old) : undefined;
    if (file?.kind !== mediaFacts.log || problem) return undefined;
    const { kind, item_id } = file;
    await insertAddress(tx, { path, kind, item_id, target: null, is_current: false });
    return undefined;
  }

  if (there) return `its old address ${path} leads elsewhere here already`;
  const target = targetOf(lists, categories);
  if (!problem)
    await insertAddress(tx, { path, kind: redirectKind, item_id: null, target, is_current: false });
  return problem;
}

function targetOf(lists: Exclude<OldAddress['lists'], { file: string }>, categories: CategoryMap): string {
  if (lists === 'feed') return '/feed.xml';
  if (lists === 'all') return '/blog';
  if ('category' in lists) {
    const category = categories.get(lists.category);
    return category ? `/blog?${new URLSearchParams({ category })}` : '/blog';
  }
  const words = Object.entries(lists).map(([name, text]) => [name, plainText(text)]);
  return `/blog?${new URLSearchParams(words)}`;
}

function toOutcome({ path }: OldAddress, problem: string): ImportOutcome {
  return { outcome: 'skipped', kind: 'address', externalId: path, title: path, notes: [problem] };
}
