import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import type { Role } from '../shared/roles.ts';
import type { SearchPool } from './search/search-pool.ts';

/** The API token that a call was made with. */
export interface ViewerToken {
  id: number;
  scopes: readonly string[];
  /** How many calls the token may make in a minute. */
  per_minute: number;
}

/** Returns the name of a token in logs. This form must not change, because stored entries contain such names. */
export function nameOfToken({ id }: Pick<ViewerToken, 'id'>): string {
  return `token:${id}`;
}

export interface Viewer {
  id: number;
  name: string;
  email: string;
  role: Role;
  /** The id of the session. 0 for a caller without a session, such as a program. */
  session_id: number;
  /** The token of a program. Absent when a person has signed in. */
  token?: ViewerToken;
}

// biome-ignore lint/complexity/noBannedTypes: each repository names its own tables by `withTables`
export type Connection = Kysely<{}>;

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
