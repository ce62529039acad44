import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { clearDatabase } from './postgresql-rows.ts';
import { type BackupTarget, type Bucket, pathExists, sqliteFile } from './target.ts';

const Marker = z.object({
  /** The host, port and name of the database. Null for SQLite. */
  database: z.string().nullable(),
  /** The names of the files that the restore writes: `uploads/…` and `private/…`. */
  files: z.array(z.string()),
});

const markerFile = (dataDir: string) => join(dataDir, '.restoring');

/**
 * Writes a marker file before a restore writes anything into its empty target. If the restore is killed, the
 * next restore reads the marker and removes what the killed restore wrote.
 */
export async function markRestoring(target: BackupTarget, files: string[]): Promise<void> {
  const marker: z.output<typeof Marker> = { database: nameOf(target.url), files };
  const file = markerFile(target.dataDir);
  await mkdir(target.dataDir, { recursive: true });
  const handle = await open(`${file}.new`, 'w', 0o600);
  try {
    await handle.writeFile(JSON.stringify(marker));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
}

export async function unmarkRestoring({ dataDir }: Pick<BackupTarget, 'dataDir'>): Promise<void> {
  for (const ending of ['', '.new']) await rm(markerFile(dataDir) + ending, { force: true });
}

/**
 * Removes what an interrupted restore wrote, and its marker. Does nothing when no restore was interrupted.
 * @throws {Error} when the interrupted restore had another database as its target
 */
export async function undoInterrupted(target: BackupTarget): Promise<void> {
  const text = await readFile(markerFile(target.dataDir), 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const marker = Marker.parse(JSON.parse(text));
  if (marker.database !== nameOf(target.url)) {
    throw new Error(
      `a restore into ${marker.database ?? 'SQLite'} was interrupted here: repeat it with the same settings first`,
    );
  }
  for (const name of marker.files) {
    const [bucket, key = ''] = name.split('/') as [Bucket, string];
    await target.buckets[bucket].remove(key);
  }
  if (target.url) await clearDatabase(target.url);
  else await rm(sqliteFile(target.dataDir), { force: true });
  await unmarkRestoring(target);
}

/**
 * Checks that no restore into the data folder was interrupted.
 * @throws {Error} when the folder still contains the marker of a restore
 */
export async function expectNoInterruptedRestore(dataDir: string): Promise<void> {
  if (!(await pathExists(markerFile(dataDir)))) return;
  throw new Error(
    `a restore into ${dataDir} was interrupted, so some data is missing: run the same npm run restore again`,
  );
}

function nameOf(url: string | undefined): string | null {
  if (!url) return null;
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 5432}${pathname}`;
}
