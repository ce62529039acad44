import type { SearchReport, SearchTask } from '../../src/database/search/search-worker.ts';

// The program of a thread that never ends with one kind of search, as a fault in the real one might not.

export default function search({ text }: SearchTask): SearchReport {
  for (;;) if (text !== 'endless') return { rows: [] };
}
