import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyDatabase } from '../support/database.ts';
import { incrementInTwoProcesses } from '../support/two-writers.ts';
import { chooseByForm } from '../support/test-form.ts';
import { addFigures } from './figures.ts';

test('two processes that write to one SQLite file at once are refused nothing', async (context) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-writers-'));
  const database = await copyDatabase('sqlite', dataDir);
  const times = chooseByForm(5000, 500);
  const { number, refused } = await incrementInTwoProcesses(database, dataDir, times);
  addFigures(context, {
    requests: 2 * times,
    acknowledged: 2 * times - refused.length,
    lost: 2 * times - number,
    notes: [`${refused.length} of ${2 * times} transactions were refused`],
  });
  expect(refused).toEqual([]);
  expect(number).toBe(2 * times);
  await database.close();
  await rm(dataDir, { recursive: true });
});
