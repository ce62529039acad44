import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import type { Connection } from '../../database/ctx.ts';
import type { Database } from '../../database/database.ts';
import type { Tables } from '../../database/table-types.ts';
import { inTransaction } from '../../database/transaction.ts';
import { networkSharesOfAddress } from '../../limits/address-networks.ts';
import { lockName } from '../../locks/name-lock.ts';
import { isStorable, toOneLine } from '../../shared/fields.ts';
import type { SiteSettings } from '../../shared/settings/site-settings.ts';
import { addDays, endOfDay, localDayOf } from '../../shared/zoned-time.ts';
import type { SeenView } from '../../trpc/context.ts';
import { findPageName } from './page-names.ts';
import { addCounts, type Counts, keyOf, monthOf, readNames, type VisitRow } from './stored-visits.ts';
import { type DayKind, otherNames, siteNames, type VisitKind } from './visit-count.entity.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const maxNetworks = 10_000;
/** For each network: views in a minute, and names in an hour that the day did not have yet. */
const maxViews = 60;
const maxNewNames = 10;
/** For each kind and period, with {@link otherNames}, to which all others are added. */
const maxNames = 500;
const maxPaths = 1000;
export const writeVisitsEveryMs = 30_000;

interface NetworkUse {
  views: number;
  /** When the minute of the views began. */
  since: number;
  newNames: number;
}

interface VisitCounter {
  count(view: SeenView, site: SiteSettings): Promise<void>;
  /** Adds what was counted since the last call to the stored sums. What cannot be stored stays for the next call. */
  write(): Promise<void>;
}

interface CounterParts {
  database: Database;
  clock: () => Date;
  /** A visit does not begin on a page of these. */
  ownHosts: readonly string[];
  onError: (error: unknown) => void;
}

/** Adds up in memory. It keeps networks for at most an hour, for its limits, and stores none. */
export function createVisitCounter({ database, clock, ownHosts, onError }: CounterParts): VisitCounter {
  /** What is not stored yet, by kind and day, then by name. */
  let waiting = new Map<string, Map<string, Counts>>();
  const add = (kind: DayKind, day: string, name: string, counts: Counts) => {
    const group = waiting.get(groupOf(kind, day)) ?? new Map<string, Counts>();
    waiting.set(groupOf(kind, day), group);
    const key = group.has(name) || group.size < maxNames - 1 ? name : otherNames;
    const { views, visits } = group.get(key) ?? { views: 0, visits: 0 };
    group.set(key, { views: views + counts.views, visits: visits + counts.visits });
  };

  const networks = new LRUCache<string, NetworkUse>({
    max: maxNetworks,
    ttl: hourMs,
    perf: { now: () => clock().getTime() },
  });
  const usesOf = (address: string, now: number) =>
    networkSharesOfAddress(address, 'tries').map(({ network, share }) => {
      const use = networks.get(network) ?? { views: 0, since: now, newNames: 0 };
      if (!networks.has(network)) networks.set(network, use);
      if (Math.abs(now - use.since) >= minuteMs) Object.assign(use, { views: 0, since: now });
      return { use, share };
    });
  type Uses = ReturnType<typeof usesOf>;
  const isWithinViews = (uses: Uses) => {
    for (const { use } of uses) use.views += 1;
    return uses.every(({ use, share }) => use.views <= maxViews * share);
  };

  const stored = createStoredNames(database);
  /** The name itself, or that of the others when the network has brought too many new ones. */
  const nameWithin = async (uses: Uses, kind: 'from' | 'campaign', day: string, name: string) => {
    const isKnown = waiting.get(groupOf(kind, day))?.has(name) || (await stored.namesOf(kind, day)).has(name);
    if (isKnown || name === '') return name;
    const isFree = uses.every(({ use, share }) => use.newNames < maxNewNames * share);
    if (!isFree) return otherNames;
    for (const { use } of uses) use.newNames += 1;
    return name;
  };

  const pages = new LRUCache<string, string>({ max: maxPaths, ttl: minuteMs });
  const pageOf = async (path: string, site: SiteSettings, now: Date) => {
    const known = pages.get(path);
    if (known !== undefined) return known;
    const name = (await findPageName({ read: database.read, now }, site, path)) ?? '';
    pages.set(path, name);
    return name;
  };

  const dayAt = createDayFinder();
  const count = async (view: SeenView, site: SiteSettings) => {
    const now = clock();
    const uses = usesOf(view.address, now.getTime());
    if (!isWithinViews(uses)) return;
    const page = await pageOf(view.path, site, now);
    if (!page) return;
    const day = dayAt(site.region.time_zone, now);
    // Every browser has a name.
    if (view.userAgent === '' || isbot(view.userAgent))
      return add('site', day, siteNames.programs, { views: 1, visits: 0 });

    const host = toHost(view.from ?? '');
    const isOwn = [...ownHosts, ...site.privacy.own_hosts].some((own) => toHost(own) === host);
    const isVisit = view.is_visit && !(host !== '' && isOwn);
    const campaign = isVisit ? toCampaign(view.campaign ?? '') : '';
    const from = isVisit && (await nameWithin(uses, 'from', day, host));
    const campaignName = campaign && (await nameWithin(uses, 'campaign', day, campaign));
    const counts = { views: 1, visits: Number(isVisit) };
    add('site', day, siteNames.all, counts);
    add('page', day, page, counts);
    add('screen', day, /Mobi/.test(view.userAgent) ? 'phone' : 'computer', counts);
    if (from !== false) add('from', day, from, counts);
    if (campaignName) add('campaign', day, campaignName, counts);
  };

  const writeOnce = async () => {
    networks.purgeStale();
    if (waiting.size === 0) return;
    const taken = waiting;
    waiting = new Map();
    try {
      await stored.add(rowsOf(taken), clock());
    } catch (error) {
      for (const { kind, period, name, ...counts } of rowsOf(taken))
        add(kind as DayKind, period, name, counts);
      onError(error);
    }
  };
  let writing = Promise.resolve();
  return {
    count,
    write: () => {
      writing = writing.then(writeOnce);
      return writing;
    },
  };
}

