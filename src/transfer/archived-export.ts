import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packTar, type TarFile } from '../backup/archive.ts';
import { Unavailable } from '../shared/errors.ts';
import { renderAbout, type ExportCtx, exportRows } from './site-export.ts';

let isRunning = false;

/**
 * Checks that no other export is running in this process. Only one may run at a time, because each export
 * needs disk space for all rows.
 * @throws {Unavailable} while another export is running
 */
export function expectNoExport(): void {
  if (isRunning)
    throw new Unavailable('An export is being made already. Please try again.', { retryAfter: 60 });
}

/**
 * Yields the export as a tar archive. The rows are first written to a temporary folder, for two reasons. An
 * archive contains the size of each file before its content. A slow receiver must not keep a transaction
 * open. Pictures and documents are read from the storage in chunks.
 * @throws {Unavailable} while another export is running
 */
export async function* archiveSite(ctx: ExportCtx): AsyncGenerator<Buffer> {
  expectNoExport();
  isRunning = true;
  const folder = await mkdtemp(join(tmpdir(), 'atrium-export-'));
  try {
    yield* packTar(exportedFiles(ctx, folder));
  } finally {
    isRunning = false;
    await rm(folder, { recursive: true, force: true });
  }
}

async function* exportedFiles(ctx: ExportCtx, folder: string): AsyncGenerator<TarFile> {
  const { counts, files } = await exportRows(ctx, folder);
  for (const name of (await readdir(folder)).toSorted()) {
    const path = join(folder, name);
    yield { name, bytes: (await stat(path)).size, content: createReadStream(path) };
  }
  const missing: string[] = [];
  for (const { storage, key, path } of files) {
    const file = await storage.read(key);
    if (file) yield { name: path, bytes: file.bytes, content: file.open() };
    else missing.push(path);
  }
  // This file is written last. An import refuses an export without this file, because the export is incomplete.
  const about = Buffer.from(renderAbout(ctx, { counts, missing }));
  yield { name: 'atrium.json', bytes: about.length, content: [about] };
}
