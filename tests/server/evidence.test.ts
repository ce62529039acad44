import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { TestProject } from 'vitest/node';
import { declarationAt } from '../evidence/declarations.ts';
import { evidenceOf, evidencePath, readEvidence, recordsOf, testsOfLines } from '../evidence/evidence.ts';
import { isBuildNeeded } from '../support/setup-build.ts';
import { withTemporaryFolder } from '../support/foreign-imports.ts';

test('a line belongs to a declaration of the file and a member of it, however the code is broken into lines', () => {
  const source = `
const limit = 3;
export const router = {
  list: procedure
    .input(Query)
    .query(async ({ ctx }) => {
      const rows = await read(ctx);
      return rows;
    }),
};
export async function move(id: number) {
  const last = limit;
  if (id > last) {
    throw new Error('x');
  }
}
class Queue<T> {
  async add(entry: T) {
    this.entries.push(entry);
  }
}`.split('\n');
  const cases = [
    ['limit = 3', 'limit'],
    ['.input(Query)', 'router.list'],
    ['return rows', 'router.list'],
    ["new Error('x')", 'move'],
    ['this.entries', 'Queue.add'],
  ] as const;
  for (const [text, name] of cases) {
    const line = source.findIndex((each) => each.includes(text));
    expect(declarationAt(source, line), text).toBe(name);
  }
});

test('what changes leads to the tests that called it, through constants, facts and imports', () => {
  const evidence = readEvidence();
  const cases = [
    ['src/modules/gallery/gallery.ts', 'is_sample:', 'tests/server/gallery.test.ts'],
    ['src/shared/scopes.ts', 'maxTokenDays = ', 'tests/server/api-tokens.test.ts'],
    ['client/admin/list/list-toolbar.tsx', 'debounceMs = ', 'tests/client/users.test.tsx'],
    ['src/http/server/monitoring.ts', "app.get('/readyz'", 'tests/server/slow-storage.test.ts'],
  ] as const;
  for (const [file, text, name] of cases) {
    const line = readFileSync(file, 'utf8')
      .split('\n')
      .findIndex((each) => each.includes(text));
    expect(line, text).toBeGreaterThan(-1);
    expect(testsOfLines(evidence, file, [line]), file).toContain(name);
  }
});

test('a record of some files of tests keeps what others called', () => {
  const calls = { 'src/a.ts': ['move', 'queue.add'], 'src/b.ts': ['read'] };
  const [one, two] = [
    { test: 'tests/server/one.test.ts', calls },
    { test: 'tests/server/two.test.ts', calls: { 'src/a.ts': ['move'] } },
  ];
  expect(recordsOf(evidenceOf([two, one]))).toEqual([one, two]);
  expect(recordsOf(evidenceOf([...recordsOf(evidenceOf([one])), two]))).toEqual([one, two]);
});

test('a changed file for which no test is known is named, and is no success', async () => {
  await withTemporaryFolder(async (folder) => {
    execFileSync('git', ['init', '--quiet', folder]);
    const commit = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--allow-empty'];
    execFileSync('git', ['-C', folder, ...commit, '--quiet', '--message', 'Begin']);
    mkdirSync(join(folder, 'src'));
    mkdirSync(join(folder, 'tests/evidence'), { recursive: true });
    writeFileSync(join(folder, '.gitignore'), 'tests\n.gitignore\n');
    writeFileSync(join(folder, evidencePath), JSON.stringify({ tests: [], sets: [], calls: {} }));
    writeFileSync(join(folder, 'src/new-part.ts'), 'export const limit = 3;\n');
    const { status, stderr } = spawnSync(process.execPath, [resolve('tests/changed.ts')], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stderr).toMatch(/No test is known.*\nsrc\/new-part\.ts\n$/);
    expect(status).toBe(1);
  });
});

test.each([
  ['tests/server/queue.test.ts', false],
  ['tests/client/lists.test.tsx', false],
  ['tests/server/slow-storage.test.ts', false],
  ['tests/browser/site.test.ts', true],
  ['tests/server/process.test.ts', true],
])('a run of %s waits for a build: %s', async (file, isNeeded) => {
  const globTestFiles = async () => ({ testFiles: [resolve(file)] });
  expect(await isBuildNeeded({ globTestFiles } as unknown as TestProject)).toBe(isNeeded);
});
