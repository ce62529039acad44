import { writeFile } from 'node:fs/promises';
import { startVitest, type TestCase, type Vitest } from 'vitest/node';
import { readArguments } from '../../src/run-command.ts';
import { pagePath, renderAssurancePage } from '../assurance/assurance-page.ts';
import { recordEvidence } from '../evidence/record.ts';
import { writeDays } from './days-page.ts';
import { checkFromOutside } from './outside-checks.ts';
import type { CheckResult } from './report.ts';

const usage = [
  'usage: npm run assure           all long tests, into docs/records/assure.md',
  '       npm run assure -- FILE   those of some files',
  '  with --only "words"   only the tests whose title matches',
  '       --short          in the form that `npm test` has',
  '       --against URL    checks a running server instead',
].join('\n');
const options = {
  against: { type: 'string' },
  short: { type: 'boolean' },
  only: { type: 'string' },
} as const;
const { values, positionals } = readArguments(options, usage);

if (values.against) {
  const failed = await checkFromOutside(values.against, (line) => process.stdout.write(`${line}\n`));
  process.exitCode = failed.length > 0 ? 1 : 0;
} else {
  if (!values.short) process.env.ASSURE_FORM = 'full';
  process.env.TEST_SEED ??= String(Date.now() % 2 ** 31);
  process.stdout.write(`TEST_SEED=${process.env.TEST_SEED} repeats this run\n`);
  const { writeResults: report } = await import('./report.ts');
  const filter = values.only && { testNamePattern: values.only };
  // Runs one file after another, because parallel checks would disturb each other's measurements.
  const checks = await startVitest('test', positionals, {
    run: true,
    // The caller may name a file of the project `full`, which otherwise runs as a whole below.
    project: positionals.length > 0 ? ['assure', 'full'] : ['assure'],
    fileParallelism: false,
    ...filter,
  });
  const days = testsOf(checks).flatMap((test) =>
    test.result().state === 'passed' ? (test.meta().day ?? []) : [],
  );
  const outcomes = testsOf(checks)
    .filter(({ project }) => project.name === 'assure')
    .map(outcomeOf);
  await checks.close();

  // Only a complete run in the full form includes the project `full`.
  if (!values.short && !values.only && positionals.length === 0) {
    const started = performance.now();
    const all = await startVitest('test', [], { run: true, project: ['full'] });
    const tests = testsOf(all);
    const failed = tests.filter((test) => test.result().state === 'failed');
    outcomes.push({
      title: 'Every test of servers and browsers in its full form, on both databases',
      isPassed: failed.length === 0,
      seconds: (performance.now() - started) / 1000,
      figures: { notes: [`${tests.length} tests`, ...failed.map((test) => test.fullName)] },
    });
    await all.close();
    await recordEvidence([]);
  }
  await report(outcomes);
  if (days.length > 0) await writeDays(days);
  await writeFile(pagePath, await renderAssurancePage());
}

/** Returns the tests that passed or failed. Skipped tests are left out. */
function testsOf(run: Vitest): TestCase[] {
  const tests = run.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
  return tests.filter((test) => ['passed', 'failed'].includes(test.result().state));
}

function outcomeOf(test: TestCase): CheckResult {
  const { duration = 0 } = test.diagnostic() ?? {};
  const { figures = {} } = test.meta();
  return {
    title: test.fullName,
    isPassed: test.result().state === 'passed',
    seconds: duration / 1000,
    figures,
  };
}
