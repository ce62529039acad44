import { defineEntity, p } from '@mikro-orm/core';
import { textColumn } from '../../database/columns.ts';
import { sql } from 'kysely';
import { declareChangedTables } from '../../database/content-version.ts';
import type { Connection, Ctx } from '../../database/ctx.ts';
import { isPublicSql, factsOfTable } from '../../database/list/public-at.ts';
import type { RowOf, Tables } from '../../database/table-types.ts';
import { fileAddress } from '../../shared/library-files.ts';
import type { ActivityModule } from '../../shared/module-facts.ts';
import { pageRoutes } from '../../shared/public-pages.ts';
import { everyLanguage } from '../../shared/site-languages.ts';

export const redirectKind = 'redirect';
/** A redirect whose path contains a `*`. */
export const patternKind = 'pattern';
export const maxPatterns = 100;

/** Made by staff, unlike the address of a row. */
export function isRedirect(kind: string | undefined): boolean {
  return kind === redirectKind || kind === patternKind;
}

export interface ItemKey {
  module: ActivityModule;
  item_id: number;
}

export type StoredAddress = RowOf<'addresses'>;

/** `place` exists only in modules whose rows may be on fixed pages, `lang` in those whose rows are translated. */
interface AddressedRow {
  id: number;
  slug: string | null;
  place?: string;
  lang?: string | null;
}

type Inside = Pick<Ctx, 'em'>;

const insideOf = ({ em }: Inside) => em.getKysely<Tables>();

export function findAddress(read: Connection, path: string): Promise<StoredAddress | undefined> {
  return read.selectFrom('addresses').selectAll().where('path', '=', path).executeTakeFirst();
}

export async function findAddresses(read: Connection, paths: readonly string[]): Promise<StoredAddress[]> {
  if (paths.length === 0) return [];
  return read
    .selectFrom('addresses')
    .selectAll()
    .where('path', 'in', [...paths])
    .execute();
}

export function readPatterns(read: Connection): Promise<StoredAddress[]> {
  return read
    .selectFrom('addresses')
    .selectAll()
    .where('kind', '=', patternKind)
    .limit(maxPatterns)
    .execute();
}

/** Undefined when the file is in the trash or was deleted. */
export async function readFileAddress(read: Connection, id: number): Promise<string | undefined> {
  const files = read.selectFrom('media');
  const file = await files.select(['id', 'name', 'path']).where('id', '=', id).executeTakeFirst();
  return file?.path ? (fileAddress(file) ?? `/${file.path}`) : undefined;
}

/** Also a row that visitors do not see. */
export function readAddressedRow(
  read: Connection,
  table: string,
  id: number,
): Promise<AddressedRow | undefined> {
  return read
    .withTables<Record<string, AddressedRow>>()
    .selectFrom(table)
    .select(['id', 'slug'])
    .$if(factsOfTable(table)?.isTranslated === true, (query) => query.select('lang'))
    .where('id', '=', id)
    .executeTakeFirst();
}

export function readPublicRows(
  read: Connection,
  { table, ids, now }: { table: string; ids: readonly number[]; now: Date },
): Promise<AddressedRow[]> {
  return read
    .withTables<Record<string, AddressedRow>>()
    .selectFrom(table)
    .select(['id', 'slug'])
    .$if(factsOfTable(table)?.fixedPages !== undefined, (query) => query.select('place'))
    .$if(factsOfTable(table)?.isTranslated === true, (query) => query.select('lang'))
    .where('id', 'in', [...ids])
    .where(isPublicSql(table, now))
    .execute();
}

/** Present and past ones, newest first. */
export function readAddressesOf(read: Connection, { module, item_id }: ItemKey): Promise<StoredAddress[]> {
  return read
    .selectFrom('addresses')
    .selectAll()
    .where('kind', '=', module)
    .where('item_id', '=', item_id)
    .orderBy('since', 'desc')
    .orderBy('path')
    .execute();
}

/** By path, also those with a `*`. `search` is a part of the path or target; paths start behind `after`. */
export function readRedirects(
  read: Connection,
  { search = '', after, limit }: { search?: string | undefined; after?: string | undefined; limit: number },
): Promise<StoredAddress[]> {
  const rows = redirectsWith(read, search).selectAll().orderBy('path').limit(limit);
  return (after === undefined ? rows : rows.where('path', '>', after)).execute();
}

export async function countRedirects(
  read: Connection,
  { search = '', kind }: { search?: string | undefined; kind?: string } = {},
): Promise<number> {
  const rows = redirectsWith(read, search).select((eb) => eb.fn.countAll<number | string>().as('amount'));
  const counted = kind === undefined ? rows : rows.where('kind', '=', kind);
  return Number((await counted.executeTakeFirstOrThrow()).amount);
}

