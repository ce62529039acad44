import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { expectNoArguments } from '../src/run-command.ts';
import { importersOf, readEvidence, testsOfLines } from './evidence/evidence.ts';

expectNoArguments(
  'test:changed',
  'the tests that call what has changed since the last commit; ends with 1 if one fails, or none is known for a file',
);

const evidence = readEvidence();
const allTests = globSync('tests/{server,client}/**/*.test.{ts,tsx}');
const changed = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
const known = changed.map((file) => ({ file, tests: testsOf(file) }));

const tests = [...new Set(known.flatMap((entry) => entry.tests))];
if (tests.length > 0) {
  console.log(`${tests.length} of ${allTests.length} files of tests reach what has changed.`);
  const projects = ['server', 'both', 'client'].flatMap((name) => ['--project', name]);
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...projects, ...tests];
  process.exitCode = spawnSync(process.execPath, vitest, { stdio: 'inherit' }).status ?? 1;
}
const unrecorded = allTests.filter((test) => !evidence.tests.includes(test));
if (unrecorded.length > 0)
  console.error(`Newer than the record: \`npm run evidence -- ${unrecorded.join(' ')}\` adds them.`);
const unknown = known.filter((entry) => entry.tests.length === 0).map(({ file }) => file);
if (unknown.length > 0) {
  console.error(`No test is known for what follows. \`npm test\` runs all of them.\n${unknown.join('\n')}`);
  process.exitCode = 1;
}

function testsOf(file: string): string[] {
  if (allTests.includes(file)) return [file];
  const isOfProduct = /^(src|client|prisma-free-migrations|samples)\//.test(file);
  if (isOfProduct && existsSync(file)) {
    return testsOfLines(evidence, file, changedLines(file)).filter((test) => allTests.includes(test));
  }
  return file.startsWith('tests/') ? testsThatImport(file) : [];
}

function testsThatImport(file: string): string[] {
  // A file that is added here is visited too.
  const files = new Set([file]);
  for (const imported of files) for (const importer of importersOf(imported)) files.add(importer);
  return allTests.filter((test) => files.has(test));
}

/** The indexes of lines that are new, or before which some were removed; for a new file its first. */
function changedLines(file: string): number[] {
  const hunks = git('diff', '--unified=0', 'HEAD', '--', file).flatMap((line) => {
    const [, start, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    const first = Math.max(0, Number(start) - 1);
    return start ? Array.from({ length: Math.max(1, Number(count)) }, (_, index) => first + index) : [];
  });
  return hunks.length > 0 ? hunks : [0];
}

function git(...args: string[]): string[] {
  return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
}
