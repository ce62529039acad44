import type { Page } from 'playwright-core';
import { isShortForm } from './test-form.ts';
import { expectAccessible } from './real-browser.ts';

const themes = ['light', 'dark'] as const;

export interface WidthAndTheme {
  width: number;
  colorScheme: 'light' | 'dark';
}

/**
 * Calls `check` for a loaded page at each width in both themes. Loading the page for each combination would take
 * several times as long. Few rules depend on the theme. If there are several widths, the short form therefore
 * alternates the themes.
 */
export async function atEachWidthAndTheme(
  page: Page,
  widths: readonly number[],
  check: (look: WidthAndTheme) => Promise<void>,
): Promise<void> {
  for (const [at, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 900 });
    const isAlternated = isShortForm && widths.length > 1;
    for (const colorScheme of isAlternated ? [themes[at % 2]!] : themes) {
      await page.emulateMedia({ colorScheme });
      await check({ width, colorScheme });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/**
 * Fails when axe finds a problem. In the dark theme, only the rules about colours are checked, because the
 * theme changes nothing else.
 */
export function expectAccessibleAt(page: Page, { colorScheme }: WidthAndTheme): Promise<void> {
  return expectAccessible(
    page,
    colorScheme === 'dark' ? ['color-contrast', 'link-in-text-block'] : undefined,
  );
}

/** Returns how many pixels of the page are beyond the right edge of the window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

export async function findSkippedHeadings(page: Page): Promise<string[]> {
  const headings = await page
    .locator('h1, h2, h3, h4, h5, h6')
    .evaluateAll((all) =>
      all.map(({ tagName, textContent }) => ({ level: Number(tagName[1]), textContent })),
    );
  return headings.flatMap(({ level, textContent }, place) =>
    level > (headings[place - 1]?.level ?? 0) + 1 ? [`${textContent}`] : [],
  );
}

/**
 * Runs in the page. Returns the HTML of controls that are narrower or lower than 44 pixels. A link that covers a whole
 * card counts with the size of the card.
 */
export function findSmallTargets(): string[] {
  const least = 44;
  const inText = 'p a:not(.button, .chip, .onward, .contact-large), .prose a, address a:not(.contact-large)';
  const all = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input:not([type=hidden]), select'),
  ];
  return all
    .filter((target) => target.checkVisibility() && !target.matches(inText))
    .filter((target) => !target.closest('.skip-link, .site-form-trap, dialog:not([open])'))
    .map((target) => target.closest<HTMLElement>('.whole-link, .search-row') ?? target)
    .filter((target) => {
      const { width, height } = target.getBoundingClientRect();
      return Math.round(Math.min(width, height)) < least;
    })
    .map((target) => target.outerHTML.slice(0, 120));
}
