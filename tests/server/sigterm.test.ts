import { expect, test } from 'vitest';
import { databaseKinds } from '../support/database.ts';
import { openWrittenHouse } from '../support/kills.ts';
import { endWhileWriting } from '../support/sigterm.ts';

test.each(databaseKinds)(
  'DU5 SIGTERM lets what is under way finish and loses nothing, on %s',
  async (kind) => {
    const house = await openWrittenHouse(kind, 1);
    const { problems } = await endWhileWriting(house);
    expect(problems).toEqual([]);
    expect(await house.compare(true)).toEqual([]);
    await house.close();
  },
);
