import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import type { SearchPool } from './search/search-pool.ts';
import type { Tables } from './tables.ts';
import type { Viewer } from './viewer.ts';

export type Connection = Kysely<Tables>;

/** A Kysely instance for reading, whose connections never wait for a write. Searches run on separate connections. */
export type Reader = Connection & {
  search: SearchPool;
  /**
   * Runs `act` on a separate connection, so that other reads need not wait. All queries of `act` see the database as of
   * one moment.
   */
  atOneMoment<T>(act: (read: Connection) => Promise<T>): Promise<T>;
};

export interface ReadCtx {
  read: Connection;
}

export interface Ctx {
  em: EntityManager;
  /** Reads only committed rows, and therefore no changes of the operation's own transaction. */
  read: Reader;
  viewer: Viewer | null;
  now: Date;
  /**
   * Checks the precondition of the request against the row as this transaction sees it. Undefined when the request has
   * none. A change of one row calls it after it has locked the row.
   * @throws {PreconditionFailed}
   */
  expectMatch?: ((tx: Ctx) => Promise<void>) | undefined;
  /**
   * Runs a function after the commit of the transaction, and never after a rollback. Undefined outside a transaction.
   */
  afterCommit?: ((act: () => void) => void) | undefined;
}

export type SignedInCtx = Ctx & { viewer: Viewer };
