import { createInterface } from 'node:readline/promises';
import { readSettings } from '../config/env.ts';
import { migrate } from '../database/migrate.ts';
import { switchOffBeforeImport } from '../modules/webhooks/webhooks.ts';
import type { Storage } from '../pictures/files/storage.ts';
import { readArguments, runAndExplainErrors } from '../run-command.ts';
import { type AppServices, openFileStorage, openServices } from '../services.ts';
import type { Choices } from '../shared/settings/choices.ts';
import { addCategories, mapCategories, newCategories } from '../transfer/category-map.ts';
import { createCommandLineCtx, expectMenu, importForeign } from '../transfer/foreign-import.ts';
import { openGhost } from '../transfer/ghost.ts';
import type { ForeignExport, OnProgress } from '../transfer/incoming-content.ts';
import { describeGaps, findGaps, type ImportGaps, isWithoutFiles } from '../transfer/imported-items.ts';
import { type ImportOutcome, openImportReport } from '../transfer/import-report.ts';
import { importSite } from '../transfer/site-import.ts';
import { openWordPress } from '../transfer/wordpress.ts';
import { type ShowProgress, withProgress } from './progress.ts';

const usage = [
  'usage: npm run import -- wordpress FILE.xml   takes the posts and pages of an export of WordPress over',
  '       npm run import -- ghost FILE.json       the same from an export of Ghost',
  '       npm run import -- atrium FOLDER         brings an export of Atrium back, or into another site',
  '  with --dry-run          only reports what would be done',
  '       --files FOLDER     the uploads of the other site (wp-content/uploads, content/images): pictures are taken from there.',
  '                          Without it the command asks first, and a later run with it adds the pictures that are lacking',
  '       --yes              goes on without asking, though pictures and files are lacking',
  '       --map FILE         where its categories belong here; FILE.categories.json unless said. Others keep their names',
  '       --category-default NAME  the category here of all that the file does not map',
  '       --menu NAME        the menu of the other site that becomes the header',
  '       --report FILE      what became of each item; FILE.report.csv unless said, and numbered from the second run on',
  '       --source NAME      for WordPress: the site that the file is of, where it does not say so itself',
].join('\n');

const text = { type: 'string' } as const;
const argumentOptions = {
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean' },
  'category-default': text,
  files: text,
  map: text,
  menu: text,
  report: text,
  source: text,
} as const;

type OpenExport = (path: string, onProgress: OnProgress, source?: string) => Promise<ForeignExport>;

const formats: Record<string, OpenExport> = {
  ghost: openGhost,
  wordpress: openWordPress,
};

await runAndExplainErrors(async () => {
  const { positionals, values } = readArguments(argumentOptions, usage);
  const [format = '', path, ...more] = positionals;
  const open = Object.hasOwn(formats, format) ? formats[format] : undefined;
  if ((!open && format !== 'atrium') || !path || more.length > 0) throw new Error(usage);
  const {
    files,
    map,
    menu,
    source,
    'category-default': fallback,
    report = `${path.replace(/[/\\]+$/, '')}.report.csv`,
    'dry-run': isDryRun = false,
    yes: isSure = false,
  } = values;
  const options = {
    path,
    files,
    source,
    fallback,
    menu,
    isDryRun,
    isSure,
    mapFile: map ?? `${path}.categories.json`,
    reportFile: report,
  };
  await withProgress((show) => (open ? importOther(open, options, show) : importOwn(options, show)));
});

interface Options {
  path: string;
  files: string | undefined;
  source: string | undefined;
  fallback: string | undefined;
  menu: string | undefined;
  mapFile: string;
  reportFile: string;
  isDryRun: boolean;
  isSure: boolean;
}

