import { glob, readFile } from 'node:fs/promises';

/** A test, or a group of tests, with the id of a check in its title. */
export interface FoundTest {
  file: string;
  title: string;
}

const titles =
  /\b(?:test(?:Once)?|it|describe)(?:\.(?:each|for|skipIf|runIf|concurrent)\b(?:\((?:[^()]|\([^()]*\))*\))?)*\(\s*(?<quote>['"`])(?<title>(?:\\.|(?!\k<quote>)[^\\])+)\k<quote>/g;
const ids = /\b(?:AU|AT|SO|AZ|IN|UP|HD|LK|RL|AD|DU|LD)\d{1,2}\b/g;

/**
 * Returns, by the id of a check, the tests and test groups with this id in their title, sorted by file name.
 */
export async function findTests(): Promise<Map<string, FoundTest[]>> {
  const files: string[] = [];
  for await (const file of glob('tests/**/*.test.{ts,tsx}')) files.push(file);
  const found = new Map<string, FoundTest[]>();
  for (const file of files.toSorted()) {
    for (const title of titlesOf(await readFile(file, 'utf8'))) {
      for (const id of new Set(title.match(ids))) {
        found.set(id, [...(found.get(id) ?? []), { file, title }]);
      }
    }
  }
  return found;
}

function titlesOf(source: string): string[] {
  return [...source.matchAll(titles)].map(({ groups }) => groups!.title!.replaceAll(/\\(.)/g, '$1'));
}
