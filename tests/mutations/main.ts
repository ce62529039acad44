import { readFileSync } from 'node:fs';
import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createVitest, type TestModule, type TestSpecification } from 'vitest/node';
import { build, copyCheckout, restoreBuild } from './copy.ts';
import { mutationsByArea } from './mutations-by-area.ts';
import { findMutationProblems, type Mutation } from './mutation.ts';

// Tries each mutation in a copy of the checkout: `npm run mutants`.
//   -- --area client     only the mutations of an area
//   -- --only "words"    only the mutations whose name contains the words; may be repeated
//   -- --skip-baseline   skips the first run of the tests without a mutation

type Verdict = 'killed' | 'SURVIVED' | 'DOES NOT APPLY' | 'DOES NOT RUN';

const { values } = parseArgs({
  options: {
    area: { type: 'string' },
    only: { type: 'string', multiple: true },
    'skip-baseline': { type: 'boolean' },
  },
});
const mutations = Object.entries(mutationsByArea)
  .filter(([area]) => values.area === undefined || area === values.area)
  .flatMap(([, list]) => list)
  .filter(({ name }) => !values.only || values.only.some((words) => name.includes(words)));
if (mutations.length === 0) {
  const areas = Object.keys(mutationsByArea).join(', ');
  say(`No mutation has this name and area. The areas are ${areas}.`);
  process.exit(2);
}

process.chdir(await copyCheckout());
// Each run starts new workers. Databases and packages are set up only once.
const vitest = await createVitest('test', {
  watch: false,
  // Only the projects of `npm test`, because the projects of the long checks contain the same files.
  project: ['server', 'both', 'client', 'browser'],
  bail: 1,
  cache: false,
  reporters: [{}],
});
try {
  const isSound = values['skip-baseline'] || (await runBaseline());
  process.exitCode = isSound && (await tryAll()) ? 0 : 1;
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
  vitest.config.bail = 0;
  const { failed, broken } = await runTests(tests);
  vitest.config.bail = 1;
  for (const title of [...failed, ...broken]) say(`FAILS WITHOUT A MUTATION  ${title}`);
  return failed.length + broken.length === 0;
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

  // The file keeps its modification time. With a new time, the server would rebuild itself.
  const source = await readFile(file, 'utf8');
  const { atime, mtime } = await stat(file);
  const write = async (text: string) => {
    await writeFile(file, text);
    await utimes(file, atime, mtime);
    vitest.invalidateFile(resolve(file));
  };
  // A function returns the new text, because `$` has a special meaning in a replacement string.
  await write(source.replace(old, () => mutation.new));

  const isBuilt = needsBuild(mutation);
  try {
    if (isBuilt) await build();

    const { failed, broken } = await runTests(tests);
    if (failed[0]) return { verdict: 'killed', reason: failed[0] };
    if (broken[0]) return { verdict: 'DOES NOT RUN', reason: broken[0] };
    return { verdict: 'SURVIVED', reason: tests.join(', ') };
  } finally {
    await write(source);
    if (isBuilt) await restoreBuild();
  }
}

/**
 * Returns whether the tests load the changed file from the build. Browsers load only built files. A server
 * that a test starts as `npm start` does also runs from the build.
 */
function needsBuild({ file, tests }: Mutation): boolean {
  const others = tests.filter((test) => !test.startsWith('tests/client/'));
  const startsServer = (test: string) =>
    /support\/(running-server|starter-folder|browser-site)/.test(readFileSync(test, 'utf8'));
  return others.length > 0 && (file.startsWith('client/') || others.some(startsServer));
}

/**
 * Runs test files. `failed` lists the failed tests. `broken` lists the files and hooks that failed outside a
 * test, and the files that no project runs. If a test failed, `broken` is empty.
 */
async function runTests(tests: readonly string[]) {
  const paths = new Set(tests.map((test) => resolve(test)));
  const found = await vitest.globTestSpecifications([...paths]);
  const chosen = found.filter(({ moduleId }) => paths.has(moduleId));
  const missing = [...paths].filter((path) => !chosen.some(({ moduleId }) => moduleId === path));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen);
  const modules = testModules.filter((module) => isOneOf(module, chosen));
  const failed = modules.flatMap((module) =>
    [...module.children.allTests('failed')].map((test) => `${module.relativeModuleId}: ${test.fullName}`),
  );
  const broken = modules
    .filter((module) => !module.ok())
    .map((module) => `${module.relativeModuleId}: ${module.errors()[0]?.message ?? 'a hook failed'}`);
  const others = unhandledErrors.map((error) => `outside a test: ${String(error)}`);
  const unknown = missing.map((path) => `${path}: no project runs this file`);
  return { failed, broken: failed.length > 0 ? [] : [...broken, ...others, ...unknown] };
}

function isOneOf(module: TestModule, chosen: readonly TestSpecification[]): boolean {
  return chosen.some(
    ({ moduleId, project }) => moduleId === module.moduleId && project.name === module.project.name,
  );
}
