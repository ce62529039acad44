import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { declarationAt } from '../evidence/declarations.ts';
import { readEvidence, testsOfLines } from '../evidence/evidence.ts';

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
  if (id > limit) {
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