async function importOther(open: OpenExport, options: Options, show: ShowProgress): Promise<void> {
  const { path, files, source, mapFile, fallback, menu, isDryRun, isSure } = options;
  const { survey, items } = await open(path, (part) => show('Looking through', part), source);
  // Before anything is stored: a wrong option must not leave a half of the run.
  expectMenu(survey, menu);
  const { choices, gaps } = await lookFirst(
    { survey, items: () => items((part) => show('Looking for files', part)) },
    files,
  );
  show.pause();
  for (const repair of survey.repairs ?? []) console.log(repair);
  for (const sentence of describeGaps(gaps, files)) console.log(sentence);
  if (!isDryRun && !isSure) await expectConsent(gaps);
  const categories = await mapCategories(survey, { file: mapFile, choices, fallback });
  const added = newCategories(categories, survey, choices);
  await reported(options, show, async function* ({ database, pictures }) {
    const ctx = { ...createCommandLineCtx(database, new Date()), pictures, warn };
    if (!isDryRun) await addCategories(ctx, added);
    const reading = { survey, items: () => items((part) => show('Taking over', part)) };
    yield* importForeign(ctx, reading, { categories, files, menu, isDryRun });
  });
  // After a dry run, the categories can still be mapped. Any other run has added them.
  const how = isDryRun
    ? `New categories: ${added.join(', ')}. To map them instead: ${mapFile}`
    : `Added categories: ${added.join(', ')}`;
  if (added.length > 0) console.log(how);
  const others = survey.menus.filter(({ name }) => name !== menu);
  if (others.length > 0 && menu === undefined)
    console.log(`Menus of the file, for --menu: ${others.map(({ name }) => name).join(', ')}`);
}

function importOwn(options: Options, show: ShowProgress): Promise<void> {
  const { path, isDryRun } = options;
  return reported(options, show, ({ database, pictures, storage: uploads, quarantine }, privateFiles) => {
    const parts = { pictures, uploads, privateFiles, quarantine, warn };
    const onProgress = (part: number) => show('Bringing back', part);
    return importSite({ ...createCommandLineCtx(database, new Date()), ...parts }, path, {
      isDryRun,
      onProgress,
    });
  });
}

/** Returns the lists of the settings, and what the import would lack. Stores nothing. */
async function lookFirst(
  content: ForeignExport,
  files: string | undefined,
): Promise<{ choices: Choices; gaps: ImportGaps }> {
  const { database, pictures, siteSettings } = await openServices(readSettings());
  try {
    await migrate(database);
    const ctx = { ...createCommandLineCtx(database, new Date()), pictures, warn };
    return { choices: (await siteSettings.current()).choices, gaps: await findGaps(ctx, content, files) };
  } finally {
    await database.close();
  }
}

/**
 * Asks at a terminal. Elsewhere, goes on if only some pictures or files are lacking.
 * @throws {Error} when the import must not go on
 */
async function expectConsent(gaps: ImportGaps): Promise<void> {
  if (gaps.incomplete === 0) return;
  if (!process.stdin.isTTY) {
    if (isWithoutFiles(gaps))
      throw new Error('Nothing is stored. Add --files FOLDER, or --yes to go on without.');
    return;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question('Go on without them? (y/N) ').finally(() => terminal.close());
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new Error('Nothing is stored.');
}

async function reported(
  { reportFile, isDryRun }: Options,
  show: ShowProgress,
  act: (services: AppServices, privateFiles: Storage) => AsyncIterable<ImportOutcome>,
): Promise<void> {
  const settings = readSettings();
  const services = await openServices(settings);
  const report = await openImportReport(reportFile);
  let webhooks = 0;
  try {
    await migrate(services.database);
    const privateFiles = await openFileStorage(settings, 'private');
    if (!isDryRun) webhooks = await switchOffBeforeImport(services.database.fork());
    for await (const outcome of act(services, privateFiles)) await report.add(outcome);
    await report.close();
  } catch (error) {
    // The error that ended the import counts, not a report that cannot be written because of it.
    const reason = error instanceof Error ? error.message : String(error);
    const hasItems = await report.fail(reason).catch(() => true);
    if (hasItems) console.error(`What became of each before it failed: ${report.path}`);
    throw error;
  } finally {
    await services.database.close();
  }
  show.pause();
  const { taken, changed, completed, skipped } = report.counts;
  const done = isDryRun ? 'A dry run, nothing is stored. It would take' : 'Taken over:';
  console.log(`${done} ${taken + changed}, ${changed} of them changed on the way; skipped: ${skipped}.`);
  if (completed > 0) console.log(`Rows of earlier runs that got what they lacked: ${completed}.`);
  if (report.oldAddresses() > 0)
    console.log(`Old addresses that lead to their pages: ${report.oldAddresses()}.`);
  if (webhooks > 0)
    console.log('Webhooks are off, because an import sends no events: switch them on in the panel.');
  console.log(`What became of each, and why: ${report.path}`);
}

function warn(line: string, { err }: { err?: unknown } = {}): void {
  console.error(`${line}: ${err}`);
}