function groupOf(kind: VisitKind, period: string): string {
  return `${kind}\n${period}`;
}

function rowsOf(waiting: ReadonlyMap<string, ReadonlyMap<string, Counts>>): VisitRow[] {
  return [...waiting].flatMap(([group, names]) => {
    const [kind, period] = group.split('\n') as [VisitKind, string];
    return [...names].map(([name, counts]) => ({ kind, period, name, ...counts }));
  });
}

/** Making a formatter for a zone costs more than all the rest, so a day is known until it ends. */
function createDayFinder() {
  let known = { zone: '', day: '', from: 0, until: 0 };
  return (zone: string, now: Date): string => {
    const at = now.getTime();
    if (zone !== known.zone || at < known.from || at > known.until) {
      const day = localDayOf(zone, now);
      const from = endOfDay(zone, addDays(day, -1)).getTime() + 1;
      known = { zone, day, from, until: endOfDay(zone, day).getTime() };
    }
    return known.day;
  };
}

const cappedKinds: readonly VisitKind[] = (['page', 'from', 'campaign'] as const).flatMap((kind) => [
  kind,
  `${kind}_month` as const,
]);
/** The days around midnight. */
const maxDays = 2;

function createStoredNames(database: Database) {
  const byDay = new LRUCache<string, Promise<Map<string, Set<string>>>>({ max: maxDays });
  const readGroups = async (read: Connection, periods: readonly string[]) => {
    const rows = await readNames(read, cappedKinds, periods);
    const ownNames = rows.filter(({ name }) => name !== otherNames);
    const groups = Map.groupBy(ownNames, ({ kind, period }) => groupOf(kind, period));
    return new Map([...groups].map(([group, names]) => [group, new Set(names.map(({ name }) => name))]));
  };
  return {
    /** As of the last write. Empty while the database is away. */
    namesOf: async (kind: VisitKind, day: string): Promise<ReadonlySet<string>> => {
      const groups =
        byDay.get(day) ?? readGroups(database.read, [day]).catch(() => new Map<string, Set<string>>());
      byDay.set(day, groups);
      return (await groups).get(groupOf(kind, day)) ?? new Set();
    },
    /** Adds to days and months, one instance after the other, so that none stores more names than the maximum. */
    add: async (rows: readonly VisitRow[], now: Date): Promise<void> => {
      const days = [...new Set(rows.map(({ period }) => period))];
      const ctx = { em: database.fork(), read: database.read, viewer: null, now };
      const names = await inTransaction(ctx, async (tx) => {
        await lockName(tx, 'visits');
        const stored = await readGroups(tx.em.getKysely<Tables>(), [...days, ...new Set(days.map(monthOf))]);
        await addCounts(tx, withinNames(rows, stored));
        return stored;
      });
      for (const day of days) byDay.set(day, Promise.resolve(names));
    },
  };
}

/** The rows of days and months. Adds new names to `names`. */
function withinNames(rows: readonly VisitRow[], names: Map<string, Set<string>>): VisitRow[] {
  const sums = new Map<string, VisitRow>();
  // Those with the most views first, so that they get a name of their own.
  for (const row of rows.toSorted((a, b) => b.views - a.views)) {
    for (const part of [row, ofMonth(row)]) {
      const group = groupOf(part.kind, part.period);
      const known = names.get(group) ?? new Set();
      names.set(group, known);
      if (known.size < maxNames - 1 && part.name !== otherNames) known.add(part.name);
      const kept = known.has(part.name) ? part : { ...part, name: otherNames };
      const sum = sums.get(keyOf(kept)) ?? { ...kept, views: 0, visits: 0 };
      sum.views += row.views;
      sum.visits += row.visits;
      sums.set(keyOf(kept), sum);
    }
  }
  return [...sums.values()];
}

function ofMonth({ kind, period, ...row }: VisitRow): VisitRow {
  return { ...row, kind: `${kind as DayKind}_month`, period: monthOf(period) };
}

/** Without port and `www`. Empty for what no host looks like. */
function toHost(text: string): string {
  const host = text
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^www\./, '');
  return /^[a-z\d._-]{1,100}$/.test(host) ? host : '';
}

const between = ' / ';

/** Leaves out words that may name a person or have a secret. */
function toCampaign(text: string): string {
  const words = toOneLine(text)
    .split(between)
    .map((word) => word.trim())
    .filter((word) => word !== '' && word !== otherNames && isStorable(word));
  return words.filter((word) => !/@|%40|[a-z\d]{32}/i.test(word)).join(between);
}
