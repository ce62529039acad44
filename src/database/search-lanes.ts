import type { RawBuilder } from 'kysely';
import { createQueue } from '../shared/queue.ts';

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
