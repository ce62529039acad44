import type { AnyEntity, EntityClass, EntitySchema, MigrationObject } from '@mikro-orm/core';
import type { EntityManager, MikroORM } from '@mikro-orm/sql';
import type { ContentVersion } from './content-version.ts';
import type { Events } from './events/events.ts';
import type { Reader } from './operation.ts';

export interface DatabaseOptions {
  entities: (EntityClass<AnyEntity> | EntitySchema)[];
  migrations: MigrationObject[];
  /** `postgres://…`; undefined for SQLite in `dataDir`. */
  url: string | undefined;
  dataDir: string;
}

export interface Database {
  kind: 'sqlite' | 'postgresql';
  orm: MikroORM;
  fork(): EntityManager;
  read: Reader;
  events: Events;
  /** The version of the rows that visitors see. */
  content: ContentVersion;
  /**
   * Returns a number that changes with every commit that could affect users and sessions, including commits of other
   * processes. Returns undefined when only a query could tell.
   */
  state(): number | undefined;
  /** The names of all migrations that this program knows, in order. */
  migrationNames: string[];
  /** Returns the connections of the pool and the number of waiting callers. SQLite has no pool. */
  pool(): { idle: number; used: number; waiting: number } | undefined;
  /** Resolves when the database responds, and rejects otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Returns the part of the ORM's configuration that both databases share. */
export function sharedConfig({ entities, migrations }: DatabaseOptions) {
  return {
    entities,
    // Each operation forks its own entity manager. Using the global one is a mistake.
    allowGlobalContext: false,
    forceUtcTimezone: true,
    logger: () => {},
    // Migrations create the search index and its triggers. They belong to no entity.
    schemaGenerator: { skipTables: [/_fts/], ignoreTriggers: true },
    migrations: { migrationsList: migrations, snapshot: false, tableName: 'migrations' },
  };
}
