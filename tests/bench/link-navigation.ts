import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { launchChromium } from '../support/chromium.ts';
import { findFreePort } from '../support/free-port.ts';
import { type BrowserTab, openTab } from './browser-tab.ts';

// Measures the time from pressing a menu link until the next page is shown, with and without hovering first.
// `node src/launch.js tests/bench/link-navigation.ts http://127.0.0.1:3000 …` compares running servers in turns.

const roundTrips = [0, 150, 400];
const links = ['About', 'Services', 'Portfolio', 'Team', 'Blog', 'Careers'];
const restMs = 1200;
const hoverMs = 400;
/**
 * How long the mouse button is pressed. Browsers navigate to a page that is not prerendered when the button
 * is released.
 */
const pressMs = 80;

/** Starts a proxy that delays the bytes in each direction by half of the round trip. */
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

/**
 * Browser code that records the time of the press, and the time at which a new heading in the current
 * document is painted.
 */
const watch = `(() => {
  addEventListener('pointerdown', () => sessionStorage.setItem('pressed', performance.timeOrigin + performance.now()), true);
  const before = document.querySelector('h1').textContent;
  new MutationObserver(() => {
    const heading = document.querySelector('h1');
    if (heading && heading.textContent !== before) heading.setAttribute('elementtiming', 'next');
  }).observe(document.body, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    const next = list.getEntries().find(({ identifier }) => identifier === 'next');
    if (next) sessionStorage.setItem('shown', performance.timeOrigin + next.startTime);
  }).observe({ type: 'element', buffered: true });
})()`;

/** Browser code that returns the milliseconds between the press and the paint of the next page. */
const read = `(() => {
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  const shown = Number(sessionStorage.getItem('shown')) || performance.timeOrigin + paint.startTime;
  return location.pathname === '/' ? NaN : shown - Number(sessionStorage.getItem('pressed'));
})()`;

async function measure(tab: BrowserTab, url: string, name: string, isHovered: boolean, roundTrip: number) {
  const rest = restMs + 4 * roundTrip;
  await tab.open(`${url}/`);
  await wait(rest);
  const { x, y } = await tab.evaluate<DOMRect>(`(() => {
    const link = [...document.querySelectorAll('.site-nav a')].find((each) => each.textContent === '${name}');
    const { x, y, width, height } = link.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  })()`);
  await tab.evaluate(watch);
  if (isHovered) {
    await tab.move(x, y);
    await wait(hoverMs);
  }
  await tab.press(x, y, pressMs);
  await wait(rest);
  return tab.evaluate<number>(read);
}

const median = (times: number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

const port = await findFreePort();
const browser = await launchChromium([`--remote-debugging-port=${port}`, '--window-size=1440,900']);
for (const roundTrip of roundTrips) {
  for (const isHovered of [false, true]) {
    const times = new Map<string, number[]>(process.argv.slice(2).map((target) => [target, []]));
    for (const name of links) {
      for (const [target, taken] of times) {
        const line = await openLine(new URL(target), roundTrip);
        const tab = await openTab(port);
        taken.push(await measure(tab, line.url, name, isHovered, roundTrip));
        await tab.close();
        line.close();
      }
    }
    const medians = [...times].map(([target, taken]) => `${target} ${Math.round(median(taken))} ms`);
    console.log(`${roundTrip} ms, ${isHovered ? 'with' : 'without'} hover: ${medians.join(', ')}`);
  }
}
await browser.close();
