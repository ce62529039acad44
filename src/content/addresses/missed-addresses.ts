import { defineEntity, p } from '@mikro-orm/core';
import { textColumn, toIso } from '../../database/columns.ts';
import type { Connection, Ctx } from '../../database/ctx.ts';
import type { Database } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { BackgroundTasks } from '../../shared/background-tasks.ts';
import type { SiteSettingsSource } from '../../shared/settings/site.ts';
import type { MissedAddressView } from './addresses.schema.ts';
import { findMovedAddress, findPresentAddress } from './moved-pages.ts';
import { toOldPath } from './old-paths.ts';

/**
 * The counter counts at most `maxCounted` addresses between two writes. The table stores at most `maxStored` addresses.
 * Beyond this number, the addresses with the fewest misses are deleted.
 */
const maxCounted = 200;
const maxStored = 500;
const maxListed = 100;
const maxPath = 200;
const writeEveryMs = 60_000;
const keptMs = 90 * 24 * 60 * 60_000;

/**
 * Paths that are not counted: paths that programs request to find weak spots, and paths that may contain the name of a
 * person or a secret.
 */
const unlisted =
  /@|[a-z\d]{32}|\/\.|\/(?:wp-(?:admin|includes|json|login|config|cron)|cgi-bin)\b|\/wp-content\/(?:plugins|themes)\/|xmlrpc\.php|\.(?:env|git|sql|bak|ini|yml)$/;

interface MissedAddressCounter {
  /** Counts an address at which nothing was found. */
  count(url: string): void;
}

/**
 * Creates a counter of missed addresses. The counter writes the first miss at once, and later misses at most once a
 * minute. A crash loses the misses since the last write.
 */
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
    // If the database is unavailable, these counts are lost. Nothing else depends on these counts.
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
      // The absolute value keeps the writes going after the clock was set back.
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
    // The fixed order prevents a deadlock between two instances.
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

/** Returns the addresses with the most misses, at most 100. Leaves out addresses that now lead to a page. */
export async function listMissed(
  ctx: Ctx & { siteSettings: SiteSettingsSource },
): Promise<MissedAddressView[]> {
  const site = await ctx.siteSettings.current();
  const rows = await missedOf(ctx.read)
    .selectAll()
    .orderBy('misses', 'desc')
    .orderBy('last_at', 'desc')
    .orderBy('path')
    .limit(maxListed)
    .execute();
  const missed: MissedAddressView[] = [];
  for (const { path, misses, last_at } of rows) {
    const target = (await findMovedAddress(ctx, site, path)) ?? (await findPresentAddress(ctx, site, path));
    if (!target) missed.push({ path, misses: Number(misses), last_at: toIso(last_at) });
  }
  return missed;
}

/** Deletes all missed addresses and their counts. */
export async function clearMissed(ctx: Ctx): Promise<{ success: true }> {
  await inTransaction(ctx, (tx) => tx.em.getKysely<Tables>().deleteFrom('missed_addresses').execute());
  return { success: true };
}

function missedOf(read: Connection) {
  return read.selectFrom('missed_addresses');
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

/** An address at which visitors found no page. A row contains nothing about these visitors. */
class MissedAddress extends MissedAddressSchema.class {}

MissedAddressSchema.setClass(MissedAddress);
