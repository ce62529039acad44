/** Runs a program; what it throws becomes one line and exit code 1. */
export async function runOrExplain(program: () => Promise<void>): Promise<void> {
  try {
    await program();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}
