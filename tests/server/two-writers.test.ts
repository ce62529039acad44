import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyDatabase } from '../support/database.ts';
import { incrementInTwoProcesses } from '../support/two-writers.ts';
import { isShortForm } from '../support/test-form.ts';

test.skipIf(isShortForm)(
  'two processes that write to one SQLite file at once are refused nothing, and lose nothing',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'atrium-writers-'));
    const database = await copyDatabase('sqlite', dataDir);
    const times = 200;
    const { number, refused } = await incrementInTwoProcesses(database, dataDir, times);
    expect(refused).toEqual([]);
    expect(number).toBe(2 * times);
    await database.close();
    await rm(dataDir, { recursive: true });
  },
);
