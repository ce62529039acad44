import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { launchChromium } from '../support/chromium.ts';
import type { Figure } from './reads.ts';

/** Measures the size of the JavaScript and the styles of the panel's sign-in page, compressed with Brotli. */
export async function weighSignIn(url: string): Promise<Figure> {
  const browser = await launchChromium();
  const page = await browser.newPage();
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (['script', 'stylesheet'].includes(response.request().resourceType())) {
      sizes.push(response.body().then(compressedSize));
    }
  });
  await page.goto(`${url}/admin/login`, { waitUntil: 'networkidle' });
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await browser.close();
  return {
    name: "the panel's sign-in",
    value: bytes / 1000,
    aim: { atMost: 150 },
    unit: 'kB',
    note: 'JavaScript and CSS, brotli',
  };
}

async function compressedSize(body: Buffer): Promise<number> {
  return (await promisify(brotliCompress)(body)).length;
}

/** Measures the size of `node_modules` without the development packages and without the bundled Node. */
export async function weighPackages(): Promise<Figure> {
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean; link?: boolean }>;
  };
  const folders = Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
    .map(([path]) => path);
  const sizes = await Promise.all(
    folders
      .filter((path) => !/node_modules\/node-(linux|win|darwin)-/.test(path))
      .map(async (path) => ({ path, bytes: await sizeOf(path).catch(() => 0) })),
  );
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const largest = sizes
    .sort((one, other) => other.bytes - one.bytes)
    .slice(0, 8)
    .map(({ path, bytes }) => `${relative('node_modules', path)} ${(bytes / 1e6).toFixed(0)}`);
  return {
    name: 'node_modules without development packages',
    value: total / 1e6,
    aim: { atMost: 170 },
    unit: 'MB',
    note: `largest: ${largest.join(', ')}`,
  };
}

/** Returns the size of a package in bytes. Packages in its own `node_modules` are not included. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true });
  const sizes = entries
    .filter(({ name }) => name !== 'node_modules')
    .map(async (entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? sizeOf(path) : (await stat(path)).size;
    });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
