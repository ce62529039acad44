import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readArguments, readNumber } from '../../src/run-command.ts';
import { build, copyCheckout, restoreBuild } from './copy.ts';
import { createMutantTrial, drawMutants, type GeneratedArea, generatedAreas } from './generated.ts';
import { openMutantRecord } from './mutant-record.ts';
import { mutationsByArea } from './mutations-by-area.ts';
import { findMutationProblems, type Mutation } from './mutation.ts';
import { forgetBuild, openVitest, runTests, withText } from './test-runs.ts';

const usage = [
  'usage: npm run mutants   tries each mutation in a copy of the checkout',
  '  -- --area client       only the mutations of an area',
  '     --only "words"      only the mutations whose name contains the words; may be repeated',
  '     --skip-baseline     skips the first run of the tests without a mutation',
  '     --generated         tries generated mutants for a time, and writes docs/records/mutants.md',
  '     --seconds 1500      how long',
  '     --seed 1            which',
  '     --tests 4           with at most how many files of tests',
  '     --survivors         only those that no test noticed so far',
].join('\n');

type Verdict = 'killed' | 'SURVIVED' | 'DOES NOT APPLY' | 'DOES NOT RUN';

const options = {
  area: { type: 'string' },
  only: { type: 'string', multiple: true },
  'skip-baseline': { type: 'boolean' },
  generated: { type: 'boolean' },
  seconds: { type: 'string', default: '1500' },
  seed: { type: 'string', default: '1' },
  tests: { type: 'string', default: '4' },
  survivors: { type: 'boolean' },
} as const;
const { values } = readArguments(options, usage, false);
const numberOf = (name: 'seconds' | 'seed' | 'tests') => readNumber(name, values[name], usage);
const numbers = { seconds: numberOf('seconds'), seed: numberOf('seed'), tests: numberOf('tests') };
const mutations = Object.entries(mutationsByArea)
  .filter(([area]) => values.area === undefined || area === values.area)
  .flatMap(([, list]) => list)
  .filter(({ name }) => !values.only || values.only.some((words) => name.includes(words)));
const drawnAreas = (Object.keys(generatedAreas) as GeneratedArea[]).filter(
  (area) => values.area === undefined || area === values.area,
);
if ((values.generated ? drawnAreas : mutations).length === 0) {
  const areas = Object.keys(values.generated ? generatedAreas : mutationsByArea).join(', ');
  say(`No mutation has this name and area. The areas are ${areas}.`);
  process.exit(2);
}

const record = openMutantRecord(resolve('docs/records/mutants.tsv'), resolve('docs/records/mutants.md'));
process.chdir(await copyCheckout());
const vitest = await openVitest();
try {
  if (values.generated) await tryGenerated();
  else {
    const isSound = values['skip-baseline'] || (await runBaseline());
    process.exitCode = isSound && (await tryAll()) ? 0 : 1;
  }
} finally {
  await vitest.close();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Runs all test files of the mutations without a mutation, and returns whether all tests pass. A test that
 * always fails would seem to kill every mutation.
 */
async function runBaseline(): Promise<boolean> {
  const tests = [...new Set(mutations.flatMap((mutation) => mutation.tests))];
  say(`Running ${tests.length} test files without a mutation …`);
  const { failed, broken } = await runTests(vitest, tests);
  for (const title of [...failed, ...broken]) say(`FAILS WITHOUT A MUTATION  ${title}`);
  return failed.length + broken.length === 0;
}

/** Tries drawn mutants until the time is over. */
async function tryGenerated(): Promise<void> {
  const end = Date.now() + numbers.seconds * 1000;
  const tryMutant = createMutantTrial(vitest, numbers.tests);
  const isIncluded = values.survivors ? record.isSurvivor : () => true;
  const drawn = drawMutants({ areas: drawnAreas, seed: numbers.seed, isIncluded });
  if (!values.survivors) record.forget(drawnAreas);
  for await (const { area, mutant } of drawn) {
    if (Date.now() > end) break;
    const start = Date.now();
    const { verdict, reason } = await tryMutant(mutant);
    record.add(area, mutant, verdict, reason);
    const seconds = Math.round((Date.now() - start) / 1000);
    const change = `${mutant.old} → ${mutant.new}`.replace(/\s+/g, ' ').slice(0, 110);
    say(`${verdict.padEnd(15)} ${`${seconds} s`.padStart(5)}  ${mutant.file}:${mutant.line}  ${change}`);
    say(`${' '.repeat(24)}${reason}`);
  }
}

/** Tries all mutations and prints a verdict for each. Returns whether every mutation was killed. */
async function tryAll(): Promise<boolean> {
  const verdicts: Verdict[] = [];
  for (const mutation of mutations) {
    const start = Date.now();
    const { verdict, reason } = await tryOne(mutation);
    verdicts.push(verdict);
    const seconds = Math.round((Date.now() - start) / 1000);
    say(`${verdict.padEnd(14)} ${`${seconds} s`.padStart(5)}  ${mutation.name}\n${' '.repeat(23)}${reason}`);
  }
  const killed = verdicts.filter((verdict) => verdict === 'killed').length;
  const percent = ((100 * killed) / verdicts.length).toFixed(1);
  say(`${killed} of ${verdicts.length} mutations were killed (${percent} %).`);
  return killed === verdicts.length;
}

async function tryOne(mutation: Mutation): Promise<{ verdict: Verdict; reason: string }> {
  const { file, old, tests } = mutation;
  const problems = findMutationProblems(mutation);
  if (problems.length > 0) return { verdict: 'DOES NOT APPLY', reason: problems.join('; ') };

  const source = await readFile(file, 'utf8');
  const isBuilt = needsBuild(mutation);
  // A function returns the new text, because `$` has a special meaning in a replacement string.
  const text = source.replace(old, () => mutation.new);
  try {
    return await withText(vitest, file, text, async () => {
      if (isBuilt) {
        await build();
        forgetBuild(vitest);
      }
      const { failed, broken, isEndless } = await runTests(vitest, tests);
      if (failed[0]) return { verdict: 'killed', reason: failed[0] };
      if (isEndless) return { verdict: 'killed', reason: 'a test does not end' };
      if (broken[0]) return { verdict: 'DOES NOT RUN', reason: broken[0] };
      return { verdict: 'SURVIVED', reason: tests.join(', ') };
    });
  } finally {
    if (isBuilt) {
      await restoreBuild();
      forgetBuild(vitest);
    }
  }
}

/**
 * Returns whether the tests load the changed file from the build. Browsers load only built files. A server
 * that a test starts as `npm start` does also runs from the build. Pages that a server renders in the test's
 * process are built with what they share with it.
 */
function needsBuild({ file, tests }: Mutation): boolean {
  const others = tests.filter((test) => !test.startsWith('tests/client/'));
  const loads = (support: RegExp) => others.some((test) => support.test(readFileSync(test, 'utf8')));
  if (file.startsWith('client/')) return others.length > 0;
  if (loads(/support\/(running-server|starter-folder|browser-site)/)) return true;
  return file.startsWith('src/shared/') && loads(/support\/built-pages/);
}
