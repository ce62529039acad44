import { expect, test } from 'vitest';
import { databaseKinds } from '../support/database.ts';
import { openWrittenSite } from '../support/kills.ts';
import { endWhileWriting } from '../support/sigterm.ts';

test.each(databaseKinds)(
  'DU5 SIGTERM lets what is under way finish and loses nothing, on %s',
  async (kind) => {
    const site = await openWrittenSite(kind);
    const { problems } = await endWhileWriting(site);
    expect(problems).toEqual([]);
    expect(await site.compare(true)).toEqual([]);
    await site.close();
  },
);
