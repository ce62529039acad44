import { readSettings, type Settings } from '../config/env.ts';
import { migrate } from '../database/migrate.ts';
import { copyStorageFiles } from '../pictures/files/storage.ts';
import {
  findDamagedFiles,
  findFileDisagreements,
  findPrivateOrphans,
  removeMissingPicture,
  sweepFiles,
  sweepPrivateFiles,
} from '../modules/library/file-sweep.ts';
import { readArguments, runAndExplainErrors } from '../run-command.ts';
import { type AppServices, openFolderStorage, openS3Store, openServices } from '../services.ts';
import { findWrongMediaUses, repairMediaUses, type WrongMediaUse } from '../transfer/media-uses-check.ts';
import { withProgress } from './progress.ts';
import { readSettingsOfSite } from './existing-site.ts';

const usage = [
  'usage: npm run files -- check   lists rows without files, files without rows, damaged pictures and wrong uses',
  '       npm run files -- fix     takes missing pictures off their rows, removes files that nobody shows and corrects uses',
  '       npm run files -- move to-store | to-folder   copies all files to the S3 store of the settings, or back',
].join('\n');

/** Younger files may belong to an upload in progress. */
const graceMs = 60_000;

await runAndExplainErrors(async () => {
  const [name = '', ...more] = readArguments({}, usage).positionals;
  if (name === 'move') return move(readSettings(), more);
  const acts: Record<string, (services: AppServices) => Promise<void>> = { check, fix };
  const act = acts[name];
  if (!act || more.length > 0) throw new Error(usage);
  const services = await openServices(await readSettingsOfSite());
  try {
    await migrate(services.database);
    await act(services);
  } finally {
    await services.database.close();
  }
});

async function check(services: AppServices): Promise<void> {
  const { ctx, before } = workOf(services);
  const { rowsWithoutFile, filesWithoutRow, unknown } = await findFileDisagreements(ctx, before);
  for (const { table, id, path } of rowsWithoutFile)
    console.log(`${table} ${id} shows ${path}, which is not there`);
  const damaged = await findDamagedFiles(ctx);
  for (const { table, id, path } of damaged)
    console.log(`${table} ${id} shows ${path}, which is damaged: take it from a backup, or upload it again`);
  for (const path of filesWithoutRow) console.log(`${path} is shown by no row`);
  for (const path of unknown) console.log(`${path} is shown, and its size is not known`);
  const wrong = await findWrongMediaUses(ctx);
  for (const use of wrong) console.log(wordsOf(use));
  const lost = wrong.filter(({ problem }) => problem === 'unknown').length;
  const orphans: string[] = [];
  for await (const page of findPrivateOrphans(ctx, before)) orphans.push(...page);
  for (const file of orphans) console.log(`${file} belongs to no message`);
  const troubles =
    rowsWithoutFile.length + filesWithoutRow.length + unknown.length + orphans.length + wrong.length - lost;
  if (troubles > 0) console.log(`${troubles} to mend: npm run files -- fix`);
  else if (damaged.length + lost === 0) console.log('Files and rows agree.');
  if (troubles + damaged.length + lost > 0) process.exitCode = 1;
}

async function fix(services: AppServices): Promise<void> {
  const { ctx, before } = workOf(services);
  const { rowsWithoutFile } = await findFileDisagreements(ctx, before);
  for (const row of rowsWithoutFile) {
    await removeMissingPicture(ctx, row);
    console.log(`${row.table} ${row.id} shows no picture now; it was ${row.path}`);
  }
  const wrong = await findWrongMediaUses(ctx);
  await repairMediaUses(ctx, wrong);
  for (const use of wrong) console.log(use.problem === 'unknown' ? wordsOf(use) : `mended: ${wordsOf(use)}`);
  // The operator asked for it, and `check` lists the files beforehand: no waiting period.
  const { removed, entered } = await sweepFiles(ctx, before, 0);
  const orphans = await sweepPrivateFiles(ctx, before, 0);
  console.log(
    `Removed ${removed} files that no row shows and ${orphans} private ones; measured ${entered} pictures.`,
  );
}

function wordsOf({ problem, module, item_id, media_id }: WrongMediaUse): string {
  const shown = `${module} ${item_id} shows picture ${media_id}`;
  if (problem === 'unknown') return `${shown}, which is not in the library: choose another one there`;
  if (problem === 'unrecorded') return `${shown}, and the library does not know that it is used`;
  return `${module} ${item_id} is recorded as showing picture ${media_id}, and does not show it`;
}

function workOf({ database, pictures, privateFiles }: AppServices) {
  const now = new Date();
  const ctx = {
    em: database.fork(),
    read: database.read,
    viewer: null,
    now,
    pictures,
    privateFiles,
    warn: (line: string, { err }: { err?: unknown } = {}) => console.error(`${line}: ${err}`),
    onRemoved: (file: string) => console.log(`removed ${file}`),
  };
  return { ctx, before: new Date(now.getTime() - graceMs) };
}

/** Keeps the originals. The operator deletes them when the site works without them. */
async function move(settings: Settings, [direction, ...more]: string[]): Promise<void> {
  if (!['to-store', 'to-folder'].includes(direction ?? '') || more.length > 0) throw new Error(usage);
  await withProgress(async (show) => {
    for (const bucket of ['uploads', 'private'] as const) {
      const store = await openS3Store(settings, bucket);
      if (!store) throw new Error('no S3 store is set: S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY');
      const both = [openFolderStorage(settings, bucket), store] as const;
      const [from, to] = direction === 'to-store' ? both : both.toReversed();
      const { copied, skipped } = await copyStorageFiles(from, to, settings.DATA_DIR, (done, all) =>
        show(`Copying ${bucket}`, done / Math.max(all, 1)),
      );
      show.pause();
      console.log(`${bucket}: copied ${copied}, there already ${skipped}.`);
    }
  });
}
