import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';
import { askFromOutside } from './against.ts';

const { values, positionals } = parseArgs({
  options: { against: { type: 'string' }, short: { type: 'boolean' }, only: { type: 'string' } },
  allowPositionals: true,
});

if (values.against) {
  const failed = await askFromOutside(values.against, (line) => process.stdout.write(`${line}\n`));
  process.exitCode = failed.length > 0 ? 1 : 0;
} else {
  if (values.short) process.env.ASSURE_SHORT = '1';
  const { report } = await import('./report.ts');
  // Runs one file after another, because parallel checks would disturb each other's measurements.
  const run = await startVitest('test', positionals, {
    ...{ run: true, project: ['assure'], fileParallelism: false },
    ...(values.only && { testNamePattern: values.only }),
  });
  const tests = run.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
  const outcomes = tests.flatMap((test) => {
    const { state } = test.result();
    if (state !== 'passed' && state !== 'failed') return [];
    const { duration = 0 } = test.diagnostic() ?? {};
    const { figures = {} } = test.meta();
    return [{ title: test.fullName, isPassed: state === 'passed', seconds: duration / 1000, figures }];
  });
  await report(outcomes);
  await run.close();
}
