import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { extname } from 'node:path';
import { stringify } from 'csv-stringify';
import { toCsvCell } from '../shared/text-of-file.ts';

export interface ImportOutcome {
  /** `completed`: a row of an earlier run got the pictures which that run lacked. */
  outcome: 'taken' | 'changed' | 'completed' | 'skipped';
  kind: string;
  externalId: string;
  title: string;
  /** Absent when the item has no row, or none yet, as in a dry run. */
  id?: number | undefined;
  notes: string[];
  /** The address on the other site that now leads to the row. */
  oldAddress?: string;
}

/** The part of an outcome that is not about the item itself. */
export type ImportReportFacts = Pick<ImportOutcome, 'outcome' | 'id' | 'notes'>;

type Counts = Record<ImportOutcome['outcome'], number>;

interface ImportReportWriter {
  path: string;
  counts: Counts;
  /** Items whose address on the other site now leads to a row here. */
  oldAddresses(): number;
  add(outcome: ImportOutcome): Promise<void>;
  close(): Promise<void>;
}

/** Never overwrites a file: beside `old.report.csv`, the report becomes `old.report-2.csv`. */
export async function openImportReport(requestedPath: string): Promise<ImportReportWriter> {
  const { path, file } = await openNew(requestedPath);
  const columns = ['outcome', 'kind', 'id there', 'id here', 'title', 'notes', 'old address'];
  const lines = stringify({ header: true, bom: true, columns });
  const isWritten = once(file, 'finish');
  lines.pipe(file);
  const counts: Counts = { taken: 0, changed: 0, completed: 0, skipped: 0 };
  let oldAddresses = 0;
  return {
    path,
    counts,
    oldAddresses: () => oldAddresses,
    add: async ({ outcome, kind, externalId, title, id, notes, oldAddress }) => {
      counts[outcome] += 1;
      if (oldAddress) oldAddresses += 1;
      const cells = [outcome, kind, externalId, id, title, notes.join('; '), oldAddress].map(toCsvCell);
      if (!lines.write(cells)) await once(lines, 'drain');
    },
    close: async () => {
      lines.end();
      await isWritten;
    },
  };
}

async function openNew(requestedPath: string) {
  const ending = extname(requestedPath);
  const name = requestedPath.slice(0, requestedPath.length - ending.length);
  for (let run = 1; ; run += 1) {
    const path = run === 1 ? requestedPath : `${name}-${run}${ending}`;
    const file = createWriteStream(path, { mode: 0o600, flags: 'wx' });
    try {
      await once(file, 'open');
      return { path, file };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
