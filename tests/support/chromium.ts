import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { findTestPackage } from './test-packages.ts';

// Options for every start. The arguments are added to Playwright's own arguments, which always include
// `--no-sandbox`.
const common: LaunchOptions = { args: ['--disable-gpu', '--disable-quic'], timeout: 30_000 };

/**
 * Starts a Chromium. On Linux x64, this is the Chromium from npm, so that pages look the same everywhere. On
 * other systems, or if it does not start, the installed programs are tried: `CHROMIUM_PATH`, then the PATH.
 * `more` adds arguments, and `without` removes some of Playwright's own arguments.
 * @throws {AggregateError} with the reason of each attempt when no Chromium starts
 */
export async function launchChromium(more: string[] = [], without: string[] = []): Promise<Browser> {
  const reasons: unknown[] = [];
  for (const prepare of [
    preparePackaged,
    ...findInstalled().map((path) => () => ({ executablePath: path })),
  ]) {
    try {
      const options = { ...common, ...(await prepare()) };
      return await chromium.launch({
        ...options,
        args: [...(options.args ?? []), ...more],
        ignoreDefaultArgs: without,
      });
    } catch (reason) {
      reasons.push(reason);
    }
  }
  throw new AggregateError(reasons, `No Chromium could be started:\n${reasons.join('\n')}`);
}

function findInstalled(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env.CHROMIUM_PATH ?? '', ...onPath].filter((path) => path && existsSync(path));
}

/**
 * Returns the options for starting the Chromium from npm, with the system libraries and fonts that a minimal
 * machine may lack.
 * @throws {Error} on a system other than Linux x64
 */
async function preparePackaged(): Promise<LaunchOptions> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`@sparticuz/chromium has no browser for ${process.platform} on ${process.arch}.`);
  }
  const folder = await unpackOnce();
  const libraries = [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  return {
    executablePath: join(folder, 'chromium'),
    // Does not use the package's default arguments, which turn off web security and run everything in one
    // process.
    args: [...(common.args ?? []), '--headless=shell'],
    env: { ...process.env, LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  };
}

async function unpackOnce(): Promise<string> {
  const main = await findTestPackage('@sparticuz/chromium');
  const manifest = await readFile(join(main, '../../package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string }; // Every package has this file with a version.
  const folder = resolve('node_modules/.cache', `chromium-${version}`);
  if (!existsSync(folder)) await unpack(main, folder);
  return folder;
}

/**
 * Unpacks the package into a temporary folder, and renames that folder at the end. `folder` is therefore
 * complete whenever it exists.
 */
async function unpack(main: string, folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const staging = await mkdtemp(`${folder}-`);
  try {
    await inflateArchives(main, staging);
    await writeFile(join(staging, 'fonts.conf'), fontsConfig(folder));
    await rename(staging, folder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/**
 * Unpacks the archives of the package into `target`. The package always unpacks into the system's temporary
 * folder, so it runs in a process whose TMPDIR is `target`.
 */
async function inflateArchives(main: string, target: string): Promise<void> {
  const bin = join(main, '../../bin');
  const archives = (await readdir(bin)).map((name) => join(bin, name));
  const code = `const [main, ...archives] = process.argv.slice(1);
    const { inflate } = await import(main);
    await Promise.all(archives.map(inflate));`;
  await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', code, '--', main, ...archives],
    { env: { ...process.env, TMPDIR: target } },
  );
}

/**
 * Returns a font configuration for the unpacked fonts. The package's own configuration expects the fonts at
 * fixed paths.
 */
const fontsConfig = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
