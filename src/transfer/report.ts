import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { stringify } from 'csv-stringify';
import { toCell } from '../shared/cells.ts';

/** What became of one thing in an export. */
export interface Outcome {
  outcome: 'taken' | 'changed' | 'skipped';
  kind: string;
  externalId: string;
  title: string;
  /** The row that it is here; absent when there is none, or not yet. */
  id?: number | undefined;
  notes: string[];
}

export type Counts = Record<Outcome['outcome'], number>;

/** Keeps account of an import, in a file for a spreadsheet, a line for each thing. */
export interface Report {
  counts: Counts;
  add(outcome: Outcome): Promise<void>;
  close(): Promise<void>;
}

/** Begins a report in a file, which is written anew. */
export async function openReport(path: string): Promise<Report> {
  const file = createWriteStream(path, { mode: 0o600 });
  await once(file, 'open');
  const columns = ['outcome', 'kind', 'id there', 'id here', 'title', 'notes'];
  const lines = stringify({ header: true, bom: true, columns });
  const isWritten = once(file, 'finish');
  lines.pipe(file);
  const counts: Counts = { taken: 0, changed: 0, skipped: 0 };
  return {
    counts,
    add: async ({ outcome, kind, externalId, title, id, notes }) => {
      counts[outcome] += 1;
      const cells = [outcome, kind, externalId, id, title, notes.join('; ')].map(toCell);
      if (!lines.write(cells)) await once(lines, 'drain');
    },
    close: async () => {
      lines.end();
      await isWritten;
    },
  };
}
