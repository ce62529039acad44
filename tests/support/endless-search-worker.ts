import type { SearchReport, SearchTask } from '../../src/database/search/search-worker.ts';

// A search worker that never answers a search for `endless`, as a defective worker might.

export default function search({ text }: SearchTask): SearchReport {
  for (;;) if (text !== 'endless') return { rows: [] };
}
