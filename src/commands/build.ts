import { build } from 'vite';
import { markBuilt } from './build-stamp.ts';

/** Builds the browser's files, and the bundle that renders public pages on the server. */
export async function buildClient(): Promise<void> {
  await build({ logLevel: 'warn' });
  await build({
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      outDir: 'dist/server',
      manifest: false,
      rollupOptions: { input: 'client/entry-server.tsx' },
    },
  });
  await markBuilt();
}

if (import.meta.main) await buildClient();
