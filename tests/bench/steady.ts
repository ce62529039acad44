import { openWrittenSite } from '../support/kill-while-writing.ts';
import { runSteadily } from '../support/steady.ts';
import type { Figure } from './reads.ts';

const minutes = 3;

/**
 * Runs a mixed load for three minutes. Compares the memory and the number of open files in the second quarter
 * with those in the last quarter.
 */
export async function measureSteady(): Promise<Figure[]> {
  const site = await openWrittenSite('sqlite');
  const { memory, handles, requests } = await runSteadily(site, minutes * 60_000);
  const lost = await site.compare(true);
  await site.close();
  if (lost.length > 0) throw new Error(lost.join('\n'));
  const ratio = ([early, late]: [number, number]) => late / early;
  const words = ([early, late]: [number, number]) => `${Math.round(early)} → ${Math.round(late)}`;
  const aim = { atMost: 1.15 };
  return [
    {
      name: `memory, ${minutes} minutes of mixed load`,
      value: ratio(memory),
      aim,
      unit: '×',
      note: `${words(memory)} MB, ${requests} requests`,
    },
    {
      name: 'open files meanwhile',
      value: ratio(handles),
      aim: { atMost: 1.5 },
      unit: '×',
      note: words(handles),
    },
  ];
}
