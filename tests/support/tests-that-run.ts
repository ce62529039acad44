import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseCLI, type TestProject } from 'vitest/node';

const importPath = /(?:from|import\() ?'(\.[^']+)'/g;

/** Whether a test that this run was asked for, or a file of the tests that it imports, contains the text. */
export async function doTestsMention(project: TestProject, text: RegExp): Promise<boolean> {
  const { filter } = parseCLI(['vitest', ...process.argv.slice(2)]);
  const { testFiles } = await project.globTestFiles(filter);
  const files = new Set(testFiles);
  // A file that is added here is visited too.
  for (const file of files) {
    const source = readFileSync(file, 'utf8');
    if (text.test(source)) return true;
    for (const [, path] of source.matchAll(importPath)) {
      const imported = join(dirname(file), path!);
      if (imported.startsWith(join(process.cwd(), 'tests/')) && existsSync(imported)) files.add(imported);
    }
  }
  return false;
}
