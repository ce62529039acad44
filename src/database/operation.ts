import type { EntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import type { Role } from '../shared/roles.ts';
import type { SearchPool } from './search/search-pool.ts';

/** Who is signed in. */
export interface Viewer {
  id: number;
  name: string;
  email: string;
  role: Role;
  /** The session this person came with. */
  session_id: number;
}

/** Whom Kysely's queries are put to. */
// biome-ignore lint/complexity/noBannedTypes: each repository names its own tables by `withTables`
export type Connection = Kysely<{}>;

/** Reads past the entity manager, on a connection that never waits for a write; searches have others of their own. */
export type Reader = Connection & { search: SearchPool };

/** What may also be read inside a transaction, which has no searches. */
export interface ReadContext {
  read: Connection;
}

/** What a service needs of the world, besides its input. */
export interface OperationContext {
  /** A fresh entity manager of this one operation, for writes. */
  em: EntityManager;
  /** Sees what is committed, and so not what the own transaction has changed. */
  read: Reader;
  viewer: Viewer | null;
  /** The moment of this operation. */
  now: Date;
  /** Inside a transaction: runs an act when it has committed, and never when it is rolled back. */
  afterCommit?: ((act: () => void) => void) | undefined;
}

/** Work of somebody who is signed in. */
export type SignedInOperation = OperationContext & { viewer: Viewer };
