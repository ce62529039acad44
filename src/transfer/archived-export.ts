import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { archiveHeader, archivePadding } from '../backup/archive-writer.ts';
import { Unavailable } from '../shared/errors.ts';
import { renderAbout, type ExportCtx, exportRows } from './site-export.ts';

const endOfArchive = Buffer.alloc(1024);

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
    const { counts, files } = await exportRows(ctx, folder);
    for (const name of (await readdir(folder)).toSorted()) {
      const path = join(folder, name);
      yield* entry(name, (await stat(path)).size, createReadStream(path));
    }
    const missing: string[] = [];
    for (const { storage, key, path } of files) {
      const file = await storage.read(key);
      if (file) yield* entry(path, file.bytes, file.open());
      else missing.push(path);
    }
    // This file is written last. An import refuses an export without this file, because the export is incomplete.
    const about = Buffer.from(renderAbout(ctx, { counts, missing }));
    yield* entry('atrium.json', about.length, [about]);
    yield endOfArchive;
  } finally {
    isRunning = false;
    await rm(folder, { recursive: true, force: true });
  }
}

async function* entry(
  name: string,
  bytes: number,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<Buffer> {
  yield archiveHeader(name, bytes);
  let sent = 0;
  for await (const chunk of content) {
    sent += chunk.length;
    yield chunk;
  }
  if (sent !== bytes) throw new Error(`${name} has ${sent} bytes and not ${bytes}`);
  yield archivePadding(bytes);
}
