import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { AppDependencies } from '../../src/app.ts';
import type { Clock } from './clock.ts';
import type { DatabaseKind } from './database.ts';
import { type RestoreRows, takeSnapshot } from './database-snapshot.ts';
import { type TestApp, testApp } from './test-app.ts';

interface SiteOptions {
  on?: DatabaseKind;
  /** The clock of the server, which is reset before each test. */
  clock?: Clock;
  /** The parts of the app that differ from those of other tests. */
  parts?: Partial<AppDependencies> | (() => Promise<Partial<AppDependencies>>);
  /** Creates the rows and files with which each test starts. */
  fill?: (site: TestApp) => Promise<unknown>;
}

/**
 * Provides one server for the tests of a file or a `describe`. Each test finds the rows and files that `fill`
 * has created, and nothing from other tests, in whatever order the tests run.
 */
export function useSite({ on = 'sqlite', clock, parts = {}, fill }: SiteOptions = {}): TestApp {
  const site = {} as TestApp;
  let restoreRows: RestoreRows;
  let restoreFiles: () => Promise<void>;
  let isUsed = false;
  beforeAll(async () => {
    const given = typeof parts === 'function' ? await parts() : parts;
    Object.assign(site, await testApp(on, clock ? { clock: clock.now, ...given } : given));
    await fill?.(site);
    restoreFiles = await site.keepFiles();
    restoreRows = await takeSnapshot(site.database, site.work);
  });
  beforeEach(async () => {
    clock?.reset();
    if (isUsed) {
      await site.settled();
      await Promise.all([restoreRows(), restoreFiles()]);
      site.forget();
    }
    isUsed = true;
  });
  afterAll(() => site.close());
  return site;
}
