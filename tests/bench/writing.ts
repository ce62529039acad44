import { writeFile } from 'node:fs/promises';
import type { CDPSession, Page } from 'playwright-core';
import { readArguments } from '../../src/run-command.ts';
import { cleanHtml } from '../../src/shared/writing/clean-html.ts';
import { openScreen } from '../support/panel-screens.ts';
import { openRealBrowser } from '../support/real-browser.ts';
import { signInToApis, removeData, startServer } from '../support/running-server.ts';
import { hostileTexts } from './hostile-texts.ts';

const usage = [
  'usage: npm run bench:writing   the time of a key press in texts of several lengths, and of cleaning each kind of hostile text',
  '  -- --profile FILE            writes a profile of the browser during the key presses',
].join('\n');
const { profile } = readArguments({ profile: { type: 'string' } }, usage, false).values;

const lengths = [500, 5000, 20_000];
const keys = 120;
/**
 * The time after which the immediate work for a key is done. The delayed work of the editor has not begun
 * yet.
 */
const afterKeyMs = 80;
const restMs = 1500;
const characters = [40_000, 100_000];
const rounds = 5;

const atShare = (times: number[], share: number) =>
  times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * share))] ??
  Number.NaN;

const sentences = [
  'The mill has been running on <strong>two wheels</strong> since the spring, and the third one waits for its shaft.',
  'Whoever orders a rack today gets it <em>within nine days</em>, as <a href="https://example.org/racks">the plan</a> says.',
  'In the hall the light comes from above, so nobody needs a lamp before four in the afternoon.',
];

/**
 * Returns the HTML of a typical post with at least this many words: headings, paragraphs with formatting,
 * lists and tables.
 */
function textOf(words: number): string {
  const parts: string[] = [];
  for (let [count, at] = [0, 0]; count < words; at += 1) {
    const sentence = sentences.join(' ');
    const part =
      at % 6 === 0
        ? `<h2>Part ${at}</h2><p>${sentence}</p>`
        : at % 11 === 0
          ? `<ul><li><p>${sentences[0]}</p></li><li><p>${sentences[1]}</p></li></ul>`
          : at % 17 === 0
            ? `<table><tbody><tr><td><p>${sentences[0]}</p></td><td><p>${sentences[2]}</p></td></tr></tbody></table>`
            : `<p>${sentence}</p>`;
    parts.push(part);
    count += part.replaceAll(/<[^>]*>/g, ' ').match(/\S+/g)!.length;
  }
  return parts.join('');
}

async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
}

/**
 * Types near the end of the text, and measures the CPU time of the page's main thread. Returns the median and
 * the 95th percentile for a key, and the time of the delayed work.
 */
async function type(page: Page, session: CDPSession, profile: string | undefined) {
  await page.locator('.ProseMirror > p').nth(-3).click();
  await page.keyboard.press('End');
  await page.keyboard.type(' begins');
  await page.waitForTimeout(restMs);
  if (profile) {
    await session.send('Profiler.enable');
    await session.send('Profiler.start');
  }
  const times: number[] = [];
  for (let at = 0; at < keys; at += 1) {
    const before = await taskMs(session);
    await page.keyboard.press(at % 6 === 5 ? 'Space' : 'e');
    await page.waitForTimeout(afterKeyMs);
    times.push((await taskMs(session)) - before);
  }
  if (profile) await writeFile(profile, JSON.stringify((await session.send('Profiler.stop')).profile));
  const before = await taskMs(session);
  await page.waitForTimeout(restMs);
  return { median: atShare(times, 0.5), most: atShare(times, 0.95), rest: (await taskMs(session)) - before };
}

async function measureTyping(profile: string | undefined): Promise<void> {
  const server = await startServer({ LOG_LEVEL: 'error' });
  const browser = await openRealBrowser();
  const { api } = await signInToApis(server);
  for (const words of lengths) {
    const post = { title: 'Long', excerpt: 'Short', category: 'Innovation', tags: [], is_published: false };
    const { post: stored } = (await api('POST', '/api/admin/blog-posts', {
      ...post,
      content: textOf(words),
    })) as { post: { id: number } };
    const page = await openScreen(browser, server, `/admin/blog-posts/${stored.id}/edit`);
    await page.getByLabel('Content').waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const { median, most, rest } = await type(page, session, words === 5000 ? profile : undefined);
    console.log(
      `${words} words: a key ${median.toFixed(1)} ms, 95 of 100 below ${most.toFixed(1)} ms, the rest after typing ${rest.toFixed(0)} ms`,
    );
    await page.context().close();
  }
  await browser.close();
  await server.end('SIGTERM');
  await removeData(server);
}

function measureCleaning(length: number): void {
  const figures = Object.entries(hostileTexts).map(([name, make]) => {
    const html = make(length);
    const times = Array.from({ length: rounds }, () => {
      const began = process.cpuUsage();
      cleanHtml(html);
      const { user, system } = process.cpuUsage(began);
      return (user + system) / 1000;
    });
    return { name, first: times[0] ?? Number.NaN, median: atShare(times, 0.5) };
  });
  const worst = figures.toSorted((one, other) => other.first - one.first).slice(0, 3);
  const told = worst.map(
    ({ name, first, median }) => `${name} ${first.toFixed(0)}, then ${median.toFixed(0)}`,
  );
  console.log(`${length} characters of ${figures.length} hostile kinds, ms: ${told.join('; ')}`);
}

for (const length of characters) measureCleaning(length);
await measureTyping(profile);
