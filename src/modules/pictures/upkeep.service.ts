import { touch } from '../../database/content.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Work } from '../../database/work.ts';
import { stemOf } from '../../shared/shown-picture.ts';
import { TrashItem } from '../trash/trash-item.entity.ts';
import { Picture } from './picture.entity.ts';
import { enterPicture, type PictureWork, withdrawUnlessShown } from './pictures.service.ts';
import { readShowingRows, type ShowingRow } from './shown-paths.repository.ts';

/** Where files and rows disagree. */
export interface Disagreements {
  /** Rows whose picture is not there. */
  rowsWithoutFile: ShowingRow[];
  /** Files that no row shows, sizes of such pictures among them. */
  filesWithoutRow: string[];
  /** Pictures that are shown, and of which nothing is known. */
  unknown: string[];
}

/** Compares files and rows. Files that were changed after `before` may still get their row, and are left out. */
export async function findDisagreements(work: PictureWork, before: Date): Promise<Disagreements> {
  // The files first: a row that comes meanwhile has its file already.
  const files: { path: string; changedAt: Date }[] = [];
  for await (const file of work.pictures.list()) files.push(file);
  const rows = await readShowingRows(work.read);
  const shown = new Set(rows.map(({ path }) => path));
  const shownStems = new Set(rows.map(({ path }) => stemOf(path)));
  const there = new Set(files.map(({ path }) => path));
  const known = new Set((await work.em.fork().find(Picture, {})).map(({ path }) => path));
  const missing = rows.filter(({ path }) => !there.has(path));
  return {
    // A file that came after the files were listed is none that is missing.
    rowsWithoutFile: await whereNot(missing, ({ path }) => work.pictures.isKept(path)),
    filesWithoutRow: files
      .filter(({ path, changedAt }) => changedAt <= before && !shownStems.has(stemOf(path)))
      .map(({ path }) => path),
    unknown: [...shown].filter((path) => there.has(path) && !known.has(path)),
  };
}

/** Rows whose picture is there, with other bytes than it was kept with. Reads every picture that is shown. */
export async function findDamaged(work: PictureWork): Promise<ShowingRow[]> {
  const damaged: ShowingRow[] = [];
  // One after the other: there may be many, and large ones.
  for (const row of await readShowingRows(work.read)) {
    if (await work.pictures.isDamaged(row.path)) damaged.push(row);
  }
  return damaged;
}

async function whereNot<T>(all: T[], test: (one: T) => Promise<boolean>): Promise<T[]> {
  const passed = await Promise.all(all.map(test));
  return all.filter((_, at) => !passed[at]);
}

/**
 * Removes files that no row shows and what is known of them, and finds out about shown pictures of which nothing is
 * known. Gives how many files there were of the one and the other kind.
 */
export async function sweepFiles(
  work: PictureWork,
  before: Date,
): Promise<{ removed: number; entered: number }> {
  const { filesWithoutRow, unknown } = await findDisagreements(work, before);
  for (const [stem, paths] of Map.groupBy(filesWithoutRow, stemOf)) {
    const original = paths.find((path) => path.lastIndexOf('.') === stem.length);
    const isGone = !original || (await withdrawUnlessShown(work, original));
    if (isGone) await work.pictures.remove(...paths);
  }
  for (const path of unknown) await enterPicture(work, await work.pictures.measure(path), null);
  await forgetGone(work, before);
  await sweepAway(work, before);
  return { removed: filesWithoutRow.length, entered: unknown.length };
}

/** Forgets what is known of pictures that have neither a file nor a row. */
async function forgetGone(work: PictureWork, before: Date): Promise<void> {
  for (const { path } of await work.em.fork().find(Picture, { created_at: { $lte: before } })) {
    if (!(await work.pictures.isKept(path))) await withdrawUnlessShown(work, path);
  }
}

/** Removes what lies away and is in the trash no longer: a crash left it there. */
async function sweepAway(work: PictureWork, before: Date): Promise<void> {
  const files: string[] = [];
  for await (const { path, changedAt } of work.pictures.away.list()) {
    if (changedAt <= before) files.push(path);
  }
  // The trash after the files: what comes into it meanwhile has its files here only then.
  const thrown = await work.em.fork().find(TrashItem, { picture: { $ne: null } }, { fields: ['picture'] });
  const needed = new Set(thrown.map(({ picture }) => stemOf(picture ?? '')));
  await work.pictures.away.drop(...files.filter((path) => !needed.has(stemOf(path))));
}

/** Takes a picture that is not there off the row that names it; the row's version moves on. */
export async function takeOffMissing(work: Work, { table, column, id, path }: ShowingRow): Promise<void> {
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
