import { Version } from '../../content/versions/stored-versions.ts';
import { declareChangedTables } from '../../database/content-version.ts';
import type { Ctx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import {
  everyShowingRow,
  readRetainedStems,
  readRowsShowing,
  type ShowingRow,
} from '../../pictures/named-files.ts';
import { readKnownPaths, readPictures, readUnknownPaths } from '../../pictures/picture.ts';
import type { PicturesCtx } from '../../pictures/pictures.ts';
import { removeMissingSettingPicture } from '../../settings/setting-pictures.ts';
import { SettingPicture } from '../../settings/site-setting.entity.ts';
import { pictureStemOf } from '../../shared/library-files.ts';
import { possibleOriginalsOf, sizesOf } from '../../shared/picture-view.ts';

const pageSize = 500;

export async function* inPages<T>(all: AsyncIterable<T>): AsyncGenerator<T[]> {
  let page: T[] = [];
  for await (const one of all) {
    page.push(one);
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** The context of a comparison, which changes nothing. */
type CompareCtx = Pick<PicturesCtx, 'em' | 'read' | 'pictures'>;

interface Disagreements {
  rowsWithoutFile: ShowingRow[];
  filesWithoutRow: string[];
  /** Pictures that rows show but that have no row in `pictures`. */
  unknown: string[];
}

/** The result of comparing one page of the storage's listing. */
interface ComparedPage {
  orphans: string[];
  /** Sizes that only earlier versions made, of pictures that rows show. */
  outdated: string[];
  /** Pictures with a row in `pictures` but without a file. */
  gone: string[];
}

/**
 * Compares the files of the storage with the rows, and yields the differences page by page. Skips files that
 * were changed after `before`, because their rows may not be stored yet.
 */
export async function* compareFiles(ctx: CompareCtx, before: Date): AsyncGenerator<ComparedPage> {
  let after = '';
  for await (const page of inPages(ctx.pictures.list())) {
    const last = page.at(-1)!.path;
    const old = page.filter(({ changedAt }) => changedAt <= before).map(({ path }) => path);
    const there = new Set(page.map(({ path }) => path));
    const unneeded = await findUnneeded(ctx, old);
    for await (const known of readKnownPaths(ctx.read, after, last)) {
      yield { orphans: [], outdated: [], gone: await goneOf(ctx, known, there) };
    }
    yield { ...unneeded, gone: [] };
    after = last;
  }
  for await (const known of readKnownPaths(ctx.read, after, undefined)) {
    yield { orphans: [], outdated: [], gone: await goneOf(ctx, known, new Set()) };
  }
}

async function findUnneeded(ctx: CompareCtx, paths: string[]) {
  const originals = [...new Set(paths.map(pictureStemOf))].flatMap(possibleOriginalsOf);
  const shown = new Set((await readRowsShowing(ctx, originals)).map(({ path }) => path));
  const stems = new Set([...shown].map(pictureStemOf));
  for (const stem of await readRetainedStems(ctx, paths)) stems.add(stem);
  const orphans = paths.filter((path) => !stems.has(pictureStemOf(path)));
  const sizes = paths.filter((path) => stems.has(pictureStemOf(path)) && !shown.has(path));
  const known = await readPictures(
    ctx.read,
    [...new Set(sizes.map(pictureStemOf))].flatMap(possibleOriginalsOf),
  );
  const measured = new Set([...known.keys()].map(pictureStemOf));
  const needed = new Set(
    [...known.values()].flatMap((picture) => [picture, ...sizesOf(picture)]).map(({ path }) => path),
  );
  const outdated = sizes.filter((path) => measured.has(pictureStemOf(path)) && !needed.has(path));
  return { orphans, outdated };
}

/**
 * Returns the pictures that have no file. Queries the storage for each path that the listing lacks, because
 * the file may have appeared after that page of the listing was read.
 */
async function goneOf(ctx: CompareCtx, known: string[], there: Set<string>): Promise<string[]> {
  return missingOf(
    ctx,
    known.filter((path) => !there.has(path)),
  );
}

async function missingOf({ pictures }: CompareCtx, paths: string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const path of paths) if (!(await pictures.exists(path))) missing.push(path);
  return missing;
}

/**
 * Yields, page by page, pictures that rows show but that have no row in `pictures`. The pictures in `there`
 * have a file, the pictures in `missing` have none.
 */
export async function* findUnrecordedPictures(
  ctx: CompareCtx,
): AsyncGenerator<{ there: string[]; missing: string[] }> {
  for await (const rows of everyShowingRow(ctx, pageSize)) {
    const unknown = await readUnknownPaths(
      ctx.read,
      rows.map(({ path }) => path),
    );
    const missing = await missingOf(ctx, unknown);
    yield { there: unknown.filter((path) => !missing.includes(path)), missing };
  }
}

export async function findDisagreements(ctx: CompareCtx, before: Date): Promise<Disagreements> {
  const found: Disagreements = { rowsWithoutFile: [], filesWithoutRow: [], unknown: [] };
  const addRows = async (missing: string[]) =>
    void found.rowsWithoutFile.push(...(await readRowsShowing(ctx, missing)));
  for await (const { orphans, gone } of compareFiles(ctx, before)) {
    found.filesWithoutRow.push(...orphans);
    await addRows(gone);
  }
  const unknown = new Set<string>();
  for await (const { there, missing } of findUnrecordedPictures(ctx)) {
    for (const path of there) unknown.add(path);
    await addRows(missing);
  }
  const byRow = new Map(found.rowsWithoutFile.map((row) => [`${row.table} ${row.column} ${row.id}`, row]));
  return { ...found, rowsWithoutFile: [...byRow.values()], unknown: [...unknown] };
}

/**
 * Returns the rows whose picture is damaged. Reads every picture that rows show, and compares the picture
 * with the hash in its path.
 */
export async function findDamaged(ctx: CompareCtx): Promise<ShowingRow[]> {
  const damaged: ShowingRow[] = [];
  for await (const rows of everyShowingRow(ctx, pageSize)) {
    // Checks one picture at a time, because there may be many large files.
    for (const row of rows) if (await ctx.pictures.isDamaged(row.path)) damaged.push(row);
  }
  return damaged;
}

/**
 * Removes a picture without a file from the row that shows it, and raises the version of the row. Also clears the
 * column `picture` of all versions with this picture. For a picture of the settings, stores a new version of the
 * settings without the picture instead.
 */
export async function removeMissingPicture(ctx: Ctx, { table, column, id, path }: ShowingRow): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (table === tx.em.getMetadata().get(SettingPicture).tableName)
      return removeMissingSettingPicture(tx, id);
    declareChangedTables(tx, table);
    await tx.em
      .getKysely<Record<string, Record<string, unknown>>>()
      .updateTable(table)
      .set((eb) => ({ [column]: null, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where(column, '=', path)
      .execute();
    await tx.em.nativeUpdate(Version, { picture: path }, { picture: null });
  });
}
