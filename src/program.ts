import { keepFilesPrivate } from './data-folder.ts';

/** Runs a program whose files no other user may read; what it throws becomes one line and exit code 1. */
export async function runOrExplain(program: () => Promise<void>): Promise<void> {
  keepFilesPrivate();
  try {
    await program();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}
