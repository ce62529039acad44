import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

// Only what Playwright's own arguments lack. Its `--no-sandbox` is there whatever the user.
const common: LaunchOptions = { args: ['--disable-gpu', '--disable-quic'], timeout: 30_000 };

/**
 * Starts a headless Chromium: the one from npm where it runs (Linux on x64), so that pages look the same
 * everywhere, else the first one found on the machine (`CHROMIUM_PATH`, then the usual names on the PATH).
 * `more` are further arguments for it, `without` those of Playwright's own that it is started without. The caller closes it.
 * @throws AggregateError with each attempt's reason when none starts
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

/** The npm package's browser, with the system libraries and the fonts that a bare machine may lack. */
async function preparePackaged(): Promise<LaunchOptions> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`@sparticuz/chromium has no browser for ${process.platform} on ${process.arch}.`);
  }
  const folder = await unpackOnce();
  const libraries = [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  return {
    executablePath: join(folder, 'chromium'),
    // The package's default arguments are not for us: they turn web security off and run all in one process.
    args: [...(common.args ?? []), '--headless=shell'],
    env: { ...process.env, LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  };
}

/** Unpacks the package once for each version and user; gives the folder. */
async function unpackOnce(): Promise<string> {
  const main = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const manifest = await readFile(join(main, '../../package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string }; // what npm installed, not outside input
  const folder = join(tmpdir(), `atrium-chromium-${version}-${process.getuid?.()}`);
  if (!existsSync(folder)) await unpack(main, folder);
  // The name can be guessed and the folder for temporary files is everyone's: run only what is our own.
  if ((await stat(folder)).uid !== process.getuid?.()) throw new Error(`${folder} belongs to another user.`);
  return folder;
}

/** Unpacks beside the folder and renames: it appears complete, and of two at once the second finds it there. */
async function unpack(main: string, folder: string): Promise<void> {
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

/** In a process of its own, as the package always inflates into the folder for temporary files. */
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

/** The package's own file looks for the fonts at fixed places. */
const fontsConfig = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
