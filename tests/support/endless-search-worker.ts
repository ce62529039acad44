import type { SearchReport, SearchTask } from '../../src/database/search/search-worker.ts';

// A search thread that hangs on one search, as a defective one might.

export default function search({ text }: SearchTask): SearchReport {
  for (;;) if (text !== 'endless') return { rows: [] };
}
