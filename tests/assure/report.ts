import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { isShortForm } from '../support/test-form.ts';
import { countNames, type Figures } from './figures.ts';

const file = 'docs/records/assure.md';
const [begin, end] = ['<!-- assure: begin -->', '<!-- assure: end -->'];

/** The result of one check, or of all tests in the project `full` together. */
export interface CheckResult {
  title: string;
  isPassed: boolean;
  seconds: number;
  figures: Figures;
}

const head = ['check', 'form', ...countNames, 'further figures', 'seconds', 'day'];
const at = { title: 0, form: 1, counts: 2, seconds: 3 + countNames.length };

/**
 * Prints the table of results and writes it into `docs/records/assure.md`. Rows of checks that did not run
 * remain unchanged. A result of the short form never replaces a result of the full form.
 * @throws {Error} when the file has no markers around the table
 */
export async function writeResults(outcomes: CheckResult[]): Promise<void> {
  const text = await readFile(file, 'utf8');
  const [before = ''] = text.split(begin);
  const [inside = '', after] = text.slice(before.length + begin.length).split(end);
  if (after === undefined) throw new Error(`${file} has no place for the figures`);
  const rows = new Map(rowsOf(inside).map((row) => [row[at.title]!, row]));
  // A check that passes and has no figures needs no row.
  const told = outcomes.filter(({ isPassed, figures }) => !isPassed || Object.keys(figures).length > 0);
  for (const { title } of outcomes) if (!told.some((one) => one.title === title)) rows.delete(title);
  for (const row of told.map(rowOf)) {
    const known = rows.get(row[at.title]!);
    if (!isShortForm || known?.[at.form] !== 'full') rows.set(row[at.title]!, row);
  }
  const sorted = [...rows.values()].toSorted(([a = ''], [b = '']) =>
    a.localeCompare(b, 'en', { numeric: true }),
  );
  const sums = countNames.map((_, i) => sorted.reduce((sum, row) => sum + numberIn(row[at.counts + i]), 0));
  const total = ['all', '', ...sums.map(shown), '', '', ''];
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, i) => (i >= at.counts && i < at.counts + countNames.length ? '---:' : '---'));
  const table = [head, rule, ...sorted, total].map(line).join('\n');
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}`;
  process.stdout.write(`\n${machine}\n\n${table}\n`);
  await writeFile(file, `${before}${begin}\n\n${machine}\n\n${table}\n\n${end}${after}`);
}

function rowOf({ title, isPassed, seconds, figures }: CheckResult): string[] {
  const day = new Date().toISOString().slice(0, 10);
  const counts = countNames.map((name) => (figures[name] === undefined ? '' : shown(figures[name])));
  const notes = [...(isPassed ? [] : ['**failed**']), ...(figures.notes ?? [])].join('; ');
  const cells = [title, isShortForm ? 'short' : 'full', ...counts, notes, String(Math.round(seconds)), day];
  return cells.map((cell) => cell.replaceAll('|', '/').trim());
}

function rowsOf(table: string): string[][] {
  const lines = table.split('\n').filter((line) => line.startsWith('| '));
  return lines
    .map((line) => line.slice(2, -2).split(' | '))
    .map((row) => row.map((cell) => cell.trim()))
    .filter(([title = '']) => !['check', 'all'].includes(title) && !/^:?-+:?$/.test(title));
}

const shown = (count: number) => count.toLocaleString('en');
const numberIn = (cell = '') => Number(cell.replaceAll(',', '')) || 0;
