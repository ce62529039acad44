import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { PrivateFiles } from '../../pictures/files/private-files.ts';
import { findMailFiles } from '../../mail/mail-files.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import type { SiteSettings } from '../../shared/settings/site.ts';
import { fillPlaceholders } from '../../shared/settings/placeholders.ts';
import { dependentTablesOf } from './files-of-rows.service.ts';
import { archiveTexts } from './archive-texts.ts';
import { type PersonCtx, searchedTables } from './person.service.ts';
import {
  addressPattern,
  columnsWith,
  dependentRows,
  primaryKeyOf,
  mentioningRows,
  type PersonalRow,
  personalRows,
  ruleOf,
  textOf,
} from './personal-rows.repository.ts';

type ArchiveCtx = PersonCtx & { privateFiles: PrivateFiles; site: SiteSettings };

/** A file of the archive. `path` is its place in the archive. */
interface ArchivedFile {
  path: string;
  open(): Promise<Readable | undefined>;
}

/**
 * Returns a ZIP archive of everything that is stored about the owner of an address. The archive contains
 * `person.json`, the private files of the person, and a text that explains these files. The archive is made
 * during its download.
 */
export function archivePerson(ctx: ArchiveCtx, email: string): Readable {
  const archive = new ZipFile();
  const output = archive.outputStream as Readable;
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  archive.on('error', fail);
  const { site, now } = ctx;
  const mtime = now;

  const words = new Map([
    ['company', site.company.name],
    ['address', email],
    ['day', site.formats.day(now.toISOString())],
  ]);
  const text = fillPlaceholders(archiveTexts[site.region.language], words, site.region.language);
  archive.addBuffer(Buffer.from(`${text}\n`), 'readme.txt', { mtime });

  // The files are added after the last row, because the rows name the files.
  const files: ArchivedFile[] = [];
  const rows = Readable.from(personJson(ctx, email, files), { objectMode: false });
  rows.on('error', fail);
  rows.on('end', () => {
    for (const { path, open } of files) {
      archive.addReadStreamLazy(path, { mtime, compress: false }, (pass) => {
        void open().then(
          (stream) => pass(null, stream ?? Readable.from([])),
          (error: unknown) => pass(error, Readable.from([])),
        );
      });
    }
    archive.end();
  });
  archive.addReadStream(rows, 'person.json', { mtime });
  // When the download stops, the reading of rows stops, too.
  output.on('close', () => rows.destroy());
  return output;
}

/** Yields the text of `person.json`, row by row. Adds the files that the rows name to `files`. */
async function* personJson(ctx: ArchiveCtx, email: string, files: ArchivedFile[]): AsyncGenerator<string> {
  const key = toEmailKey(email);
  const { read, mailer, now } = ctx;

  yield `{"address":${JSON.stringify(email)},"made_at":${JSON.stringify(now.toISOString())},"rows":{`;
  let between = '';
  for (const table of searchedTables.filter((name) => isTheirs(name))) {
    yield `${between}${JSON.stringify(table)}:[`;
    between = ',';
    let comma = '';
    for await (const row of personalRows(read, table, key)) {
      yield `${comma}${JSON.stringify(await wholeRow(ctx, table, row, files))}`;
      comma = ',';
    }
    yield ']\n';
  }

  yield '},"texts":[';
  let comma = '';
  for (const table of searchedTables) {
    const found = isTheirs(table) ? mentioningRows(read, table, key) : personalRows(read, table, key);
    for await (const row of found) {
      yield `${comma}${JSON.stringify(excerptOf(table, row, addressPattern(key)))}\n`;
      comma = ',';
    }
  }
  yield ']}\n';

  // If there is no mail server, mails are stored as files.
  for (const path of await findMailFiles(mailer.folder, addressPattern(key)))
    files.push({ path: `files/${basename(path)}`, open: async () => createReadStream(path) });
}

/**
 * Returns whether the rows of a table are data of the person. In other tables, the person's address can only
 * occur in texts of other people.
 */
function isTheirs(table: string): boolean {
  return ['delete', 'blank', 'account'].includes(ruleOf(table).treatment);
}

/**
 * Returns a row without its secrets, but with the rows of other tables that belong to it. Adds the private
 * files of these rows to `files`.
 */
async function wholeRow(
  ctx: ArchiveCtx,
  table: string,
  row: PersonalRow,
  files: ArchivedFile[],
): Promise<Record<string, unknown>> {
  const rule = ruleOf(table);
  const secrets = columnsWith(rule, 'secret');
  const shown = Object.entries(row).filter(([name]) => !secrets.includes(name));
  const whole: Record<string, unknown> = Object.fromEntries(shown);
  for (const name of columnsWith(rule, 'file')) {
    const key = row[name];
    if (typeof key !== 'string') continue;
    const path = `files/${table}-${row[primaryKeyOf(table)]}-${name}.pdf`;
    files.push({
      path,
      open: async () => (await ctx.privateFiles.read(key))?.open() as Readable | undefined,
    });
    whole[name] = path;
  }
  for (const follower of dependentTablesOf(table)) {
    const following: unknown[] = [];
    for await (const one of dependentRows(ctx.read, follower, row[primaryKeyOf(table)]))
      following.push(await wholeRow(ctx, follower, one, files));
    if (following.length > 0) whole[follower] = following;
  }
  return whole;
}

/** Returns the table and the id of a row, and the values that contain the address. */
function excerptOf(table: string, row: PersonalRow, pattern: RegExp): Record<string, unknown> {
  const columns = columnsWith(ruleOf(table), 'address', 'words', 'packed').filter(
    (name) => textOf(row[name]).search(pattern) >= 0,
  );
  const { module, item_id } = row;
  const texts = Object.fromEntries(columns.map((name) => [name, row[name]]));
  return { table, id: row[primaryKeyOf(table)], ...(module !== undefined && { module, item_id }), texts };
}
