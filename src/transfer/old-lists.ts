import type { Connection } from '../database/ctx.ts';
import { inTransaction } from '../database/transaction.ts';
import { oldPathOf, problemOfOld } from '../content/addresses/old-addresses.service.ts';
import {
  findAddress,
  insertAddress,
  isRedirect,
  redirectKind,
} from '../content/addresses/stored-addresses.service.ts';
import { plainText } from '../shared/writing/clean.ts';
import type { ImportCtx } from './bring-media.ts';
import type { CategoryMap } from './category-map.ts';
import type { OldList } from './incoming.ts';
import type { ImportOutcome } from './report.ts';

const batchSize = 200;

/**
 * Lets the lists of the earlier site lead to those of the blog, as redirects that staff can change. What leads somewhere already stays.
 * Yields those that cannot lead there.
 */
export async function* takeOldLists(
  ctx: ImportCtx,
  lists: readonly OldList[],
  { categories, isDryRun }: { categories: CategoryMap; isDryRun: boolean },
): AsyncGenerator<ImportOutcome> {
  for (let at = 0; at < lists.length; at += batchSize) {
    const batch = lists.slice(at, at + batchSize);
    yield* await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
      const refused: ImportOutcome[] = [];
      for (const list of batch) {
        const path = oldPathOf(list.path);
        if (!path) continue;
        const there = await findAddress(tx.em.getKysely() as unknown as Connection, path);
        if (isRedirect(there?.kind)) continue;
        const problem = await problemOfOld(tx, path);
        const target = targetOf(list, categories);
        const address = { path, kind: redirectKind, item_id: null, target, is_current: false };
        if (problem) refused.push(toOutcome(list, problem));
        else if (!isDryRun) await insertAddress(tx, address);
      }
      return refused;
    });
  }
}

function targetOf({ lists }: OldList, categories: CategoryMap): string {
  if (lists === 'feed') return '/feed.xml';
  if (lists === 'all') return '/blog';
  if ('category' in lists) {
    const category = categories.get(lists.category);
    return category ? `/blog?${new URLSearchParams({ category })}` : '/blog';
  }
  const words = Object.entries(lists).map(([name, text]) => [name, plainText(text)]);
  return `/blog?${new URLSearchParams(words)}`;
}

function toOutcome({ path }: OldList, problem: string): ImportOutcome {
  return { outcome: 'skipped', kind: 'address', externalId: path, title: path, notes: [problem] };
}
