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
  content: ContentVersion;
  /** Changes with any process's commit that could affect users or sessions. Undefined when only a query can tell. */
  state(): number | undefined;
  migrationNames: string[];
  /** Undefined for SQLite. */
  pool(): { idle: number; used: number; waiting: number } | undefined;
  ping(): Promise<void>;
  close(): Promise<void>;
}

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
