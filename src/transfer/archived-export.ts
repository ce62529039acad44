import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { archiveHeader, archivePadding } from '../backup/archive-writer.ts';
import { Unavailable } from '../shared/errors.ts';
import { aboutExport, type ExportCtx, exportRows } from './site-export.ts';

const endOfArchive = Buffer.alloc(1024);

let isRunning = false;

/**
 * @throws {Unavailable} while another export of this instance is running, because each needs disk space for all rows
 */
export function expectNoExport(): void {
  if (isRunning)
    throw new Unavailable('An export is being made already. Please try again.', { retryAfter: 60 });
}

/**
 * Yields the export as a tar file. The rows are written to a temporary folder first, because an archive names the size of a file before its
 * content, and because a slow receiver must not hold a transaction. Pictures and documents come from the storage. Memory holds one chunk.
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
    // Written last, because an import refuses an export without this file as incomplete.
    const about = Buffer.from(aboutExport(ctx, { counts, missing }));
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
