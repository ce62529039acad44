import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowserSite } from '../support/browser-site.ts';
import { chooseByForm } from '../support/test-form.ts';
import { openScreen } from '../support/panel-screens.ts';
import { addFigures } from './figures.ts';

const rounds = chooseByForm(50, 10);
/** Until then, the panel loads its parts, and the browser compiles most of what runs often. */
const warmUp = 10;
const site = useBrowserSite('starter');

interface Memory {
  nodes: number;
  listeners: number;
  heapMb: number;
}

async function measure(session: CDPSession): Promise<Memory> {
  // What one collection frees may have held something else.
  for (let time = 0; time < 3; time += 1) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)!.value;
  return {
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
    heapMb: metric('JSHeapUsedSize') / 1e6,
  };
}

/** Opens the form of the first post and goes back to the list: after its preview, or as soon as the editor is there. */
async function visitForm(page: Page, round: number): Promise<void> {
  const edit = page.getByRole('button', { name: /^Edit / }).first();
  await edit.click();
  if (round % 2 === 0) {
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.frameLocator('iframe').locator('h1').waitFor();
  } else {
    await page.getByRole('toolbar').first().waitFor();
  }
  await page.goBack();
  await edit.waitFor();
}

test('fifty rounds from a list to a form, its preview and back leave the panel as small as it was', async (context) => {
  const page = await openScreen(site.browser, site.server, '/admin/blog-posts');
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  for (let round = 0; round < warmUp; round += 1) await visitForm(page, round);
  const before = await measure(session);
  for (let round = 0; round < rounds; round += 1) await visitForm(page, round);
  const after = await measure(session);
  const grown = Object.entries(after).map(
    ([name, value]) => `${name} ${shown(before[name as keyof Memory])} → ${shown(value)}`,
  );
  addFigures(context, { requests: rounds, notes: [grown.join(', ')] });
  expect(after.nodes).toBeLessThan(before.nodes * 1.05);
  expect(after.listeners).toBeLessThan(before.listeners * 1.05);
  // The browser still compiles functions and keeps timings of its own.
  expect(after.heapMb).toBeLessThan(before.heapMb * 1.1);
});

const shown = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 1 });
