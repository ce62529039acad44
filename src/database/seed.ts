import type { EntityManager } from '@mikro-orm/sql';
import type { Database } from './database.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** A seed flushes once, so that an interrupted start loads all starter rows of a module or none. */
export type Seed<T> = (em: EntityManager, parts: T & { now: Date }) => Promise<void>;

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs);
}

/** Opens no transaction, because drawing takes longer than PostgreSQL lets a transaction idle. */
export async function loadStarterContent<T>(database: Database, seeds: Seed<T>[], parts: T & { now: Date }) {
  for (const seed of seeds) await seed(database.fork(), parts);
}
