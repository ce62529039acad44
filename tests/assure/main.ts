import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';
import { askFromOutside } from './against.ts';

const { values } = parseArgs({ options: { against: { type: 'string' } } });

if (values.against) {
  const failed = await askFromOutside(values.against, (line) => process.stdout.write(`${line}\n`));
  process.exitCode = failed.length > 0 ? 1 : 0;
} else {
  // The long and the timed checks; each stops by itself.
  await startVitest('test', [], { run: true, project: ['assure'] });
}
