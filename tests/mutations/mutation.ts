import { existsSync, readFileSync } from 'node:fs';

/** A small change of the product that breaks one rule, and the tests that must notice it. */
export interface Mutation {
  /** The rule that the change breaks, as a sentence. */
  name: string;
  file: string;
  /** Occurs exactly once in the file. */
  old: string;
  new: string;
  /** At least one test of these files must fail. They name a file of `tests/`. */
  tests: readonly string[];
  /** Only the tests on this database notice it. */
  database?: 'postgresql';
}

/** Returns why a mutation cannot be tried: nothing when it can. Paths are relative to the working folder. */
export function findProblems({ file, old, new: changed, tests }: Mutation): string[] {
  if (!existsSync(file)) return [`${file} does not exist`];
  const count = readFileSync(file, 'utf8').split(old).length - 1;
  return [
    ...(count === 1 ? [] : [`the old text occurs ${count} times in ${file}, not once`]),
    ...(old === changed ? ['the new text is the old one'] : []),
    ...(tests.length > 0 ? [] : ['it names no test']),
    ...tests.filter((test) => !existsSync(test)).map((test) => `${test} does not exist`),
  ];
}
