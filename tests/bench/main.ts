import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { isBuildStale } from '../../src/build/freshness.js';
import { readArguments, readNumber } from '../../src/run-command.ts';
import { measureBackups } from './backups.ts';
import { measureFloods } from './floods.ts';
import { measureLanguages } from './languages.ts';
import { medianOf, startHelpers } from './processes.ts';
import { type Figure, measureReads } from './reads.ts';
import { storeFigures, printFigures } from './report.ts';
import { makeDataDir, removeDataDir, startBenchServer } from './server.ts';
import { measureAtSizes } from './size.ts';
import { measureSteady } from './steady.ts';
import { measureUploads } from './uploads.ts';
import { weighPackages, weighSignIn } from './weights.ts';
import { measureCreates, measureSignIns } from './writes.ts';

const usage = [
  'usage: npm run bench    speed as a ratio to a bare server, into docs/records/bench.md',
  '  -- --rows 1e6         lists and searches of so many rows, with --only a part',
  '     --backup 10        backup and restore of so many GB',
  '     --floods           pages during floods of sign-ins',
  '     --languages        pages in several languages, with --before FOLDER beside an earlier version that is built',
].join('\n');
const options = {
  rows: { type: 'string' },
  only: { type: 'string' },
  backup: { type: 'string' },
  floods: { type: 'boolean', default: false },
  languages: { type: 'boolean', default: false },
  before: { type: 'string' },
} as const;
const { values: asked } = readArguments(options, usage, false);
if (asked.rows) {
  await measureAtSizes(readNumber('rows', asked.rows, usage), asked.only);
  process.exit();
}

if (asked.backup) {
  await measureBackups(readNumber('backup', asked.backup, usage));
  process.exit();
}

const starts = 5;
/** The document of the API is made 5 s after the start, and V8 compacts its heap 8 s after the last work. */
const idleMs = 20_000;
/** The settings with which the server reads the addresses of a flood from `x-forwarded-for`. */
const trusting = { TRUST_PROXY: '1' };

if (isBuildStale()) spawnSync(process.execPath, ['src/commands/build.ts'], { stdio: 'inherit' });

const helpers = startHelpers();
if (asked.languages) {
  printFigures(await measureLanguages(helpers, asked.before));
  helpers.end();
  process.exit();
}

const dataDir = await makeDataDir();
// The first start fills the database, so it is not measured.
const first = await startBenchServer(dataDir);
await first.end();

if (asked.floods) {
  const server = await startBenchServer(dataDir, true, trusting);
  printFigures(await measureFloods(server, helpers));
  await server.end();
  helpers.end();
  await removeDataDir(dataDir);
  process.exit();
}

const ready: number[] = [];
const idle: number[] = [];
for (let round = 0; round < starts; round += 1) {
  const server = await startBenchServer(dataDir, false);
  await wait(idleMs);
  ready.push(server.readyMs);
  idle.push(await server.memory());
  await server.end();
}

const server = await startBenchServer(dataDir, true, trusting);
const figures: Figure[] = [
  ...(await measureReads(server, helpers)),
  await measureCreates(server, helpers),
  ...(await measureSignIns(server, helpers)),
  ...(await measureFloods(server, helpers)),
  { name: 'ready', value: medianOf(ready) / 1000, aim: { atMost: 0.5 }, unit: 's' },
  { name: 'memory, idle', value: medianOf(idle), aim: { atMost: 110 }, unit: 'MB' },
  { name: 'memory, after this run', value: await server.memory(), aim: { atMost: 250 }, unit: 'MB' },
  await weighSignIn(server.url),
  await weighPackages(),
];
await server.end();
helpers.end();
await removeDataDir(dataDir);
figures.push(...(await measureSteady()));
await storeFigures(figures);

const { loop, megabytes, seconds, statuses } = await measureUploads();
console.log(`\n20 photographs of 10 MB at once: ${statuses}, ${seconds.toFixed(1)} s`);
console.log(`event loop delay p99     ${loop} (aim: below 50)`);
console.log(`memory, all processes    ${megabytes} MB (aim: below 600)`);
