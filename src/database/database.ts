import type { AnyEntity, EntityClass, EntitySchema, MigrationObject } from '@mikro-orm/core';
import type { EntityManager, MikroORM } from '@mikro-orm/sql';
import type { ContentVersion } from './content-version.ts';
import type { Events } from './events/events.ts';
import type { Reader } from './operation.ts';

export interface DatabaseOptions {
  entities: (EntityClass<AnyEntity> | EntitySchema)[];
  migrations: MigrationObject[];
  /** `postgres://…`; without it SQLite in `dataDir`. */
  url: string | undefined;
  dataDir: string;
}

/** The open database: the entity manager to fork for writes, the reader, and the schema's migrations. */
export interface Database {
  kind: 'sqlite' | 'postgresql';
  orm: MikroORM;
  /** A fresh entity manager. */
  fork(): EntityManager;
  read: Reader;
  /** What the instances on this database tell each other. */
  events: Events;
  /** Which state visitors are shown. */
  content: ContentVersion;
  /**
   * A number that is another one after every commit that could change what is kept of users and sessions, also after others; at once, or
   * nothing where that can not be told now.
   */
  state(): number | undefined;
  /** The names of all migrations that this program knows, in their order. */
  migrationNames: string[];
  /** The connections of the pool, and how many calls wait for one; SQLite has no pool. */
  pool(): { idle: number; used: number; waiting: number } | undefined;
  /** Resolves when the database answers; rejects otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The part of the ORM's configuration that both databases share. */
export function sharedConfig({ entities, migrations }: DatabaseOptions) {
  return {
    entities,
    // Entity managers are forked for each operation; one used without a fork is a mistake.
    allowGlobalContext: false,
    forceUtcTimezone: true,
    logger: () => {},
    // The search index and its triggers are made by migrations and no entity's.
    schemaGenerator: { skipTables: [/_fts/], ignoreTriggers: true },
    migrations: { migrationsList: migrations, snapshot: false, tableName: 'migrations' },
  };
}
