import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import type { TestContext } from 'vitest';
import { createActionCounter } from './action-counter.ts';
import { overflowOf } from './page-checks.ts';

export type Person = ReturnType<typeof createActionCounter>;

/** What a step of a day took a person. `screens` counts the addresses of the panel or site that were left. */
export interface DayStep {
  title: string;
  clicks: number;
  fields: number;
  keys: number;
  screens: number;
}

export interface Day {
  name: string;
  steps: DayStep[];
}

declare module 'vitest' {
  interface TaskMeta {
    /** What the day of a test took, for `docs/records/days.md`. */
    day?: Day;
  }
}

const folder = process.env.DAY_PICTURES;

/**
 * Returns a function that runs one step of a day after another and counts what each took. After each step, it fails if
 * the page is wider than the window, and writes a picture into the folder `DAY_PICTURES` if that is set.
 */
export function createDay({ task }: Pick<TestContext, 'task'>, name: string) {
  const steps: DayStep[] = [];
  task.meta.day = { name, steps };
  return async (page: Page, title: string, act: (person: Person) => Promise<unknown>): Promise<void> => {
    const person = createActionCounter(page);
    const paths = [new URL(page.url()).pathname];
    const note = (frame: Frame) => {
      const { pathname } = new URL(frame.url());
      if (frame === page.mainFrame() && paths.at(-1) !== pathname) paths.push(pathname);
    };
    page.on('framenavigated', note);
    try {
      await act(person);
    } finally {
      page.off('framenavigated', note);
      await takePicture(page, `${name} ${String(steps.length + 1).padStart(2, '0')} ${title}`);
    }
    const { clicks, fields, letters } = person.counts;
    steps.push({
      title,
      clicks,
      fields,
      keys: letters,
      screens: paths.length - 1,
    });
    const overflow = await overflowOf(page);
    if (overflow > 0) throw new Error(`${title}: the page is ${overflow} px wider than the window`);
  };
}

async function takePicture(page: Page, title: string): Promise<void> {
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  const file = title.toLowerCase().replaceAll(/[^\p{L}\d]+/gu, '-');
  await page.waitForFunction(() => !document.querySelector('[class*="Skeleton-root"]'));
  await page.screenshot({ path: join(folder, `${file}.png`) });
}
