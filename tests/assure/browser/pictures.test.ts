import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { publicPages } from '../../support/public-pages.ts';

const { server, browser } = useBrowserSite('starter');

test('no picture of the site is wider than its page tells the browser', async () => {
  const page = await browser.visit(server.url, { viewport: { width: 390, height: 900 } });
  for (const [name, path] of Object.entries(await publicPages(server))) {
    await page.goto(server.url + path);
    for (const width of [390, 720, 1100, 1440, 2200]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(findTooNarrowSizes), `${name} at ${width} px`).toEqual([]);
    }
  }
});

/** Pictures that are shown more than a tenth wider than the length that `sizes` names for the present window. */
function findTooNarrowSizes(): string[] {
  return [...document.querySelectorAll('picture')].flatMap((picture) => {
    const sizes = picture.querySelector('source')?.sizes;
    const shown = picture.querySelector('img')!;
    if (!sizes) return [];
    const choices = sizes.split(/,\s*(?![^(]*\))/).map((choice) => {
      const [, media, length] = /^(\([^)]*\))?\s*(.+)$/.exec(choice.trim())!;
      return { media, length: length! };
    });
    const { length } = choices.find(({ media }) => !media || matchMedia(media).matches)!;
    const ruler = document.body.appendChild(document.createElement('div'));
    ruler.style.cssText = `position: fixed; width: ${length}`;
    const declared = ruler.offsetWidth;
    ruler.remove();
    const width = Math.round(shown.getBoundingClientRect().width);
    return width > declared * 1.1 ? [`${shown.src}: ${width} px, ${length} is ${declared} px`] : [];
  });
}
