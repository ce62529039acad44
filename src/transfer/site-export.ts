import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { packTar, type TarFile } from '../backup/archive.ts';
import type { TransferContent, TransferItem } from '../content/module/transfer-content.ts';
import { toIsoTime } from '../database/columns.ts';
import type { Connection, Reader } from '../database/ctx.ts';
import { recordSecurityEvent } from '../modules/security-log/security-event.ts';
import type { Storage } from '../pictures/files/storage.ts';
import { settingPicturesOf } from '../settings/groups.ts';
import { isLibraryPath } from '../shared/fields.ts';
import { Unavailable } from '../shared/errors.ts';
import { makeFolder } from '../shared/make-folder.ts';
import { Download } from '../trpc/download.ts';
import { rest } from '../trpc/procedure-meta.ts';
import { procedureWithGrantAndStepUp, router } from '../trpc/procedures.ts';
import { addressesName, AddressItem, iterateAddresses } from './address-transfer.ts';
import { ImportedEntry, importedEntriesName, iterateImportedEntries } from './imported-entries.ts';
import type { OnProgress } from './incoming-content.ts';
import { iterateRowFacts, rowFacts } from './row-facts-transfer.ts';
import { iterateSettings, SettingItem, settingsName } from './settings-transfer.ts';
import { exportFileSchema, PictureItem, siteContents } from './site-content.ts';

/** Also writes the file's JSON Schema. Returns the number of items. */
async function writeItems<Item extends object>(
  folder: string,
  name: string,
  schema: z.ZodType,
  items: AsyncIterable<Item>,
  onItem: (item: Item) => void,
): Promise<number> {
  let count = 0;
  async function* text() {
    yield `{"format":"atrium 1","module":${JSON.stringify(name)},"items":[`;
    for await (const item of items) {
      onItem(item);
      yield `${count > 0 ? ',' : ''}\n${JSON.stringify(item)}`;
      count += 1;
    }
    yield '\n]}\n';
  }
  await pipeline(Readable.from(text()), createWriteStream(join(folder, `${name}.json`), { mode: 0o600 }));
  const described = z.toJSONSchema(exportFileSchema(name, schema), {
    io: 'output',
    unrepresentable: 'any',
    // Only Atrium reads these, and the list that one names may change.
    override: ({ jsonSchema }) => {
      delete jsonSchema.listed;
      delete jsonSchema.isExample;
    },
  });
  await writeFile(join(folder, `${name}.schema.json`), `${JSON.stringify(described, null, 2)}\n`);
  return count;
}

const batchRows = 200;
const pathsAtOnce = 500;

interface ExportCtx {
  read: Reader;
  now: Date;
  uploads: Pick<Storage, 'read'>;
  privateFiles: Pick<Storage, 'read'>;
}

/** `counts` by file. `missing`: files that rows refer to but that do not exist. */
interface ExportResult {
  counts: Record<string, number>;
  missing: string[];
}

/** With its path in the export. */
interface NamedFile {
  storage: Pick<Storage, 'read'>;
  key: string;
  path: string;
}

