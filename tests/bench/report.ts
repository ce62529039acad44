import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import type { Figure } from './reads.ts';

const file = 'docs/records/bench.md';
const [begin, end] = ['<!-- speed: begin -->', '<!-- speed: end -->'];

/** Prints the figures as a table, and replaces the table in `docs/records/bench.md`. */
export async function storeFigures(figures: Figure[]): Promise<void> {
  const table = printFigures(figures);
  const text = await readFile(file, 'utf8');
  const [before] = text.split(begin);
  const [, after] = text.split(end);
  if (before === text || after === undefined) throw new Error(`${file} has no place for the figures`);
  await writeFile(file, `${before}${begin}\n${table}\n${end}${after}`);
}

/** Prints the figures as a Markdown table. Returns the printed text. */
export function printFigures(figures: Figure[]): string {
  const model = cpus()[0]?.model.trim();
  const machine = `${cpus().length} cores (${model}), Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
  const table = [
    '| figure | measured | aim | |',
    '| --- | --- | --- | --- |',
    ...figures.map(
      (figure) => `| ${figure.name} | ${shown(figure)} | ${aimOf(figure)} | ${figure.note ?? ''} |`,
    ),
  ].join('\n');
  const text = `${machine}\n\n${table}`;
  console.log(text);
  return text;
}

function shown({ value, unit, aim }: Figure): string {
  const number = unit === undefined || unit === '×' || unit === 's' ? value.toFixed(2) : value.toFixed(0);
  const isMet = value >= (aim.atLeast ?? -Infinity) && value <= (aim.atMost ?? Infinity);
  return `${isMet ? '' : '**'}${number}${unit ? ` ${unit}` : ''}${isMet ? '' : '**'}`;
}

function aimOf({ aim, unit = '' }: Figure): string {
  return aim.atLeast === undefined ? `≤ ${aim.atMost} ${unit}`.trim() : `≥ ${aim.atLeast} ${unit}`.trim();
}
