import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import type { Role } from '../shared/roles.ts';
import type { SearchPool } from './search/search-pool.ts';
import type { Tables } from './table-types.ts';

export interface ViewerToken {
  id: number;
  scopes: readonly string[];
  /** Calls that the token may make in a minute. */
  per_minute: number;
}

/** The name of a token in logs. Stored entries have it, so its form must not change. */
export function logNameOfToken({ id }: Pick<ViewerToken, 'id'>): string {
  return `token:${id}`;
}

export interface Viewer {
  id: number;
  name: string;
  email: string;
  role: Role;
  /** 0 for a caller without a session, such as a program. */
  session_id: number;
  /** The token of a program. Absent when a person has signed in. */
  token?: ViewerToken;
}

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
  /** What throws here rolls the next transaction back. Transactions inside it do not call it. */
  beforeCommit?: ((tx: Ctx) => Promise<void>) | undefined;
  /** Runs a function after the commit, never after a rollback. Undefined outside a transaction. */
  afterCommit?: ((act: () => void) => void) | undefined;
}

export type SignedInCtx = Ctx & { viewer: Viewer };
