import { readFileSync } from 'node:fs';
import { loadTestPackage } from '../support/test-packages.ts';

/** A change of one expression or block that the instrumenter of StrykerJS proposes. */
export interface Mutant {
  file: string;
  /** From 1. */
  line: number;
  /** Offsets in the file of what is replaced. */
  start: number;
  end: number;
  old: string;
  new: string;
}

interface Position {
  line: number;
  column: number;
}

interface GeneratedMutant {
  location: { start: Position; end: Position };
  replacement: string;
  /** `Ignored` for the excluded mutations. */
  status?: string;
}

interface InstrumenterPackage {
  Instrumenter: new (
    logger: object,
  ) => {
    instrument(
      files: readonly { name: string; content: string; mutate: boolean }[],
      options: object,
    ): Promise<{ mutants: readonly GeneratedMutant[] }>;
  };
}

const options = {
  plugins: null,
  ignorers: [],
  // Most of these change a name or a description, or do not compile.
  excludedMutations: ['StringLiteral', 'ObjectLiteral', 'ArrowFunction', 'OptionalChaining'],
};
const silent = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };

/** Returns all mutants of the files. They are in the order of the files and of their places in them. */
export async function generateMutants(files: readonly string[]): Promise<Mutant[]> {
  const { Instrumenter } = await loadTestPackage<InstrumenterPackage>('@stryker-mutator/instrumenter');
  const instrumenter = new Instrumenter(silent);
  const mutants: Mutant[] = [];
  for (const file of files) {
    const content = readFileSync(file, 'utf8');
    const lines = content.split('\n');
    const starts = lines.map((_, index) => lines.slice(0, index).join('\n').length + Math.min(index, 1));
    const offsetOf = ({ line, column }: Position) => starts[line]! + column;
    const instrumented = await instrumenter.instrument([{ name: file, content, mutate: true }], options);
    for (const { location, replacement, status } of instrumented.mutants) {
      if (status === 'Ignored') continue;
      const [start, end] = [offsetOf(location.start), offsetOf(location.end)];
      const old = content.slice(start, end);
      mutants.push({ file, line: location.start.line + 1, start, end, old, new: replacement });
    }
  }
  return mutants;
}