/** @throws {Error} when the folder is not empty, or cannot be made */
export async function prepareExportFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty`);
}

/**
 * The rows as they are at one moment, and their files. An export that fails leaves the folder empty, because a part of
 * one holds what visitors wrote, and the next export needs an empty folder.
 * @throws {Error} when the folder is not empty, or cannot be made
 */
export async function exportSite(
  ctx: ExportCtx,
  folder: string,
  onProgress: OnProgress,
): Promise<ExportResult> {
  await prepareExportFolder(folder);
  try {
    return await writeExport(ctx, folder, onProgress);
  } catch (error) {
    await emptyFolder(folder).catch(() => {});
    throw error;
  }
}

async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
}

async function writeExport(ctx: ExportCtx, folder: string, onProgress: OnProgress): Promise<ExportResult> {
  const { counts, files } = await exportRows(ctx, folder);
  const missing: string[] = [];
  for (const bucket of ['uploads', 'private']) await mkdir(join(folder, bucket), { mode: 0o700 });
  for (const [at, { storage, key, path }] of files.entries()) {
    const file = await storage.read(key);
    if (file) await pipeline(file.open(), createWriteStream(join(folder, path), { mode: 0o600 }));
    else missing.push(path);
    onProgress((at + 1) / files.length);
  }
  // Last: an import refuses an export without it as incomplete.
  await writeFile(join(folder, 'atrium.json'), renderAbout(ctx, { counts, missing }), { mode: 0o600 });
  return { counts, missing };
}

/** `atrium.json` marks an export as complete. */
function renderAbout({ now }: Pick<ExportCtx, 'now'>, { counts, missing }: ExportResult): string {
  const about = { format: 'atrium 1', exported_at: now.toISOString(), counts, missing };
  return `${JSON.stringify(about, null, 2)}\n`;
}

/** As they are at one moment, into an empty folder. */
async function exportRows(
  ctx: ExportCtx,
  folder: string,
): Promise<Pick<ExportResult, 'counts'> & { files: NamedFile[] }> {
  const [pictures, documents] = [new Set<string>(), new Set<string>()];
  const counts: Record<string, number> = {};
  await ctx.read.atOneMoment(async (read) => {
    for (const content of siteContents) {
      const { name, picture, Item } = content;
      const items = itemsOf(read, content);
      counts[name] = await writeItems(folder, name, Item, items, (item) => {
        const path =
          picture && (item as TransferItem & Partial<Record<typeof picture, string | null>>)[picture];
        if (path && isLibraryPath(path)) pictures.add(path);
        if ('attachment_key' in item && item.attachment_key) documents.add(String(item.attachment_key));
      });
    }
    counts[settingsName] = await writeItems(
      folder,
      settingsName,
      SettingItem,
      iterateSettings(read),
      (item) => {
        for (const path of settingPicturesOf(item)) pictures.add(path);
      },
    );
    counts.pictures = await writeItems(
      folder,
      'pictures',
      PictureItem,
      readPicturesOf(read, [...pictures]),
      () => {},
    );
    counts[addressesName] = await writeItems(
      folder,
      addressesName,
      AddressItem,
      iterateAddresses(read),
      () => {},
    );
    for (const facts of rowFacts) {
      const items = iterateRowFacts(read, facts);
      counts[facts.name] = await writeItems(folder, facts.name, facts.Item, items, () => {});
    }
    const entries = iterateImportedEntries(read);
    counts[importedEntriesName] = await writeItems(
      folder,
      importedEntriesName,
      ImportedEntry,
      entries,
      () => {},
    );
  });
  const files = [
    ...[...pictures].map((path) => ({ storage: ctx.uploads, key: path.slice('uploads/'.length), path })),
    ...[...documents].map((key) => ({ storage: ctx.privateFiles, key, path: `private/${key}` })),
  ];
  return { counts, files };
}

async function* itemsOf(
  read: Connection,
  { table, toItem, isDerived }: TransferContent,
): AsyncGenerator<TransferItem> {
  for (let after = 0; ; ) {
    const rows = await read
      .withTables<Record<string, { id: number; path: string }>>()
      .selectFrom(table)
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchRows)
      .execute();
    for (const row of rows) if (!isDerived?.(row as never)) yield toItem(row as never);
    if (rows.length < batchRows) return;
    after = Number(rows.at(-1)?.id);
  }
}

async function* readPicturesOf(read: Connection, paths: string[]): AsyncGenerator<PictureItem> {
  for (let at = 0; at < paths.length; at += pathsAtOnce) {
    const rows = await read
      .selectFrom('pictures')
      .select([
        'path',
        'width',
        'height',
        'bytes',
        'colour',
        'placeholder',
        'is_animated',
        'alt',
        'created_at',
      ])
      .where('path', 'in', paths.slice(at, at + pathsAtOnce))
      .orderBy('path')
      .execute();
    for (const row of rows) {
      yield { ...row, is_animated: Boolean(row.is_animated), created_at: toIsoTime(row.created_at) };
    }
  }
}

let isRunning = false;

/**
 * Each export needs disk space for all rows.
 * @throws {Unavailable} while another export is running
 */
function expectNoExport(): void {
  if (isRunning)
    throw new Unavailable('An export is being made already. Please try again.', { retryAfter: 60 });
}

/**
 * Rows go to a temporary folder first: an archive has the size of each file before its content, and a slow
 * receiver must not keep a transaction open.
 * @throws {Unavailable} while another export is running
 */
async function* archiveSite(ctx: ExportCtx): AsyncGenerator<Buffer> {
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
  // Last: an import refuses an export without it as incomplete.
  const about = Buffer.from(renderAbout(ctx, { counts, missing }));
  yield { name: 'atrium.json', bytes: about.length, content: [about] };
}

const download = 'application/x-tar';

export const exportRouter = router({
  site: procedureWithGrantAndStepUp('settings:manage')
    .meta(
      rest('GET', '/admin/export', 'Download all content as an export', {
        download,
        scopes: ['export:read'],
      }),
    )
    .output(z.instanceof(Download).meta({ override: { type: 'string', format: 'binary' } }))
    .query(async ({ ctx }) => {
      expectNoExport();
      await recordSecurityEvent(ctx, 'exported', { details: { call: 'export' } });
      const { read, now, privateFiles, pictures } = ctx;
      const name = `atrium-${now.toISOString().slice(0, 10)}.tar`;
      const parts = { read, now, uploads: pictures, privateFiles };
      return new Download({
        name,
        type: download,
        bytes: undefined,
        open: () => Readable.from(archiveSite(parts), { objectMode: false }),
      });
    }),
});
