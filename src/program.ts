import { makeFilesPrivate } from './data-folder.ts';

/** Makes new files private to this user. Prints an error as one line and exits with code 1. */
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
