import { globSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Plugin } from 'vite';

const folder = 'dist/program';
/** Not bundled: packages with native parts, and those larger than all others together. */
const apart = [
  'better-sqlite3',
  'sharp',
  '@node-rs/argon2',
  '@aws-sdk/client-s3',
  'piscina',
  'pg-native',
  'vite',
];

/** Node keeps all code of the server in memory. */
export const outputOptions = {
  // One character outside ASCII would make Node store every character of a file in two bytes.
  charset: 'ascii',
  comments: false,
  // Names stay, so that stacks in the log are readable.
  minify: { compress: false, mangle: false, codegen: true },
} as const;

/** All exports but those that Node loads when read. */
export const httpNames = Object.entries(
  Object.getOwnPropertyDescriptors(process.getBuiltinModule('node:http')),
).flatMap(([name, { get }]) => (get ? [] : [name]));

/** An import reads every export of a module of Node, and one here loads the whole client behind `fetch`. */
const withoutFetch: Plugin = {
  name: 'http-without-fetch',
  enforce: 'pre',
  resolveId: (id, _importer, { kind }) => {
    return id === 'node:http' && kind === 'import-statement' ? '\0http' : null;
  },
  load: (id) => {
    if (id !== '\0http') return null;
    const names = httpNames.join(', ');
    return `const http = process.getBuiltinModule('node:http'); export const { ${names} } = http; export default http;`;
  },
};

/** A few files load faster than a thousand. Source maps make stacks in the log name source lines. */
export async function buildServer(): Promise<void> {
  const { build } = await import('vite');
  const workers = globSync('src/**/*-worker.ts').map((path) => [basename(path, '.ts'), path]);
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [withoutFetch],
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
          sourcemapExcludeSources: true,
          chunkFileNames: '[name]-[hash].js',
          ...outputOptions,
        },
      },
    },
  });
  // The bundled program loads the font and the scenes of share cards from these folders beside it.
  await cp('src/pictures/processing/fonts', `${folder}/fonts`, { recursive: true });
  await cp('src/http/drawings/scenes', `${folder}/scenes`, { recursive: true });
}
