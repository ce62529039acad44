import { expect, test } from 'vitest';
import { databaseKinds } from '../support/database.ts';
import { openWrittenSite } from '../support/kill-while-writing.ts';
import { endWhileWriting } from '../support/sigterm.ts';
import { chooseByForm } from '../support/test-form.ts';
import { addFigures } from './figures.ts';

const ends = chooseByForm(20, 2);
const graceMs = 10_000;

test.for(databaseKinds)('DU5 SIGTERM under load, on %s', async (kind, context) => {
  const site = await openWrittenSite(kind);
  const found: string[] = [];
  let longest = 0;
  for (let end = 1; end <= ends && found.length === 0; end += 1) {
    const { problems, milliseconds } = await endWhileWriting(site);
    longest = Math.max(longest, milliseconds);
    found.push(...problems, ...(await site.compare(end === ends)));
    addFigures(context, { faults: 1 });
  }
  const { acknowledged, requests } = site.memory;
  addFigures(context, {
    requests,
    acknowledged,
    lost: found.length,
    notes: [`ended within ${Math.round(longest)} ms`],
  });
  await site.close();
  expect(found).toEqual([]);
  expect(longest).toBeLessThan(graceMs);
});
