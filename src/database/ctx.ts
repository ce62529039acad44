import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import type { SearchPool } from './search/search-pool.ts';
import type { Tables } from './tables.ts';
import type { Viewer } from './viewer.ts';

export type Connection = Kysely<Tables>;

/** Reads on connections that never wait for a write. Searches run on separate ones. */
export type Reader = Connection & {
  search: SearchPool;
  /** Runs `act` on a connection of its own, whose queries all see the database as of one moment. */
  atOneMoment<T>(act: (read: Connection) => Promise<T>): Promise<T>;
};

export interface ReadCtx {
  read: Connection;
}

export interface Ctx {
  em: EntityManager;
  /** Sees only committed rows, so not the changes of the operation's own transaction. */
  read: Reader;
  viewer: Viewer | null;
  now: Date;
  /** Checks the request's precondition, if any, against the locked row. @throws {PreconditionFailed} */
  expectMatch?: ((tx: Ctx) => Promise<void>) | undefined;
  /** Runs a function after the commit, never after a rollback. Undefined outside a transaction. */
  afterCommit?: ((act: () => void) => void) | undefined;
}

export type SignedInCtx = Ctx & { viewer: Viewer };
