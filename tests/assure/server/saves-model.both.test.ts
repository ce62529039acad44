import { expect, test } from 'vitest';
import { databaseKinds } from '../../support/database.ts';
import { playSaves } from '../../support/saves-model.ts';
import { testApp } from '../../support/test-app.ts';

test.each(databaseKinds)(
  'saves at once, undos after renames and restores without lost rows agree with a simple model on %s',
  async (kind) => {
    const site = await testApp(kind);
    const counts = await playSaves(site, { seed: 42, rounds: 6, atOnce: 10 });
    for (const [what, count] of Object.entries(counts)) expect(count, what).toBeGreaterThan(0);
    await site.close();
  },
);
