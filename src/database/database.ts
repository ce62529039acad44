import type { AnyEntity, EntityClass, EntitySchema, MigrationObject } from '@mikro-orm/core';
import type { EntityManager, MikroORM } from '@mikro-orm/sql';
import type { ContentVersion } from './content-version.ts';
import type { Events } from './events/events.ts';
import type { Reader } from './ctx.ts';

export interface KnownMigration extends MigrationObject {
  /** The migrations that this one replaces, in order, and the last commit that had all of them. */
  joined?: { names: readonly string[]; commit: string } | undefined;
}

export interface DatabaseOptions {
  entities: (EntityClass<AnyEntity> | EntitySchema)[];
  migrations: readonly KnownMigration[];
  /** `postgres://…`. Undefined means SQLite in `dataDir`. */
  url: string | undefined;
  dataDir: string;
  /** How long PostgreSQL may take to connect or answer before it counts as unavailable. 3 s by default. */
  answerTimeoutMs?: number;
}

export interface Database {
  kind: 'sqlite' | 'postgresql';
  orm: MikroORM;
  fork(): EntityManager;
  read: Reader;
  /** For what visitors read. Their pages do not wait while staff and programs keep `read` busy. */
  visitors: Reader;
  events: Events;
  content: ContentVersion;
  migrations: readonly KnownMigration[];
  pool(): { idle: number; used: number; waiting: number } | undefined;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export function sharedOrmConfig({ entities, migrations }: DatabaseOptions) {
  return {
    entities,
    // MikroORM then refuses its global entity manager. Each operation forks its own.
    allowGlobalContext: false,
    forceUtcTimezone: true,
    logger: () => {},
    // Migrations create the search index, the index of tags and their triggers. No entity declares them.
    schemaGenerator: { skipTables: [/_fts/, 'post_tags'], ignoreTriggers: true },
    migrations: { migrationsList: [...migrations], snapshot: false, tableName: 'migrations' },
  };
}
