import type { SearchReport, SearchTask } from '../../src/database/search/search-worker.ts';

// The program of a search thread that hangs on one search, as a defect in the real one might.

export default function search({ text }: SearchTask): SearchReport {
  for (;;) if (text !== 'endless') return { rows: [] };
}
