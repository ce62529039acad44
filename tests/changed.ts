import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { mutationsByArea } from './mutations/mutations-by-area.ts';

// `npm run test:changed` runs the tests that are nearest to what has changed since the last commit. The import graph
// would name nearly all tests of the server, because each starts the whole one.

const changed = execFileSync('git', ['ls-files', '--modified', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean);
const tests = globSync('tests/{server,client}/**/*.test.{ts,tsx}');
const mutations = Object.values(mutationsByArea).flat();

const near = tests.filter((test) => {
  const text = readFileSync(test, 'utf8');
  return changed.some((file) => test === file || text.includes(`/${file}'`) || isOfSameName(test, file));
});
const named = mutations
  .filter(({ file }) => changed.includes(file))
  .flatMap((mutation) => mutation.tests.filter((test) => tests.includes(test)));
const files = [...new Set([...near, ...named])];

if (files.length === 0) {
  console.log('No test is near to what has changed. `npm test` runs all of them.');
} else {
  const vitest = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'server',
    '--project',
    'both',
    '--project',
    'client',
  ];
  process.exitCode = spawnSync(process.execPath, [...vitest, ...files], { stdio: 'inherit' }).status ?? 1;
}

/** For example `tests/server/sweep.both.test.ts` for `sweep.service.ts`, or `tests/client/team.test.tsx` for a file in `team/`. */
function isOfSameName(test: string, file: string): boolean {
  const nameOf = (path: string) => basename(path).split('.')[0]!;
  const folder = file.split('/').at(-2);
  return nameOf(test) === nameOf(file) || nameOf(test) === folder;
}
