import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { declarationAt, declarationsOf } from './declarations.ts';

export const evidencePath = 'tests/evidence/evidence.json';

/** Which tests called which declarations, as `npm run evidence` recorded it. */
export interface Evidence {
  tests: string[];
  /** Sets of indexes in `tests`: bits, the lowest first, as base64. */
  sets: string[];
  /** File → declaration → index in `sets`. */
  calls: Record<string, Record<string, number>>;
}

export function readEvidence(): Evidence {
  return JSON.parse(readFileSync(evidencePath, 'utf8'));
}

function toSet(indexes: readonly number[], size: number): string {
  const bits = Buffer.alloc(Math.ceil(size / 8));
  for (const index of indexes) bits[index >> 3]! |= 1 << (index & 7);
  return bits.toString('base64');
}

function indexesIn(set: string): number[] {
  const bits = Buffer.from(set, 'base64');
  return Array.from({ length: bits.length * 8 }, (_, index) => index).filter(
    (index) => bits[index >> 3]! & (1 << (index & 7)),
  );
}

/** What one file of tests called: file of the product → declarations. */
export interface TestRecord {
  test: string;
  calls: Record<string, string[]>;
}

export function recordsOf({ tests, sets, calls }: Evidence): TestRecord[] {
  const records = tests.map((test): TestRecord => ({ test, calls: {} }));
  for (const [file, named] of Object.entries(calls)) {
    for (const [name, set] of Object.entries(named)) {
      for (const index of indexesIn(sets[set]!)) {
        const own = records[index]!.calls;
        own[file] = [...(own[file] ?? []), name];
      }
    }
  }
  return records;
}

export function evidenceOf(records: readonly TestRecord[]): Evidence {
  const sorted = records.toSorted((a, b) => a.test.localeCompare(b.test));
  const indexes: Record<string, Record<string, number[]>> = {};
  for (const [index, { calls }] of sorted.entries()) {
    for (const [file, names] of Object.entries(calls)) {
      indexes[file] ??= {};
      for (const name of names) indexes[file][name] = [...(indexes[file][name] ?? []), index];
    }
  }
  const sets = new Map<string, number>();
  const calls: Evidence['calls'] = {};
  for (const file of Object.keys(indexes).sort()) {
    const named = Object.entries(indexes[file]!).sort(([a], [b]) => a.localeCompare(b));
    calls[file] = Object.fromEntries(
      named.map(([name, own]) => {
        const set = toSet(own, sorted.length);
        if (!sets.has(set)) sets.set(set, sets.size);
        return [name, sets.get(set)!];
      }),
    );
  }
  return { tests: sorted.map(({ test }) => test), sets: [...sets.keys()], calls };
}

/** How many declarations each test called: of all files, or of one. */
export function countCalls(evidence: Evidence, file?: string): Map<string, number> {
  const counts = new Map<string, number>();
  const files = file === undefined ? Object.values(evidence.calls) : [evidence.calls[file] ?? {}];
  for (const set of files.flatMap((calls) => Object.values(calls))) {
    for (const index of indexesIn(evidence.sets[set]!)) {
      const test = evidence.tests[index]!;
      counts.set(test, (counts.get(test) ?? 0) + 1);
    }
  }
  return counts;
}

/** How many steps of imports and mentions are followed from a declaration that is no function. */
const maxSteps = 5;

const importingFiles = globSync('{src,client,prisma-free-migrations,samples,tests}/**/*.{ts,tsx}');

/** Returns the tests that called what the lines of a file contain, and those that called what uses it. */
export function testsOfLines(evidence: Evidence, file: string, lines: readonly number[]): string[] {
  const source = readFileSync(file, 'utf8');
  // Imports, comments and blank lines are in no declaration.
  const names = lines.map((line) => declarationAt(source.split('\n'), line)).filter(Boolean);
  const tests = new Set<number>();
  for (const name of new Set(names.length > 0 ? names : ['']))
    addTests(evidence, file, name, tests, new Set(), 0);
  return [...tests].map((index) => evidence.tests[index]!);
}

function addTests(
  evidence: Evidence,
  file: string,
  name: string,
  tests: Set<number>,
  visited: Set<string>,
  steps: number,
): void {
  if (visited.has(`${file}#${name}`) || steps > maxSteps) return;
  visited.add(`${file}#${name}`);
  const calls = evidence.calls[file] ?? {};
  const top = name.split('.')[0]!;
  const isPart = (key: string) => name === '' || key.split('.')[0] === top;
  const keys = name in calls ? [name] : Object.keys(calls).filter(isPart);
  if (keys.length > 0) {
    for (const key of keys) {
      for (const index of indexesIn(evidence.sets[calls[key]!]!)) tests.add(index);
    }
    return;
  }
  // Data, types and styles are seen in what mentions them.
  for (const user of usersOf(file, top)) {
    addTests(evidence, user.file, user.name, tests, visited, steps + 1);
  }
}

/** The declarations that mention one of the file; without a name, all of the file. */
function usersOf(file: string, name: string): { file: string; name: string }[] {
  const isStyle = file.endsWith('.css');
  const mention = name === '' || isStyle ? undefined : new RegExp(`\\b${name.replace('$', '\\$')}\\b`);
  const files = [
    ...(isStyle ? [] : [file]),
    ...importersOf(file).filter((path) => !path.startsWith('tests/')),
  ];
  return files.flatMap((user) =>
    declarationsOf(readFileSync(user, 'utf8'))
      .filter(({ name: own, text }) => (user !== file || own !== name) && (!mention || mention.test(text)))
      .map(({ name: own }) => ({ file: user, name: own })),
  );
}

let importers: Map<string, Set<string>> | undefined;

export function importersOf(file: string): string[] {
  importers ??= readImports();
  return [...(importers.get(file) ?? [])];
}

function readImports(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const from of importingFiles) {
    for (const [, path] of readFileSync(from, 'utf8').matchAll(
      /(?:from |import\(|import |URL\()'(\.[^']+)'/g,
    )) {
      const to = normalize(join(dirname(from), path!));
      if (existsSync(to)) found.set(to, (found.get(to) ?? new Set()).add(from));
    }
  }
  return found;
}
