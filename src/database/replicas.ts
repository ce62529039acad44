import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import type { PrimaryPosition } from './primary-position.ts';
import type { Replica } from './replica.ts';
import type { Connection } from './work.ts';

/** Who reads: a visitor, who is shown what everybody is, or somebody who is signed in. */
export type Asker = 'visitor' | 'person';

type Run = <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>;

/** The replicas of a primary. */
export interface Replicas {
  /** A reader for one request. All it reads comes from one place: a replica that shows enough, else the primary. */
  readerFor(asker: Asker): Connection;
  /** How many statements each kind of place has answered. */
  reads(): { primary: number; replica: number };
  close(): Promise<void>;
}

const tookTooLong = '57014';

/**
 * Spreads reads over replicas. For a person a replica must show everything that was stored before the request, so their own writes too,
 * wherever they made them; for a visitor all changes that this instance has heard of, and whatever is older than a second.
 */
export function spreadReads(primary: Connection, position: PrimaryPosition, replicas: Replica[]): Replicas {
  const reads = { primary: 0, replica: 0 };
  let turn = 0;

  const firstThatReached = async (wanted: bigint): Promise<Replica | undefined> => {
    turn += 1;
    for (const place of replicas.keys()) {
      const replica = replicas[(turn + place) % replicas.length]!;
      if (await replica.hasReached(wanted)) return replica;
    }
    return undefined;
  };

  const choose = async (asker: Asker): Promise<Replica | undefined> => {
    if (asker === 'person') return firstThatReached(await position.now());
    // While the primary can not be asked, what a replica has is better than nothing.
    return firstThatReached(await position.recent().catch(() => 0n));
  };

  const runFor = (asker: Asker): Run => {
    let choice: Promise<Replica | undefined> | undefined;
    return async <Row>(query: CompiledQuery) => {
      choice ??= choose(asker);
      const replica = await choice;
      if (replica) {
        try {
          const result = await replica.run<Row>(query);
          reads.replica += 1;
          return result;
        } catch (error) {
          if (error instanceof pg.DatabaseError && error.code === tookTooLong) throw error;
          // It went away, or its own changes came in the way of the query.
          choice = Promise.resolve(undefined);
        }
      }
      reads.primary += 1;
      return (await primary.executeQuery(query)) as QueryResult<Row>;
    };
  };

  return {
    readerFor: (asker) => connectionBy(runFor(asker)),
    reads: () => ({ ...reads }),
    close: async () => {
      for (const replica of replicas) await replica.close();
    },
  };
}

/** Whom queries are put to that `run` answers one by one; it knows no transactions. */
function connectionBy(run: Run): Connection {
  const unfit = async () => {
    throw new Error('what one request reads is no transaction');
  };
  const connection: DatabaseConnection = {
    executeQuery: run,
    streamQuery: () => {
      throw new Error('what one request reads is not streamed');
    },
  };
  const driver = {
    ...{ init: async () => {}, destroy: async () => {} },
    ...{ acquireConnection: async () => connection, releaseConnection: async () => {} },
    ...{ beginTransaction: unfit, commitTransaction: unfit, rollbackTransaction: unfit },
  };
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}
