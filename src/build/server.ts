import { globSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { basename } from 'node:path';

const folder = 'dist/program';
/** Packages with compiled parts, or larger than everything else together, stay where npm put them. */
const apart = [
  'better-sqlite3',
  'sharp',
  '@node-rs/argon2',
  '@aws-sdk/client-s3',
  'piscina',
  'pg-native',
  'vite',
];

/**
 * Bundles the server, which starts faster from a few files than from a thousand, and beside it the programs that it runs in threads and
 * processes. Source maps let a stack in the log name the source's file and line.
 */
export async function buildServer(): Promise<void> {
  const { build } = await import('vite');
  const workers = globSync('src/**/*-worker.ts').map((path) => [basename(path, '.ts'), path]);
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true, external: apart },
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      sourcemap: true,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input: { serve: 'src/commands/serve.ts', ...Object.fromEntries(workers) },
        output: {
          entryFileNames: '[name].js',
          // The files and lines are enough for a stack.
          sourcemapExcludeSources: true,
          // One flat folder: a program lies beside the file that starts it.
          chunkFileNames: '[name]-[hash].js',
          // Names stay, so that a stack in the log can be read.
          minify: { compress: false, mangle: false, codegen: true },
        },
      },
    },
  });
  // What draws share cards finds its typeface beside its own file.
  await cp('src/workers/fonts', `${folder}/fonts`, { recursive: true });
}
