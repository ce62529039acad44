import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const stamp = 'dist/built';
const sources = ['client', 'src', 'package-lock.json', 'vite.config.ts'];

/** Whether the built client is missing or older than anything it is made from. */
export async function isBuildStale(): Promise<boolean> {
  const built = await stat(stamp).catch(() => undefined);
  if (!built) return true;
  const times = await Promise.all(sources.map(newestChange));
  return Math.max(...times) > built.mtimeMs;
}

/** Builds the browser's files, and the bundle that renders public pages on the server. */
export async function buildClient(): Promise<void> {
  // Loaded only now: the builder is far larger than the server.
  const { build } = await import('vite');
  // Built apart: files that visitors and staff shared would carry what only the panel uses of the libraries.
  for (const [place, entry] of ['entry-browser', 'entry-admin'].entries()) {
    await build({
      logLevel: 'warn',
      build: {
        emptyOutDir: place === 0,
        manifest: `.vite/${entry}.json`,
        rollupOptions: { input: `client/${entry}.tsx` },
      },
    });
  }
  await build({
    logLevel: 'warn',
    publicDir: false,
    // One file with everything inside: it loads faster, and React's development build stays out whatever NODE_ENV is.
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: 'dist/server',
      manifest: false,
      rollupOptions: { input: 'client/entry-server.tsx' },
    },
  });
  await writeFile(stamp, '');
}

async function newestChange(path: string): Promise<number> {
  const facts = await stat(path);
  if (!facts.isDirectory()) return facts.mtimeMs;
  const entries = await readdir(path, { recursive: true });
  const times = await Promise.all(entries.map(async (entry) => (await stat(join(path, entry))).mtimeMs));
  return Math.max(facts.mtimeMs, ...times);
}
