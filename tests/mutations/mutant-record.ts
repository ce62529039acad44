import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { equivalentMutants } from './equivalent.ts';
import { type GeneratedArea, type GeneratedVerdict, generatedAreas } from './generated.ts';
import type { Mutant } from './generator.ts';

const verdicts = ['killed', 'killed by types', 'SURVIVED', 'no test'] as const satisfies GeneratedVerdict[];

interface Row {
  area: GeneratedArea;
  file: string;
  line: number;
  verdict: GeneratedVerdict;
  old: string;
  new: string;
  reason: string;
}

const columns = ['area', 'file', 'line', 'verdict', 'old', 'new', 'reason'] as const;

/** The results of `npm run mutants -- --generated`, as a table for programs and a page for people. */
export function openMutantRecord(tsvPath: string, pagePath: string) {
  let rows = existsSync(tsvPath) ? readRows(tsvPath) : [];

  return {
    /** Whether a recorded mutant with this text survived or had no test. The line may have moved. */
    isSurvivor: (mutant: Mutant) => rows.some((row) => isUnnoticed(row) && isSameMutant(row, mutant)),

    forget(areas: readonly GeneratedArea[]): void {
      rows = rows.filter(({ area }) => !areas.includes(area));
    },

    /** Replaces the row of the same mutant, and writes both files. */
    add(area: GeneratedArea, mutant: Mutant, verdict: GeneratedVerdict, reason: string): void {
      const { file, line } = mutant;
      const row = { area, file, line, verdict, old: shorten(mutant.old), new: shorten(mutant.new) };
      const index = rows.findIndex((each) => isSameMutant(each, mutant) && isUnnoticed(each));
      rows.splice(index < 0 ? rows.length : index, index < 0 ? 0 : 1, { ...row, reason: shorten(reason) });
      const lines = rows.map((each) => columns.map((name) => each[name]).join('\t'));
      writeFileSync(tsvPath, `${[columns.join('\t'), ...lines].join('\n')}\n`);
      writeFileSync(pagePath, renderPage(rows));
    },
  };
}

function readRows(path: string): Row[] {
  const [, ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((text) => {
    const [area, file, line, verdict, old, changed, reason] = text.split('\t');
    return { area, file, line: Number(line), verdict, old, new: changed, reason } as Row;
  });
}

function isUnnoticed({ verdict }: Row): boolean {
  return verdict === 'SURVIVED' || verdict === 'no test';
}

function isSameMutant(row: Row, mutant: Mutant): boolean {
  return row.file === mutant.file && row.old === shorten(mutant.old) && row.new === shorten(mutant.new);
}

/** In one line, short enough for a table. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}

function renderPage(rows: readonly Row[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const code = (text: string) => `\`${text.replaceAll('`', "'").replaceAll('|', '\\|') || ' '}\``;
  const counts = Object.entries(generatedAreas).map(([area, folder]) =>
    line([
      folder,
      ...verdicts.map((verdict) => rows.filter((row) => row.area === area && row.verdict === verdict).length),
    ]),
  );
  const unnoticed = rows
    .filter(isUnnoticed)
    .map((row) => line([`${row.file}:${row.line}`, code(row.old), code(row.new), row.verdict]));
  const equivalent = equivalentMutants.map((each) =>
    line([each.file, code(shorten(each.old)), code(shorten(each.new)), each.reason]),
  );
  return `# Generated mutants

Written by \`npm run mutants -- --generated\`: a sample of the mutants that StrykerJS generates, each tried with the
files of tests that are nearest to it. [Every mutant that was tried](mutants.tsv).

${[line(['folder', ...verdicts.map((verdict) => verdict.toLowerCase())]), '| --- | ---: | ---: | ---: | ---: |', ...counts].join('\n')}

## Mutants that no test noticed

${[line(['where', 'text', 'mutant', 'verdict']), '| --- | --- | --- | --- |', ...unnoticed].join('\n')}

## Mutants that no test can notice

${[line(['file', 'text', 'mutant', 'reason']), '| --- | --- | --- | --- |', ...equivalent].join('\n')}
`;
}
