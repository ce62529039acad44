import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';

// How long a press of a link of the top bar takes until the next page is painted, on lines of several round trips, with the pointer on the
// link before and without: `node src/launch.js tests/bench/clicks.ts http://127.0.0.1:3000 …` compares servers that run already, in turns.

const roundTrips = [0, 150, 400];
const links = ['About', 'Services', 'Portfolio', 'Team', 'Blog', 'Careers'];
const restMs = 1500;
const hoverMs = 400;

/** A line to a server on which each direction takes half of a round trip. */
async function openLine(target: URL, roundTripMs: number): Promise<{ url: string; close(): void }> {
  const carry = (from: Socket, to: Socket) => {
    from.on('data', (bytes) => setTimeout(() => to.writable && to.write(bytes), roundTripMs / 2));
    from.on('close', () => setTimeout(() => to.destroy(), roundTripMs / 2));
    from.on('error', () => to.destroy());
  };
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    carry(near, far);
    carry(far, near);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the line has no port');
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

/** Milliseconds from the press to the frame that shows another first heading, in this document or in the next. */
async function measure(page: Page, url: string, name: string, isHovered: boolean): Promise<number> {
  await page.goto(url);
  await page.waitForTimeout(restMs);
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
  if (isHovered) {
    await link.hover();
    await page.waitForTimeout(hoverMs);
  }
  await page.evaluate(() => {
    addEventListener('pointerdown', () => sessionStorage.setItem('pressed', String(Date.now())), true);
    const before = document.querySelector('h1')?.textContent;
    const look = () => {
      if (document.querySelector('h1')?.textContent === before) requestAnimationFrame(look);
      else requestAnimationFrame(() => sessionStorage.setItem('painted', String(Date.now())));
    };
    look();
  });
  await link.click({ noWaitAfter: true });
  await page.waitForURL((address) => address.pathname !== '/');
  await page.waitForTimeout(restMs);
  return page.evaluate(() => {
    const pressed = Number(sessionStorage.getItem('pressed'));
    const painted = Number(sessionStorage.getItem('painted'));
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return (painted || performance.timeOrigin + (paint?.startTime ?? Number.NaN)) - pressed;
  });
}

async function medianOf(browser: Browser, url: string, isHovered: boolean): Promise<number> {
  const times: number[] = [];
  for (const name of links) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    times.push(await measure(await context.newPage(), url, name, isHovered));
    await context.close();
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

const browser = await launchChromium();
for (const roundTrip of roundTrips) {
  for (const isHovered of [false, true]) {
    const medians: string[] = [];
    for (const target of process.argv.slice(2)) {
      const line = await openLine(new URL(target), roundTrip);
      medians.push(`${target} ${Math.round(await medianOf(browser, line.url, isHovered))} ms`);
      line.close();
    }
    console.log(`${roundTrip} ms, ${isHovered ? 'with' : 'without'} hover: ${medians.join(', ')}`);
  }
}
await browser.close();
