import { expect, test } from 'vitest';
import { databaseKinds } from '../support/database.ts';
import { openWrittenSite } from '../support/kill-while-writing.ts';
import { runSteadily } from '../support/steady.ts';
import { chooseByForm } from '../support/test-form.ts';
import { addFigures } from './figures.ts';

const minute = 60_000;
const milliseconds = chooseByForm(60 * minute, minute);
/** A process has not warmed up within a minute, so the short form allows more. */
const mayGrow = chooseByForm(1.15, 1.5);

test.for(databaseKinds)(
  'LD6 memory and handles stay flat for an hour of mixed load, on %s',
  { timeout: 90 * minute },
  async (kind, context) => {
    const site = await openWrittenSite(kind);
    const { requests, memory, handles, others } = await runSteadily(site, milliseconds);
    const output = site.server.output();
    const lost = await site.compare(true);
    const words = (name: string, [early, late]: [number, number], unit = '') =>
      `${name} ${Math.round(early)} → ${Math.round(late)}${unit}`;
    addFigures(context, {
      requests,
      acknowledged: site.memory.acknowledged,
      lost: lost.length,
      notes: [words('memory', memory, ' MB'), words('handles', handles)],
    });
    await site.close();
    expect(lost).toEqual([]);
    expect(others).toEqual({});
    expect(output).not.toMatch(/unhandled/i);
    expect(memory[1]).toBeLessThan(memory[0] * mayGrow + 10);
    expect(handles[1]).toBeLessThan(handles[0] + 20);
  },
);
