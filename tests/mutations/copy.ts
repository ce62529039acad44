import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { cp, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Copies the checkout with its uncommitted changes and its build into a temporary folder, whose packages are a
 * link. Returns the folder, which is deleted when this process ends, also by Ctrl-C. Keeps modification times,
 * by which the server knows whether its build is stale.
 */
export async function copyCheckout(): Promise<string> {
  const checkout = process.cwd();
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'atrium-mutants-')));
  process.once('exit', () => {
    // Windows deletes no folder in which a process works.
    process.chdir(checkout);
    rmSync(folder, { recursive: true, force: true, maxRetries: 9 });
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  const tracked = stdout.split('\0').filter((path) => path !== '' && existsSync(path));
  for (const path of [...tracked, ...(existsSync('dist') ? ['dist'] : [])]) {
    await cp(path, join(folder, path), { recursive: true, preserveTimestamps: true });
  }
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}

const kept = 'dist-unchanged';

/** Builds client and server in the working folder, as `npm run build` does. The test runner's NODE_ENV would change the build. */
export async function build(): Promise<void> {
  if (!existsSync(kept)) await cp('dist', kept, { recursive: true, preserveTimestamps: true });
  const { NODE_ENV: _, ...env } = process.env;
  await run(process.execPath, ['src/commands/build.ts'], { env });
}

/** Puts back the build from before `build`. */
export async function restoreBuild(): Promise<void> {
  await rm('dist', { recursive: true, force: true });
  await cp(kept, 'dist', { recursive: true, preserveTimestamps: true });
}
