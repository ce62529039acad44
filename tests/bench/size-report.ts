import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import type { SizeResult } from './size.ts';

const file = 'docs/records/bench.md';
const [begin, end] = ['<!-- size: begin -->', '<!-- size: end -->'];
const aim = 50;
/** The largest number of messages for which the aim applies. */
const aimedRows = { sqlite: 100_000, postgresql: 1_000_000 };

export function printSizes(sizes: SizeResult[]): void {
  console.log(render(sizes));
}

/** Prints the results as tables, and writes them into `docs/records/bench.md` between two marks. */
export async function writeSizes(sizes: SizeResult[]): Promise<void> {
  const text = render(sizes);
  console.log(text);
  const page = await readFile(file, 'utf8').catch(() => `# Measurements\n\n${begin}\n${end}\n`);
  const [start, stop] = [page.indexOf(begin), page.indexOf(end)];
  if (start === -1 || stop === -1) throw new Error(`${file} has no marks ${begin} … ${end}`);
  await writeFile(file, `${page.slice(0, start + begin.length)}\n\n${text}\n\n${page.slice(stop)}`);
}

function render(sizes: SizeResult[]): string {
  const most = Math.max(...sizes.map(({ rows }) => rows));
  const kinds = [...new Set(sizes.map(({ kind }) => kind))];
  return [
    `Written by \`npm run bench -- --rows ${most}\` on ${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}:`,
    'milliseconds that 95 of 100 calls of a service stay under, and after the stroke those that a processor works for one call, which other',
    'programs on the machine do not lengthen (without the helpers that PostgreSQL starts for a word of one or two letters). Columns are the number of messages and of activities; beside them stand a tenth as many',
    `posts, a hundredth as many jobs and projects. The aim is ${aim} ms, for words of one or two letters 700 ms,`,
    `on SQLite up to ${aimedRows.sqlite.toLocaleString('en')} rows and on PostgreSQL up to ${aimedRows.postgresql.toLocaleString('en')}.`,
    `Each minute ${loadavg()[1]?.toFixed(0)} programs wanted a processor while this was measured.`,
    ...kinds.flatMap((kind) => ['', ...table(kind, sizes)]),
  ].join('\n');
}

function table(kind: string, all: SizeResult[]): string[] {
  const sizes = all.filter((size) => size.kind === kind);
  const names = [...(sizes[0]?.costs.keys() ?? [])];
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [
    `### ${kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`,
    '',
    line(['', ...sizes.map(({ rows }) => rows.toLocaleString('en'))]),
    line(['---', ...sizes.map(() => '---:')]),
    ...names.map((name) => line([name, ...sizes.map(({ costs }) => costOf(costs.get(name)))])),
    line(['memory of a process that only reads, MB', ...sizes.map(({ memory }) => memory)]),
  ];
}

function costOf(cost: { p95: number; processor: number } | undefined): string {
  if (cost && Number.isNaN(cost.p95)) return 'given up after 10 s';
  return cost ? `${cost.p95.toFixed(1)} / ${cost.processor.toFixed(1)}` : '';
}
