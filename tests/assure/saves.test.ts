import { expect, test } from 'vitest';
import { databaseKinds } from '../support/database.ts';
import { playSaves } from '../support/saves-model.ts';
import { testApp } from '../support/test-app.ts';
import { chooseByForm } from '../support/test-form.ts';
import { addFigures } from './figures.ts';

const rounds = chooseByForm(10, 2);

test.for(databaseKinds)('400 saves, 40 at once, agree with a simple model on %s', async (kind, context) => {
  const site = await testApp(kind);
  const counts = await playSaves(site, { seed: 20_261, rounds, atOnce: 40 });
  expect(counts.saves).toBeGreaterThan(0);
  const { saves, undone, restored, leftOut } = counts;
  const note = `${saves} saves, ${undone} undone, ${restored} restored, ${leftOut} of them without a lost project`;
  addFigures(context, { notes: [note] });
  await site.close();
});
