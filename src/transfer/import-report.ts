import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
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
  /** Ends the report with the reason why the import ended. Removes a report without items, and then returns false. */
  fail(reason: string): Promise<boolean>;
}

/** Never overwrites a file: beside `old.report.csv`, the report becomes `old.report-2.csv`. */
export async function openImportReport(requestedPath: string): Promise<ImportReportWriter> {
  const { path, file } = await openNew(requestedPath);
  const columns = ['outcome', 'kind', 'id there', 'id here', 'title', 'notes', 'old address'];
  const lines = stringify({ header: true, bom: true, columns });
  const isWritten = pipeline(lines, file);
  // `add` and `close` tell it. Until then nothing waits for it.
  isWritten.catch(() => {});
  const counts: Counts = { taken: 0, changed: 0, completed: 0, skipped: 0 };
  let oldAddresses = 0;
  const write = async (cells: Parameters<typeof toCsvCell>[0][]) => {
    if (!lines.write(cells.map(toCsvCell))) await Promise.race([once(lines, 'drain'), isWritten]);
  };
  const close = async () => {
    lines.end();
    await isWritten;
  };
  return {
    path,
    counts,
    oldAddresses: () => oldAddresses,
    add: async ({ outcome, kind, externalId, title, id, notes, oldAddress }) => {
      counts[outcome] += 1;
      if (oldAddress) oldAddresses += 1;
      await write([outcome, kind, externalId, id, title, notes.join('; '), oldAddress]);
    },
    close,
    fail: async (reason) => {
      const hasItems = Object.values(counts).some((count) => count > 0);
      if (hasItems) await write(['failed', '', '', '', '', reason, '']);
      await close();
      if (!hasItems) await rm(path);
      return hasItems;
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
