import { existsSync, readFileSync } from 'node:fs';

/** A small change of the product's code that breaks one rule, and the tests that must detect the change. */
export interface Mutation {
  /** The rule that the change breaks, for example 'a grant admits only its roles'. */
  name: string;
  file: string;
  /** The text that `new` replaces. Occurs exactly once in the file. */
  old: string;
  new: string;
  /** The paths of test files. At least one test in these files must fail. */
  tests: readonly string[];
  /**
   * The only database on which tests detect the change. By default, tests detect the change on every
   * database.
   */
  database?: 'postgresql';
}

/**
 * Returns the reasons why a mutation cannot be tried, or an empty list. Paths are relative to the working
 * directory.
 */
export function findMutationProblems({ file, old, new: changed, tests }: Mutation): string[] {
  if (!existsSync(file)) return [`${file} does not exist`];
  const count = readFileSync(file, 'utf8').split(old).length - 1;
  return [
    ...(count === 1 ? [] : [`the old text occurs ${count} times in ${file}, not once`]),
    ...(old === changed ? ['the new text is the old one'] : []),
    ...(tests.length > 0 ? [] : ['it names no test']),
    ...tests.filter((test) => !existsSync(test)).map((test) => `${test} does not exist`),
  ];
}
