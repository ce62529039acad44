import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { iconPlugin } from './src/build/icon-plugin.ts';
import { relatedTests } from './tests/related-tests.ts';

/** How long a test waits for what has to happen. A limit only ends a failed wait, so no test needs its own. */
const patienceMs = 15_000;

/** These tests run on SQLite and PostgreSQL, because they are about the SQL that differs or about locks. */
const aboutSql = 'tests/server/**/*.both.test.ts';

/** Screens in a real browser, and rules about faults and load, that `npm test` has no time for. */
const longerChecks = 'tests/assure/{browser,server}/*.test.ts';

/** Whoever names files gets the others too, and so do the recorder of evidence and the trial of mutants. */
const isWholeGate =
  process.argv[1]?.endsWith('vitest.mjs') && !process.argv.some((word) => /^(\.\/)?tests\//.test(word));
const leftOut = isWholeGate ? [...relatedTests] : [];

export default defineConfig({
  plugins: [react(), iconPlugin()],
  publicDir: 'client/public',
  // The editing script for staff on public pages is built like a worker and imported as a module.
  worker: { format: 'es' },
  build: {
    outDir: 'dist/client',
    // Inlining small files would require `data:` in the security policy for scripts and fonts.
    assetsInlineLimit: 0,
  },
  test: {
    // Some tests start their own servers and browsers, and two files run at once.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: patienceMs, interval: 20 } },
    env: { PATIENCE_MS: String(patienceMs) },
    setupFiles: [
      'tests/support/setup-test-file.ts',
      ...(process.env.TEST_EVIDENCE ? ['tests/evidence/record-file.ts'] : []),
    ],
    // A test that fails must not leave a spy or a replaced global to the next one.
    restoreMocks: true,
    unstubGlobals: true,
    // The default would leave one of two cores idle. A third worker only slows down the other two.
    maxWorkers: 2,
    // With the default, a tenth of the time of the panel's tests went into collecting short-lived objects.
    execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=64'],
    // Files in one worker share the loaded modules: loading them again took as long as the tests of the panel.
    isolate: false,
    globalSetup: [
      'tests/support/setup-test-packages.ts',
      'tests/support/setup-temporary-folder.ts',
      'tests/support/setup-sqlite.ts',
      'tests/support/setup-build.ts',
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['tests/server/**/*.test.ts'],
          exclude: [aboutSql, ...leftOut],
          provide: { databaseKinds: ['sqlite'] },
        },
      },
      {
        extends: true,
        test: {
          name: 'both',
          environment: 'node',
          include: [aboutSql],
          exclude: leftOut,
          globalSetup: ['tests/support/setup-postgresql.ts'],
          provide: { databaseKinds: ['sqlite', 'postgresql'] },
        },
      },
      // Everything on both databases and in its full form, for `npm run assure`.
      {
        extends: true,
        test: {
          name: 'full',
          environment: 'node',
          include: [
            'tests/server/**/*.test.ts',
            'tests/browser/**/*.test.ts',
            longerChecks,
            // These have a full form, and name their environment themselves.
            'tests/client/{blog-form,caret,commands,delete-dialogs,failed-screens,inbox-desk,inbox-reply}.test.tsx',
            'tests/client/{live,password-hint,pictures,portfolio,resources,settings,undo,webhooks}.test.tsx',
          ],
          globalSetup: ['tests/support/setup-postgresql.ts'],
          provide: { databaseKinds: ['sqlite', 'postgresql'] },
          testTimeout: 900_000,
        },
      },
      {
        extends: true,
        // The runtime that `setup-elements.ts` loads.
        oxc: { jsx: { development: false } },
        test: {
          name: 'client',
          environment: 'jsdom',
          setupFiles: ['tests/support/setup-elements.ts'],
          include: ['tests/client/**/*.test.tsx'],
          exclude: leftOut,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'node',
          include: ['tests/browser/**/*.test.ts'],
          exclude: leftOut,
        },
      },
      {
        extends: true,
        test: {
          name: 'assure',
          environment: 'node',
          include: ['tests/assure/**/*.test.ts'],
          exclude: [longerChecks],
          globalSetup: ['tests/support/setup-postgresql.ts'],
          provide: { databaseKinds: ['sqlite', 'postgresql'] },
          testTimeout: 900_000,
        },
      },
    ],
  },
});
