import { touch } from '../../database/content-version.ts';
import type { OperationContext } from '../../database/operation.ts';
import { inTransaction } from '../../database/transaction.ts';
import { originalsOf, stemOf } from '../../shared/picture-view.ts';
import { everyShowingRow, readRowsShowing, type ShowingRow } from './named-files.repository.ts';
import { inPages, pageSize } from './pages.ts';
import { readKnownBetween, readUnknown } from './picture.repository.ts';
import type { PictureWork } from './pictures.service.ts';

/** What comparing needs: it changes nothing. */
export type CompareWork = Pick<PictureWork, 'em' | 'read' | 'pictures'>;

/** Where files and rows disagree. */
export interface Disagreements {
  /** Rows whose picture is not there. */
  rowsWithoutFile: ShowingRow[];
  /** Files that no row shows, sizes of such pictures among them. */
  filesWithoutRow: string[];
  /** Pictures that are shown, and of which nothing is known. */
  unknown: string[];
}

/** What a page of the listing tells. */
export interface ComparedPage {
  /** Files that no row shows. */
  orphans: string[];
  /** Pictures that are known and not there. Those of rows in the trash lie elsewhere, and are none of them. */
  gone: string[];
}

/**
 * Compares files and rows along one listing of the storage, both by name, a page at a time. Files that were changed after
 * `before` may still get their row, and are left out.
 */
export async function* compareFiles(work: CompareWork, before: Date): AsyncGenerator<ComparedPage> {
  let after = '';
  for await (const page of inPages(work.pictures.list())) {
    const last = page.at(-1)!.path;
    const old = page.filter(({ changedAt }) => changedAt <= before).map(({ path }) => path);
    const there = new Set(page.map(({ path }) => path));
    const orphans = await withoutRow(work, old);
    for await (const known of readKnownBetween(work.read, after, last)) {
      yield { orphans: [], gone: await goneOf(work, known, there) };
    }
    yield { orphans, gone: [] };
    after = last;
  }
  for await (const known of readKnownBetween(work.read, after, undefined)) {
    yield { orphans: [], gone: await goneOf(work, known, new Set()) };
  }
}

async function withoutRow(work: CompareWork, paths: string[]): Promise<string[]> {
  const stems = [...new Set(paths.map(stemOf))];
  const rows = await readRowsShowing(work, stems.flatMap(originalsOf));
  const shown = new Set(rows.map(({ path }) => stemOf(path)));
  return paths.filter((path) => !shown.has(stemOf(path)));
}

/** Only these are asked for one by one: a file that came after its page was listed is there. */
function goneOf(work: CompareWork, known: string[], there: Set<string>): Promise<string[]> {
  return missingOf(
    work,
    known.filter((path) => !there.has(path)),
  );
}

async function missingOf({ pictures }: CompareWork, paths: string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const path of paths) if (!(await pictures.exists(path))) missing.push(path);
  return missing;
}

/** Pictures that are shown, and of which nothing is known, in pages: those that are there, and those that are not. */
export async function* findUnknown(
  work: CompareWork,
): AsyncGenerator<{ there: string[]; missing: string[] }> {
  for await (const rows of everyShowingRow(work, pageSize)) {
    const unknown = await readUnknown(
      work.read,
      rows.map(({ path }) => path),
    );
    const missing = await missingOf(work, unknown);
    yield { there: unknown.filter((path) => !missing.includes(path)), missing };
  }
}

/** Compares all files and rows. Files that were changed after `before` are left out. */
export async function findDisagreements(work: CompareWork, before: Date): Promise<Disagreements> {
  const found: Disagreements = { rowsWithoutFile: [], filesWithoutRow: [], unknown: [] };
  const addRows = async (missing: string[]) =>
    void found.rowsWithoutFile.push(...(await readRowsShowing(work, missing)));
  for await (const { orphans, gone } of compareFiles(work, before)) {
    found.filesWithoutRow.push(...orphans);
    await addRows(gone);
  }
  const unknown = new Set<string>();
  for await (const { there, missing } of findUnknown(work)) {
    for (const path of there) unknown.add(path);
    await addRows(missing);
  }
  const byRow = new Map(found.rowsWithoutFile.map((row) => [`${row.table} ${row.column} ${row.id}`, row]));
  return { ...found, rowsWithoutFile: [...byRow.values()], unknown: [...unknown] };
}

/** Rows whose picture is there, with other bytes than it was kept with. Reads every picture that is shown. */
export async function findDamaged(work: CompareWork): Promise<ShowingRow[]> {
  const damaged: ShowingRow[] = [];
  for await (const rows of everyShowingRow(work, pageSize)) {
    // One after the other: there may be many, and large ones.
    for (const row of rows) if (await work.pictures.isDamaged(row.path)) damaged.push(row);
  }
  return damaged;
}

/** Takes a picture that is not there off the row that names it; the row's version moves on. */
export async function takeOffMissing(
  work: OperationContext,
  { table, column, id, path }: ShowingRow,
): Promise<void> {
  await inTransaction(work, async (inside) => {
    touch(inside, table);
    await inside.em
      .getKysely<Record<string, Record<string, unknown>>>()
      .updateTable(table)
      .set((eb) => ({ [column]: null, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where(column, '=', path)
      .execute();
  });
}