function redirectsWith(read: Connection, search: string) {
  const rows = read.selectFrom('addresses').where('kind', 'in', [redirectKind, patternKind]);
  const escaped = search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');
  if (escaped === '') return rows;
  const like = (column: 'path' | 'target') =>
    sql<boolean>`lower(${sql.ref(column)}) like ${`%${escaped}%`} escape '\\'`;
  return rows.where((eb) => eb.or([like('path'), like('target')]));
}

type NewAddress = Pick<StoredAddress, 'path' | 'kind' | 'item_id' | 'target'> & {
  is_current: boolean;
};

/** Returns whether the path was free. Waits for a transaction that is inserting the same one. */
export async function insertAddress(tx: Inside & Pick<Ctx, 'now'>, address: NewAddress): Promise<boolean> {
  declareChangedTables(tx, 'addresses');
  const db = insideOf(tx);
  const inserted = await db
    .insertInto('addresses')
    .values({ ...address, since: tx.now })
    .onConflict((conflict) => conflict.column('path').doNothing())
    .executeTakeFirst();
  return Number(inserted.numInsertedOrUpdatedRows ?? 0) > 0;
}

/** Dates the address of a row that an import has stored. */
export async function setAddressSince(tx: Inside, path: string, since: Date): Promise<void> {
  declareChangedTables(tx, 'addresses');
  await insideOf(tx).updateTable('addresses').set({ since }).where('path', '=', path).execute();
}

/** Makes all other addresses of the row past ones. With null, the row has no current one. */
export async function setCurrentAddress(tx: Inside, { module, item_id }: ItemKey, path: string | null) {
  declareChangedTables(tx, 'addresses');
  const db = insideOf(tx);
  const ofRow = db.updateTable('addresses').where('kind', '=', module).where('item_id', '=', item_id);
  await ofRow
    .set({ is_current: false })
    .where('path', '!=', path ?? '')
    .execute();
  if (path) await ofRow.set({ is_current: true }).where('path', '=', path).execute();
}

/** Returns whether any had these values. */
export async function deleteAddresses(tx: Inside, where: Partial<StoredAddress>): Promise<boolean> {
  declareChangedTables(tx, 'addresses');
  const addresses = Object.entries(where).reduce(
    (query, [column, value]) => query.where(column as 'path', '=', value as string),
    insideOf(tx).deleteFrom('addresses'),
  );
  const { numDeletedRows } = await addresses.executeTakeFirstOrThrow();
  return Number(numDeletedRows) > 0;
}

export const AddressSchema = defineEntity({
  name: 'Address',
  tableName: 'addresses',
  indexes: [{ properties: ['kind', 'item_id'] }],
  properties: {
    /** As `normalizePath` returns it: `/blog/zero-trust`, or `/2019/04/hello` of an earlier site. */
    path: textColumn('nothing').primary(),
    /** The row's module in the activity log, `redirect`, or `pattern`. */
    kind: textColumn('nothing'),
    item_id: p.integer().nullable(),
    /** Where a redirect leads. Null for the address of a row. */
    target: textColumn('nothing').nullable(),
    is_current: p.boolean(),
    since: p.datetime(),
  },
});

/** An address that a row or a redirect has or had. */
class Address extends AddressSchema.class {}

AddressSchema.setClass(Address);

/** The server's `GET` routes, except those of public pages. */
const programRoutes: readonly string[] = [
  ...['/admin', '/admin/*', '/api', '/api/*', '/trpc', '/trpc/*', '/healthz', '/readyz', '/metrics'],
  ...['/mcp', '/mcp/drafts'],
  ...['/assets/*', '/uploads/:key', '/uploads/:key/:name', '/cards/:file', '/brand/:hash/site.css'],
  ...['/brand/:hash/:name.svg', '/feed.xml', '/feed.json', '/robots.txt', '/careers', '/sitemap.xml'],
  ...['/sitemap-:part(\\d{1,6}).xml', '/favicon.svg', '/favicon.ico', '/apple-touch-icon.png'],
  ...['/icon-192.png', '/icon-512.png', '/icon-maskable-512.png', '/manifest.webmanifest'],
];

/** A site that has not the language may have a page at `/de`. */
const languageFeeds = everyLanguage.flatMap(({ prefix }) => [`${prefix}/feed.xml`, `${prefix}/feed.json`]);

/**
 * Whether the program answers the path, so that no redirect can start there. Pages do not count: one that
 * finds no row looks for an old address.
 */
export function isProgramPath(path: string): boolean {
  return [...programRoutes, ...languageFeeds].some((pathname) =>
    new URLPattern({ pathname }).test({ pathname: path }),
  );
}

/** Whether the program uses the path, so that no row can have it. */
export function isPathTakenByRoute(path: string): boolean {
  const [, first = '', second] = path.split('/');
  const beside = [...programRoutes, ...pageRoutes].filter((url) => url.split('/')[1] === first);
  if (second === undefined) return beside.length > 0;
  // `/services/roofing` is free, although the page `/services` is above it.
  const isBelowPage = beside.every((url) => pageRoutes.includes(url));
  return !isBelowPage || beside.some((pathname) => new URLPattern({ pathname }).test({ pathname: path }));
}
