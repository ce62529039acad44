import { textColumn, toIsoTime } from '../../database/columns.ts';
import { defineEntity, p } from '@mikro-orm/core';
import type { Ctx } from '../../database/ctx.ts';
import type { Database } from '../../database/database.ts';
import type { Tables } from '../../database/table-types.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { BackgroundTasks } from '../../shared/background-tasks.ts';
import type { SiteSettingsSource } from '../../shared/settings/site-settings.ts';
import type { MissedAddressView } from './addresses.schema.ts';
import { findMovedAddress, findPresentAddress, toOldPath } from './moved-pages.ts';

/** How many addresses are counted between two writes, and how many are stored: those with the most misses. */
const maxCounted = 200;
const maxStored = 500;
const maxListed = 100;
const maxPath = 200;
const writeEveryMs = 60_000;
const keptMs = 90 * 24 * 60 * 60_000;

/** Not counted: what programs request to find weak spots, and what may hold a person's name or a secret. */
const unlisted =
  /@|[a-z\d]{32}|\/\.|\/(?:wp-(?:admin|includes|json|login|config|cron)|cgi-bin)\b|\/wp-content\/(?:plugins|themes)\/|xmlrpc\.php|\.(?:env|git|sql|bak|ini|yml)$/;

interface MissedAddressCounter {
  count(url: string): void;
}

/** Writes the first miss at once, later ones once a minute. A crash loses those since the last write. */
export function createMissedAddressCounter({
  database,
  background,
  clock,
}: {
  database: Database;
  background: BackgroundTasks;
  clock: () => Date;
}): MissedAddressCounter {
  const counted = new Map<string, number>();
  let writtenAt = 0;
  const write = (now: Date) => {
    writtenAt = now.getTime();
    const misses = new Map(counted);
    counted.clear();
    const ctx = { em: database.fork(), read: database.read, viewer: null, now };
    // An outage loses these counts, on which nothing else depends.
    background.run(
      () => store(ctx, misses),
      () => {},
    );
  };
  return {
    count: (url) => {
      const path = toOldPath(url);
      if (!path || path.length > maxPath || unlisted.test(path)) return;
      const now = clock();
      // `abs` keeps the writes going after the clock was set back.
      const isDue = Math.abs(now.getTime() - writtenAt) >= writeEveryMs;
      const isFull = counted.size >= maxCounted && !counted.has(path);
      if (isFull && !isDue) return;
      if (isFull) write(now);
      counted.set(path, (counted.get(path) ?? 0) + 1);
      if (isDue && !isFull) write(now);
    },
  };
}

async function store(ctx: Ctx, misses: ReadonlyMap<string, number>): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const db = tx.em.getKysely<Tables>();
    // Sorted, so that two instances cannot deadlock.
    for (const [path, count] of [...misses].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      await db
        .insertInto('missed_addresses')
        .values({ path, misses: count, last_at: ctx.now })
        .onConflict((conflict) =>
          conflict.column('path').doUpdateSet((eb) => ({
            misses: eb('missed_addresses.misses', '+', count),
            last_at: ctx.now,
          })),
        )
        .execute();

    const old = new Date(ctx.now.getTime() - keptMs);
    await db.deleteFrom('missed_addresses').where('last_at', '<', old).execute();
    const kept = await db
      .selectFrom('missed_addresses')
      .select('path')
      .orderBy('misses', 'desc')
      .orderBy('last_at', 'desc')
      .offset(maxStored)
      .limit(maxCounted)
      .execute();
    const surplus = kept.map(({ path }) => path);
    if (surplus.length > 0) await db.deleteFrom('missed_addresses').where('path', 'in', surplus).execute();
  });
}

/** At most 100, those with the most misses first, without addresses that lead to a page by now. */
export async function listMissedAddresses(
  ctx: Ctx & { siteSettings: SiteSettingsSource },
): Promise<MissedAddressView[]> {
  const site = await ctx.siteSettings.current();
  const rows = await ctx.read
    .selectFrom('missed_addresses')
    .selectAll()
    .orderBy('misses', 'desc')
    .orderBy('last_at', 'desc')
    .orderBy('path')
    .limit(maxListed)
    .execute();
  const missed: MissedAddressView[] = [];
  for (const { path, misses, last_at } of rows) {
    const target = (await findMovedAddress(ctx, site, path)) ?? (await findPresentAddress(ctx, site, path));
    if (!target) missed.push({ path, misses: Number(misses), last_at: toIsoTime(last_at) });
  }
  return missed;
}

export async function clearMissedAddresses(ctx: Ctx): Promise<{ success: true }> {
  await inTransaction(ctx, (tx) => tx.em.getKysely<Tables>().deleteFrom('missed_addresses').execute());
  return { success: true };
}

export const MissedAddressSchema = defineEntity({
  name: 'MissedAddress',
  tableName: 'missed_addresses',
  properties: {
    path: textColumn('nothing').primary(),
    misses: p.integer(),
    last_at: p.datetime(),
  },
});

/** An address at which visitors found no page. Nothing in it is about these visitors. */
class MissedAddress extends MissedAddressSchema.class {}

MissedAddressSchema.setClass(MissedAddress);
