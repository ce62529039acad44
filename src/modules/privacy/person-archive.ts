import { createReadStream } from 'node:fs';
import { basename, extname } from 'node:path';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { findMailFiles } from '../../mail/mailer.ts';
import type { PrivateFiles } from '../../pictures/files/storage.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import type { Language } from '../../shared/settings/fields/region.ts';
import { fillPlaceholders } from '../../shared/settings/placeholders.ts';
import type { SiteSettings } from '../../shared/settings/site-settings.ts';
import {
  emailAddressPattern,
  columnsHolding,
  ownersOf,
  rowsBelongingTo,
  dependentTablesOf,
  rowsMentioning,
  type PersonalRow,
  rowsOfPerson,
  type PersonCtx,
  primaryKeysByTable,
  personalDataRuleOf,
  searchedTables,
  storedTextOf,
} from './find-person.ts';

/** `readme.txt`, which explains the files. */
const archiveTexts: Readonly<Record<Language, string>> = {
  en: `What the website of {company} stores about {address}, as of {day}.

person.json has the stored data, by the tables of the database. Under "texts" are texts of others that name the address.
files/ has the files that were sent with messages, and mails that the server has stored.`,
  de: `Was die Website von {company} über {address} speichert, Stand {day}.

person.json enthält die gespeicherten Daten, nach den Tabellen der Datenbank. Unter „texts“ stehen Texte anderer, die die Adresse nennen.
files/ enthält die Dateien, die mit Nachrichten kamen, und Mails, die der Server gespeichert hat.`,
  fr: `Ce que le site de {company} conserve au sujet de {address}, au {day}.

person.json contient les données conservées, selon les tables de la base. Sous « texts » figurent des textes d’autres personnes qui nomment l’adresse.
files/ contient les fichiers reçus avec des messages, et les courriels que le serveur a conservés.`,
  es: `Lo que el sitio web de {company} guarda sobre {address}, a {day}.

person.json contiene los datos guardados, según las tablas de la base de datos. En «texts» hay textos de otras personas que nombran la dirección.
files/ contiene los archivos que llegaron con mensajes y los correos que el servidor ha guardado.`,
  tr: `{company} web sitesinin {address} hakkında sakladıkları, {day} itibarıyla.

person.json, veritabanının tablolarına göre saklanan verileri içerir. "texts" altında, adresi anan başkalarına ait metinler bulunur.
files/, iletilerle gelen dosyaları ve sunucunun sakladığı e-postaları içerir.`,
};

type ArchiveCtx = PersonCtx & { privateFiles: PrivateFiles; site: SiteSettings };

interface ArchivedFile {
  path: string;
  open(): Promise<Readable | undefined>;
}

/** Made during its download: `person.json`, the private files, and a text that explains them. */
export function archivePerson(ctx: ArchiveCtx, email: string): Readable {
  const archive = new ZipFile();
  const output = archive.outputStream as Readable;
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  archive.on('error', fail);
  const { site, now } = ctx;
  const mtime = now;

  const values = new Map([
    ['company', site.company.name],
    ['address', email],
    ['day', site.formats.day(now.toISOString())],
  ]);
  const text = fillPlaceholders(archiveTexts[site.region.language], values, site.region.language);
  archive.addBuffer(Buffer.from(`${text}\n`), 'readme.txt', { mtime });

  // After the last row, because the rows name the files.
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
  // When the download stops, so does the reading.
  output.on('close', () => rows.destroy());
  return output;
}

/** Row by row. Adds the files that the rows name to `files`. */
async function* personJson(ctx: ArchiveCtx, email: string, files: ArchivedFile[]): AsyncGenerator<string> {
  const key = toEmailKey(email);
  const { read, mailer, now } = ctx;

  yield `{"address":${JSON.stringify(email)},"made_at":${JSON.stringify(now.toISOString())},"rows":{`;
  let between = '';
  for (const table of searchedTables.filter((name) => isTheirs(name))) {
    yield `${between}${JSON.stringify(table)}:[`;
    between = ',';
    let comma = '';
    for await (const row of rowsOfPerson(read, table, key)) {
      const owners = await ownersOf(read, table, [row]);
      for (const owner of owners.rows) {
        yield `${comma}${JSON.stringify(await wholeRow(ctx, owners.table, owner, files))}`;
        comma = ',';
      }
    }
    yield ']\n';
  }

  yield '},"texts":[';
  let comma = '';
  for (const table of searchedTables) {
    const rows = isTheirs(table) ? rowsMentioning(read, table, key) : rowsOfPerson(read, table, key);
    for await (const row of rows) {
      yield `${comma}${JSON.stringify(excerptOf(table, row, emailAddressPattern(key)))}\n`;
      comma = ',';
    }
  }
  yield ']}\n';

  // A site without a mail server stores mails as files.
  for (const path of await findMailFiles(mailer.folder, emailAddressPattern(key)))
    files.push({ path: `files/${basename(path)}`, open: async () => createReadStream(path) });
}

/** Whether the rows belong to the person, and do not merely have the address in texts of other people. */
function isTheirs(table: string): boolean {
  return ['delete', 'blank', 'account'].includes(personalDataRuleOf(table).treatment);
}

/** A row without its secrets, but with the rows that belong to it. Adds their private files to `files`. */
async function wholeRow(
  ctx: ArchiveCtx,
  table: string,
  row: PersonalRow,
  files: ArchivedFile[],
): Promise<Record<string, unknown>> {
  const rule = personalDataRuleOf(table);
  const secrets = columnsHolding(rule, 'secret');
  const shown = Object.entries(row).filter(([name]) => !secrets.includes(name));
  const whole: Record<string, unknown> = Object.fromEntries(shown);
  for (const name of columnsHolding(rule, 'file')) {
    const key = row[name];
    if (typeof key !== 'string') continue;
    const path = `files/${table}-${row[primaryKeysByTable(table)]}-${name}${extname(key)}`;
    files.push({
      path,
      open: async () => (await ctx.privateFiles.read(key))?.open(),
    });
    whole[name] = path;
  }
  for (const follower of dependentTablesOf(table)) {
    const following: unknown[] = [];
    for await (const one of rowsBelongingTo(ctx.read, follower, row[primaryKeysByTable(table)]))
      following.push(await wholeRow(ctx, follower, one, files));
    if (following.length > 0) whole[follower] = following;
  }
  return whole;
}

function excerptOf(table: string, row: PersonalRow, pattern: RegExp): Record<string, unknown> {
  const columns = columnsHolding(personalDataRuleOf(table), 'email', 'writing', 'packed').filter(
    (name) => storedTextOf(row[name]).search(pattern) >= 0,
  );
  const { module, item_id } = row;
  const texts = Object.fromEntries(columns.map((name) => [name, row[name]]));
  return {
    table,
    id: row[primaryKeysByTable(table)],
    ...(module !== undefined && { module, item_id }),
    texts,
  };
}
