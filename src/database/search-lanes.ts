import type { RawBuilder } from 'kysely';
import { createQueue } from '../shared/queue.ts';
import type { Connection } from './work.ts';

/** Runs a query of a search and gives its rows. @throws {Unavailable} when too many wait already */
export type SearchLane = <Row>(query: RawBuilder<Row>) => Promise<Row[]>;

/**
 * Where searches run, apart from all other reads and bounded: those that an index answers, and those that must look at every
 * row, which may take long and must not hold up the others.
 */
export interface SearchLanes {
  indexed: SearchLane;
  scanning: SearchLane;
}

const busy = 'Too many searches are running right now. Please try again in a moment.';
const maxWaiting = 20;

/** A lane of `parallel` queries at once. */
export function createLane(parallel: number, run: SearchLane): SearchLane {
  const enqueue = createQueue({ parallel, maxWaiting, busy });
  return (query) => enqueue(() => run(query));
}

/** A lane that many readers share; each runs its queries on a connection of its own. */
export function createSharedLane(parallel: number): (db: Connection) => SearchLane {
  const enqueue = createQueue({ parallel, maxWaiting, busy });
  return (db) => (query) => enqueue(async () => (await query.execute(db)).rows);
}
