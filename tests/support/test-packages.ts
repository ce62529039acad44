import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/**
 * Installs the packages of a folder with its own lock file, and returns the folder that contains them. `npm
 * ci` does not install these packages, so that it stays fast. Each version of the lock file has its own
 * folder, which is complete whenever it exists.
 * @throws {Error} with the output of npm
 */
export async function installPackages(source: string): Promise<string> {
  const lock = await readFile(join(source, 'package-lock.json'));
  const name = `${basename(source)}-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`;
  const folder = resolve('node_modules/.cache', name);
  if (existsSync(folder)) return folder;
  const { dependencies } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as Manifest;
  console.log(`Fetching once what only ${source} needs: ${Object.keys(dependencies).join(', ')} …`);
  await mkdir('node_modules/.cache', { recursive: true });
  const staging = await mkdtemp(`${folder}-`);
  try {
    for (const file of ['package.json', 'package-lock.json'])
      await cp(join(source, file), join(staging, file));
    await cp('.npmrc', join(staging, '.npmrc'));
    await promisify(execFile)('npm', ['ci', '--prefer-offline'], {
      cwd: staging,
      shell: process.platform === 'win32',
    });
    await rename(staging, folder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    // Another process may have installed the packages in the meantime.
    if (!existsSync(folder)) throw new Error(explainFailure(source, error), { cause: error });
  }
  return folder;
}

interface Manifest {
  dependencies: Record<string, string>;
}

/**
 * Returns a message that names the missing package. npm reports the address that it could not read. The path
 * of that address begins with the name of the package.
 */
function explainFailure(source: string, error: unknown): string {
  const told = String((error as { stderr?: unknown }).stderr ?? error);
  const [, address] = /request to (\S+) failed/.exec(told) ?? [];
  const path = address && decodeURIComponent(new URL(address).pathname);
  const missing = path?.replace(/\/-\/.*/, '').slice(1) ?? 'A package';
  return `${missing} could not be fetched, which ${source} needs once. Try again with a connection.\n${told}`;
}

export async function installTestPackages(): Promise<string> {
  return installPackages('tests/packages');
}

/**
 * Returns the path of the main file of a package that only tests use, or of another file such as
 * `axe-core/axe.min.js`.
 */
export async function findTestPackage(name: string): Promise<string> {
  return createRequire(join(await installTestPackages(), 'package.json')).resolve(name);
}

export async function loadTestPackage<Module>(name: string): Promise<Module> {
  return import(/* @vite-ignore */ pathToFileURL(await findTestPackage(name)).href);
}
