import { readFile, writeFile } from 'node:fs/promises';
import type { Day } from '../support/day.ts';

const file = 'docs/records/days.md';
const [begin, end] = ['<!-- days: begin -->', '<!-- days: end -->'];

/** Writes what each step of the days took into `docs/records/days.md`. The sections of days that did not run remain. */
export async function writeDays(days: readonly Day[]): Promise<void> {
  const text = await readFile(file, 'utf8');
  const [before = '', rest = ''] = text.split(begin);
  const [inside = '', after = ''] = rest.split(end);
  const sections = new Map(
    inside
      .split(/^(?=## )/m)
      .filter((section) => section.startsWith('## '))
      .map((section) => [section.slice(3, section.indexOf('\n')), section.trim()]),
  );
  for (const day of days) sections.set(day.name, sectionOf(day));
  const sorted = [...sections].toSorted(([a], [b]) => a.localeCompare(b, 'en')).map(([, section]) => section);
  await writeFile(file, `${before}${begin}\n\n${sorted.join('\n\n')}\n\n${end}${after}`);
}

function sectionOf({ name, steps }: Day): string {
  // Looking at a page takes neither clicks nor keys.
  const worked = steps.filter(({ clicks, fields, keys }) => clicks + fields + keys > 0);
  const sum = (of: 'clicks' | 'fields' | 'keys' | 'screens') =>
    worked.reduce((total, step) => total + step[of], 0);
  const all = {
    title: '**all**',
    clicks: sum('clicks'),
    fields: sum('fields'),
    keys: sum('keys'),
    screens: sum('screens'),
  };
  const lines = [...worked, all].map(
    ({ title, clicks, fields, keys, screens }) =>
      `| ${title} | ${clicks} | ${fields} | ${keys} | ${screens} |`,
  );
  return [
    `## ${name}`,
    '',
    '| step | clicks | fields | keys | screens left |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...lines,
  ].join('\n');
}
