import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyDatabase } from '../support/database.ts';
import { raiseInTwoProcesses } from '../support/two-writers.ts';
import { inForm } from '../support/form.ts';
import { tell } from './figures.ts';

test('two processes that write to one SQLite file at once are refused nothing', async (context) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-writers-'));
  const database = await copyDatabase('sqlite', dataDir);
  const times = inForm(5000, 500);
  const { number, refused } = await raiseInTwoProcesses(database, dataDir, times);
  tell(context, {
    ...{ requests: 2 * times, acknowledged: 2 * times - refused.length, lost: 2 * times - number },
    notes: [`${refused.length} of ${2 * times} transactions were refused`],
  });
  expect(refused).toEqual([]);
  expect(number).toBe(2 * times);
  await database.close();
  await rm(dataDir, { recursive: true });
});
