import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sitePaths } from '../../client/shared/site-paths.ts';
import { addHostileContent } from '../support/hostile-content.ts';
import { type LayoutFindings, measureLayout } from '../support/layout-measures.ts';
import { addOneRowEach } from '../support/one-row-each.ts';
import { type RealBrowser, openRealBrowser } from '../support/real-browser.ts';
import { type RunningServer, removeData, startServer } from '../support/running-server.ts';
import { startStarterServer } from '../support/starter-server.ts';

const widths = [360, 768, 1440, 1920];
const contents: Record<string, () => Promise<RunningServer>> = {
  'the samples': () => startStarterServer(),
  'no rows': () => startServer(),
  'one row each, without pictures': async () => {
    const server = await startServer();
    await addOneRowEach(server);
    return server;
  },
  'hostile content': async () => {
    const server = await startServer();
    await addHostileContent(server);
    return server;
  },
};

test.each(Object.entries(contents))('every public page looks right with %s', async (_, open) => {
  const [server, browser] = await Promise.all([open(), openRealBrowser()]);
  try {
    expect(await findingsOf(server, browser)).toEqual({});
  } finally {
    await browser.close();
    await server.end('SIGTERM');
    await removeData(server);
  }
});

/** Returns what was found, by page and width. */
async function findingsOf(
  server: RunningServer,
  browser: RealBrowser,
): Promise<Record<string, Partial<LayoutFindings>>> {
  const all: Record<string, Partial<LayoutFindings>> = {};
  const page = await browser.visit('about:blank', { reducedMotion: 'reduce' });
  for (const path of [...Object.values(sitePaths), ...(await rowPages(server))]) {
    await page.goto(server.url + path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await loadPictures(page);
      const findings = Object.entries(await page.evaluate(measureLayout)).filter(
        ([, list]) => list.length > 0,
      );
      if (findings.length > 0) all[`${path} at ${width}`] = Object.fromEntries(findings);
    }
  }
  return all;
}

/** Returns the first page of each list that links to one. */
async function rowPages(server: RunningServer): Promise<string[]> {
  const lists = [sitePaths.blog, sitePaths.portfolio, sitePaths.career];
  const pages = lists.map(async (list) => {
    const html = await (await fetch(server.url + list)).text();
    return new RegExp(`href="(${list}/\\d+)"`).exec(html)?.[1] ?? [];
  });
  return (await Promise.all(pages)).flat();
}

async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await document.fonts.ready;
    const shown = [...document.images].filter((image) => image.checkVisibility());
    await Promise.allSettled(shown.map((image) => image.decode()));
  });
}
