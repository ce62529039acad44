import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { cp, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Copies the checkout into a temporary folder and returns that folder. The copy includes uncommitted changes
 * and the build, and links to `node_modules`. Modification times are preserved, because the server uses them
 * to find out whether its build is stale. The folder is deleted when this process ends, also after Ctrl-C.
 */
export async function copyCheckout(): Promise<string> {
  const checkout = process.cwd();
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'atrium-mutants-')));
  process.once('exit', () => {
    // Windows cannot delete the working directory of a process.
    process.chdir(checkout);
    rmSync(folder, { recursive: true, force: true, maxRetries: 9 });
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  await copyFiles(folder);
  if (existsSync('dist'))
    await cp('dist', join(folder, 'dist'), { recursive: true, preserveTimestamps: true });
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Copies the files of the checkout, also uncommitted ones, without those that Git ignores. */
export async function copyFiles(folder: string): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  // In a checkout whose `node_modules` is a link, Git does not ignore it.
  const files = stdout
    .split('\0')
    .filter((path) => path !== 'node_modules' && path !== '' && existsSync(path));
  for (const path of files) await cp(path, join(folder, path), { preserveTimestamps: true });
}

const kept = 'dist-unchanged';

/**
 * Builds client and server in the working directory, as `npm run build` does. Keeps the original build for
 * `restoreBuild`. NODE_ENV is removed, because the test runner's value would change the build.
 */
export async function build(): Promise<void> {
  if (!existsSync(kept)) await cp('dist', kept, { recursive: true, preserveTimestamps: true });
  const { NODE_ENV: _, ...env } = process.env;
  await run(process.execPath, ['src/commands/build.ts'], { env });
}

/** Replaces the build with the original build, which `build` has kept. */
export async function restoreBuild(): Promise<void> {
  // A server of an ended test may still write into it.
  await rm('dist', { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  await cp(kept, 'dist', { recursive: true, preserveTimestamps: true });
}
