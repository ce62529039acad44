import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { readSettings } from '../config/env.ts';
import { migrate } from '../database/migrate.ts';
import { openHouse } from '../house.ts';
import { runOrExplain } from '../program.ts';
import { blogCategories } from '../shared/catalog.ts';
import { type AskCategory, explainOpen, mapCategories } from '../transfer/category-map.ts';
import { commandLine } from '../transfer/command-line.ts';
import type { Export, OnProgress } from '../transfer/incoming.ts';
import { importPosts } from '../transfer/post-import.ts';
import { openReport } from '../transfer/report.ts';
import { openWordPress } from '../transfer/wordpress.ts';
import { withProgress } from './progress.ts';

const usage = [
  'usage: npm run import -- wordpress FILE.xml   takes the posts of an export of WordPress over',
  '  with --dry-run          only tells what would be done',
  '       --files FOLDER     the uploads of the other site (wp-content/uploads): pictures are taken from there',
  '       --map FILE         where its categories belong here; FILE.categories.json unless said',
  '       --report FILE      what became of each post; FILE.report.csv unless said',
].join('\n');

const formats: Record<string, (path: string, onProgress: OnProgress) => Promise<Export>> = {
  wordpress: openWordPress,
};

await runOrExplain(async () => {
  const { positionals, values } = readArguments();
  const [format = '', path, ...more] = positionals;
  const open = Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (!open || !path || more.length > 0) throw new Error(usage);
  const { map: mapFile = `${path}.categories.json`, report: reportFile = `${path}.report.csv` } = values;
  const { files, 'dry-run': isDryRun = false } = values;
  await withProgress(async (show) => {
    const opened = await open(path, (part) => show('Looking through', part));
    const categories = await mapCategories(
      opened.survey,
      mapFile,
      askOnTerminal(() => show.pause()),
    );
    const openWords = explainOpen(categories, opened.survey, mapFile);
    if (openWords && !isDryRun) throw new Error(openWords);

    const house = await openHouse(readSettings());
    const report = await openReport(reportFile);
    try {
      await migrate(house.database);
      const { database, pictures } = house;
      const work = { ...commandLine(database, new Date()), pictures };
      const options = { categories, files, isDryRun };
      const reading = { ...opened, items: () => opened.items((part) => show('Taking over', part)) };
      for await (const outcome of importPosts(work, reading, options)) await report.add(outcome);
    } finally {
      await report.close();
      await house.database.close();
    }
    show.pause();
    if (openWords) console.log(openWords);
    const { taken, changed, skipped } = report.counts;
    const done = isDryRun ? 'A dry run, nothing is stored. It would take' : 'Taken over:';
    console.log(
      `${done} ${taken + changed} posts, ${changed} of them changed on the way; skipped: ${skipped}.`,
    );
    console.log(`What became of each, and why: ${reportFile}`);
  });
});

function readArguments() {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean' }, files: text, map: text, report: text },
    });
  } catch (cause) {
    throw new Error(usage, { cause });
  }
}

/** Asks for the number of a category; nothing when nobody sits at a terminal. */
function askOnTerminal(pause: () => void): AskCategory | undefined {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined;
  return async (name) => {
    pause();
    const choices = blogCategories.map((category, at) => `  ${at + 1}  ${category}`).join('\n');
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    try {
      for (;;) {
        const answer = await terminal.question(
          `Where does the category "${name}" belong?\n${choices}\nNumber: `,
        );
        const chosen = blogCategories[Number(answer) - 1];
        if (chosen) return chosen;
      }
    } finally {
      terminal.close();
    }
  };
}
