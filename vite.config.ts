import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  publicDir: 'client/public',
  // The script that staff load on public pages is built like a worker, and imported as a module.
  worker: { format: 'es' },
  build: {
    outDir: 'dist/client',
    // Small files inline would need `data:` in the policy of scripts and fonts.
    assetsInlineLimit: 0,
  },
  test: {
    // Some tests start servers and browsers of their own, on two cores beside each other.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The runner would leave one of two cores idle, while most of a test is waiting for a server or a browser.
    maxWorkers: 2,
    globalSetup: ['tests/support/setup-databases.ts', 'tests/support/setup-client.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['tests/server/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'client',
          environment: 'jsdom',
          include: ['tests/client/**/*.test.tsx'],
          // Files share the loaded modules: loading them took as long as the tests themselves.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'browser', environment: 'node', include: ['tests/browser/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'assure',
          environment: 'node',
          include: ['tests/assure/**/*.test.ts'],
          testTimeout: 900_000,
        },
      },
    ],
  },
});
