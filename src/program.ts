import { makeFilesPrivate } from './data-folder.ts';

/** No other user may read the files. An error becomes one line and exit code 1. */
export async function runOrExplain(program: () => Promise<void>): Promise<void> {
  makeFilesPrivate();
  try {
    await program();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}

export async function runStep<T>(name: string, step: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  process.stderr.write(`${name} … `);
  const result = await step();
  process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
  return result;
}
