import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import sharp from 'sharp';
import { isBuildStale } from '../../src/build/freshness.js';
import { readArguments, refuseArguments } from '../../src/run-command.ts';
import { launchChromium } from '../support/chromium.ts';
import { publicPages } from '../support/public-pages.ts';
import { signIn } from '../support/real-browser.ts';
import { removeData, startServer } from '../support/running-server.ts';
import { takePanelPictures } from './panel-pictures.ts';

const usage = [
  'usage: npm run pictures                                      takes the pictures of the README again',
  '       npm run pictures -- panel [FOLDER [PATTERN OF NAMES]]   each screen of the panel in each state; ends with 1 if one',
  '                                                             has a problem',
].join('\n');
const [subject, target = join(tmpdir(), 'panel-pictures'), only] = readArguments({}, usage).positionals;
if (subject !== undefined && subject !== 'panel') refuseArguments(`Unexpected argument '${subject}'`, usage);
if (isBuildStale()) spawnSync(process.execPath, ['src/commands/build.ts'], { stdio: 'inherit' });
if (subject === 'panel') process.exit((await takePanelPictures(target, only)).length > 0 ? 1 : 0);

const folder = 'docs/pictures';
const panel = { 'panel-dashboard': '/admin/dashboard', 'panel-blog': '/admin/blog-posts' };

await mkdir(folder, { recursive: true });
const server = await startServer({ SEED: 'starter', LOG_LEVEL: 'error' });
const browser = await launchChromium();
const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
const page = await context.newPage();
// The requests that have not ended. The live stream of the panel never ends, so it is left out.
const open = new Set<Request>();
page.on('request', (request) => request.url().includes('panel.live') || open.add(request));
page.on('requestfinished', (request) => open.delete(request));
page.on('requestfailed', (request) => open.delete(request));
const { home, project } = await publicPages(server);
for (const [name, path] of Object.entries({ home, project })) await take(page, name, path!);
await signIn(page, server);
for (const [name, path] of Object.entries(panel)) await take(page, name, path);
await browser.close();
await server.end('SIGTERM');
await removeData(server);

/**
 * Runs in the page. Resolves when the browser is idle, which means that it has rendered all data that has
 * arrived.
 */
function untilIdle(): Promise<void> {
  return new Promise((resolve) => requestIdleCallback(() => resolve()));
}

/**
 * Runs in the page. Returns whether the document and all images that begin above the bottom edge of the
 * window have loaded.
 */
function areImagesThere(): boolean {
  const shown = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
  return document.readyState === 'complete' && shown.every((image) => image.complete);
}

async function take(page: Page, name: string, path: string): Promise<void> {
  await page.goto(server.url + path);
  await page.locator('h1').first().waitFor();
  do await page.evaluate(untilIdle);
  while (open.size > 0);
  await page.evaluate(untilIdle);
  await page.waitForFunction(areImagesThere);
  const picture = sharp(await page.screenshot()).resize({ width: 960 });
  await picture.webp({ quality: 72 }).toFile(`${folder}/${name}.webp`);
}
