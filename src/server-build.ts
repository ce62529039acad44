import { cp } from 'node:fs/promises';
import http from 'node:http';
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';

const folder = 'dist/program';
/** Packages with compiled parts, or larger than everything else together, stay where npm put them. */
const apart = ['better-sqlite3', 'sharp', '@node-rs/argon2', '@aws-sdk/client-s3', 'pg-native', 'vite'];

/**
 * Bundles the server and all that it begins with: it starts faster from a few files than from a thousand, and the processes it starts are
 * bundled beside it.
 */
export async function buildServer(): Promise<void> {
  const { build } = await import('vite');
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [ownProcesses(), plainHttp(), inAscii()],
    ssr: { noExternal: true, external: apart },
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      rolldownOptions: {
        input: { serve: 'src/commands/serve.ts' },
        output: {
          entryFileNames: '[name].js',
          // One flat folder: what stands beside a file stands beside its bundle too.
          chunkFileNames: '[name]-[hash].js',
          // Names stay, so that a stack in the log can be read.
          minify: { compress: false, mangle: false, codegen: true },
        },
      },
    },
  });
  // What draws share cards finds its typeface beside its own file.
  await cp('src/media/fonts', `${folder}/fonts`, { recursive: true });
}

/** A process of ours is named by its source, beside the one that starts it; it is bundled, and named by its bundle. */
function ownProcesses(): Plugin {
  return {
    name: 'own-processes',
    transform(code, id) {
      return code.replaceAll(/new URL\((['"])\.\/([\w-]+)\.ts\1, import\.meta\.url\)/g, (_, _quote, name) => {
        this.emitFile({ type: 'chunk', id: resolve(dirname(id), `${name}.ts`), fileName: `${name}.js` });
        return `new URL('./${name}.js', import.meta.url)`;
      });
    },
  };
}

/**
 * Who imports `node:http` as a module has Node read all that it gives, among it what is only loaded when it is asked for: a whole second
 * client, which no visitor needs. Taken from the process, it stays unloaded until somebody fetches.
 */
function plainHttp(): Plugin {
  const id = '\0plain-http';
  const given = Object.entries(Object.getOwnPropertyDescriptors(http))
    .filter(([, property]) => 'value' in property)
    .map(([name]) => name);
  return {
    name: 'plain-http',
    enforce: 'pre',
    resolveId: (source, _importer, { kind }) =>
      /^(node:)?http$/.test(source) && kind === 'import-statement' ? id : undefined,
    load: (asked) =>
      asked === id
        ? `const http = process.getBuiltinModule('node:http');\nexport default http;\nexport const { ${given.join(', ')} } = http;`
        : undefined,
  };
}

/** One sign beyond Latin-1 makes V8 hold the whole file in two bytes a sign. */
function inAscii(): Plugin {
  return {
    name: 'in-ascii',
    generateBundle: (_options, bundle) => {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk') chunk.code = chunk.code.replaceAll(/[\u0080-\uffff]/g, escaped);
      }
    },
  };
}

function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
