import type { Locator, Page } from 'playwright-core';

/**
 * Returns functions that act on a page as a person would, and that count the clicks, the fields and the
 * letters.
 */
export function createActionCounter(page: Page) {
  const counts = { clicks: 0, fields: 0, letters: 0 };
  const click = async (what: Locator) => {
    counts.clicks += 1;
    await what.click();
  };
  const fill = async (field: Locator, text: string) => {
    counts.fields += 1;
    counts.letters += text.length;
    await field.fill(text);
  };
  return {
    counts,
    click,
    fill,
    press: (name: string, role: 'button' | 'link' | 'checkbox' = 'button', inside: Page | Locator = page) =>
      click(inside.getByRole(role, { name, exact: true })),
    write: (label: string, text: string, inside: Page | Locator = page) =>
      fill(inside.getByRole('textbox', { name: label, exact: true }), text),
    choose: async (field: Locator, option: string) => {
      counts.fields += 1;
      await field.selectOption(option);
    },
    /** Types text at the caret. Counts the letters, but no click and no field. */
    type: async (text: string) => {
      counts.letters += text.length;
      await page.keyboard.insertText(text);
    },
    /** Presses a key or a shortcut, which counts as one letter. */
    key: async (name: string) => {
      counts.letters += 1;
      await page.keyboard.press(name);
    },
    /** Replaces the text of a paragraph in an editor. If `text` is empty or absent, only deletes the old text. */
    rewrite: async (paragraph: Locator, text = '') => {
      counts.clicks += 1;
      counts.letters += text.length;
      await paragraph.click({ clickCount: 3 });
      if (text) await page.keyboard.insertText(text);
      else await page.keyboard.press('Backspace');
    },
  };
}

/**
 * Returns how many minutes a person would need for these actions. Finding and clicking a button takes two
 * seconds, finding a field takes three seconds, and a letter takes a third of a second.
 */
export const estimateMinutes = ({
  clicks,
  fields,
  letters,
}: ReturnType<typeof createActionCounter>['counts']) => (clicks * 2 + fields * 3 + letters / 3) / 60;
