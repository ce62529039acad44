import { launchChromium } from './chromium.ts';
const base = 'http://localhost:4310';
const want = process.argv.slice(2);
const pages: Record<string, string> = {
  full: '/portfolio/15',
  empty: '/portfolio/1',
  home: '/',
  services: '/services',
  portfolio: '/portfolio',
};
const browser = await launchChromium();
for (const name of want.length ? want[0]!.split(',') : Object.keys(pages))
  for (const width of (want[1] ?? '1440,390').split(',').map(Number))
    for (const colorScheme of (want[2] ?? 'light,dark').split(',') as ('light' | 'dark')[]) {
      const c = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme,
        reducedMotion: 'reduce',
      });
      const p = await c.newPage();
      await p.goto(base + (pages[name] ?? name));
      const h = await p.evaluate(() => document.documentElement.scrollHeight);
      for (let y = 0; y < h; y += 700) {
        await p.evaluate((y) => scrollTo(0, y), y);
        await p.waitForTimeout(60);
      }
      await p.evaluate(() => scrollTo(0, 0));
      await p.waitForTimeout(200);
      await p.screenshot({
        path: `/tmp/c/${name.replaceAll('/', '_')}-${width}-${colorScheme}.png`,
        fullPage: true,
      });
      console.log(name, width, colorScheme, h, await p.evaluate(() => document.documentElement.scrollWidth));
      await c.close();
    }
await browser.close();
