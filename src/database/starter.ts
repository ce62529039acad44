import type { EntityManager } from '@mikro-orm/sql';
import type { Database } from './database.ts';

/** Loads the starter rows of one module; `T` are the parts it needs besides the database. */
export type Seed<T> = (em: EntityManager, parts: T & { now: Date }) => Promise<void>;

/** Loads starter content, each module in one transaction, so that an interrupted start loads it whole or not at all. */
export async function loadStarterContent<T>(database: Database, seeds: Seed<T>[], parts: T & { now: Date }) {
  for (const seed of seeds) await database.fork().transactional((em) => seed(em as EntityManager, parts));
}
