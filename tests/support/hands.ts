import type { Locator, Page } from 'playwright-core';

/** Counts the actions of a person: clicks, fields and letters. */
export function countedHands(page: Page) {
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
    /** Types text at the caret. */
    type: async (text: string) => {
      counts.letters += text.length;
      await page.keyboard.insertText(text);
    },
    /** Presses a key or a shortcut. */
    key: async (name: string) => {
      counts.letters += 1;
      await page.keyboard.press(name);
    },
    /** Replaces a paragraph of an editor. Without a text, deletes it. */
    rewrite: async (paragraph: Locator, text = '') => {
      counts.clicks += 1;
      counts.letters += text.length;
      await paragraph.click({ clickCount: 3 });
      if (text) await page.keyboard.insertText(text);
      else await page.keyboard.press('Backspace');
    },
  };
}

/** The assumed times: two seconds to find and click a button, three to find a field, and three letters a second. */
export const minutesOf = ({ clicks, fields, letters }: ReturnType<typeof countedHands>['counts']) =>
  (clicks * 2 + fields * 3 + letters / 3) / 60;
