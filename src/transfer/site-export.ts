import { createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { toIso } from '../database/columns.ts';
import type { Connection, Reader } from '../database/ctx.ts';
import type { Storage } from '../pictures/files/storage.ts';
import type { TransferContent, TransferItem } from '../content/module/transfer-content.ts';
import { settingPicturesOf } from '../settings/transfer.service.ts';
import { isLibraryPath } from '../shared/address-fields.ts';
import { AddressItem, addressesName, iterateAddresses } from './address-transfer.ts';
import { iterateImportedEntries, ImportedEntry, importedName } from './imported-entries.ts';
import type { OnProgress } from './incoming.ts';
import { iterateSettings, SettingItem, settingsName } from './settings-transfer.ts';
import { siteContents } from './site-content.ts';
import { PictureItem } from './site-items.ts';
import { writeItems } from './write-items.ts';

const batchRows = 200;
const pathsAtOnce = 500;

export interface ExportCtx {
  read: Reader;
  now: Date;
  uploads: Pick<Storage, 'read'>;
  privateFiles: Pick<Storage, 'read'>;
}

/**
 * The result of an export. `counts` contains the number of items by file. `missing` contains the paths of
 * files that rows refer to but that do not exist.
 */
export interface ExportResult {
  counts: Record<string, number>;
  missing: string[];
}

/** A file that rows refer to, with its path in the export. */
interface NamedFile {
  storage: Pick<Storage, 'read'>;
  key: string;
  path: string;
}

/**
 * Exports all content into a folder: the rows as they are at one moment, and their files.
 * @throws {Error} when the folder is not empty
 */
export async function exportSite(
  ctx: ExportCtx,
  folder: string,
  onProgress: OnProgress,
): Promise<ExportResult> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty`);
  const { counts, files } = await exportRows(ctx, folder);
  const missing: string[] = [];
  for (const bucket of ['uploads', 'private']) await mkdir(join(folder, bucket), { mode: 0o700 });
  for (const [at, { storage, key, path }] of files.entries()) {
    const file = await storage.read(key);
    if (file) await pipeline(file.open(), createWriteStream(join(folder, path), { mode: 0o600 }));
    else missing.push(path);
    onProgress((at + 1) / files.length);
  }
  // This file is written last. If it is missing, an import refuses the export as incomplete.
  await writeFile(join(folder, 'atrium.json'), renderAbout(ctx, { counts, missing }), { mode: 0o600 });
  return { counts, missing };
}

/** Returns the content of `atrium.json`, the file that marks an export as complete. */
export function renderAbout({ now }: Pick<ExportCtx, 'now'>, { counts, missing }: ExportResult): string {
  const about = { format: 'atrium 1', exported_at: now.toISOString(), counts, missing };
  return `${JSON.stringify(about, null, 2)}\n`;
}

/**
 * Writes the rows as they are at one moment into an empty folder. Returns the number of items by file, and
 * the files that the rows refer to.
 */
export async function exportRows(
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
    const entries = iterateImportedEntries(read);
    counts[importedName] = await writeItems(folder, importedName, ImportedEntry, entries, () => {});
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
      yield { ...row, is_animated: Boolean(row.is_animated), created_at: toIso(row.created_at) };
    }
  }
}
