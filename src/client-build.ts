import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** What a browser loads: on the public site, in the panel, and for the reference of the REST rows; each with the name of its list of files. */
const entries = {
  'entry-browser': ['entry-begin.ts', 'entry-browser.tsx'],
  'entry-admin': ['entry-admin.tsx'],
  'entry-api-docs': ['entry-api-docs.ts'],
};

/** Builds the browser's files, and the bundle that renders public pages on the server. */
export async function buildClient(): Promise<void> {
  // Loaded only now: the builder is far larger than the server.
  const { build } = await import('vite');
  // Built apart: files that visitors and staff shared would carry what only the panel uses of the libraries.
  for (const [place, [name, files]] of Object.entries(entries).entries()) {
    await build({
      logLevel: 'warn',
      build: {
        emptyOutDir: place === 0,
        manifest: `.vite/${name}.json`,
        // The reference of the REST rows is one large library; what visitors and staff load is held by tests.
        chunkSizeWarningLimit: 2000,
        rollupOptions: { input: files.map((file) => `client/${file}`) },
      },
    });
  }
  await build({
    logLevel: 'warn',
    publicDir: false,
    plugins: [plainLinks],
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
  await compressAssets('dist/client/assets');
}

/** Lets what is rendered on the server have a lighter link than the router's. */
const plainLinks: Plugin = {
  name: 'plain-links',
  enforce: 'pre',
  transform: {
    filter: { id: /\/client\/site\/.*\.tsx$/ },
    handler: (code) =>
      code.replace(/import \{ Link(?:, ([^}]+))? \} from 'react-router-dom';/, (_, others?: string) =>
        [
          `import { Link } from '${resolve('client/lib/plain-link.tsx')}';`,
          ...(others ? [`import { ${others} } from 'react-router-dom';`] : []),
        ].join(' '),
      ),
  },
};

const isText = /\.(?:js|css|svg|json)$/;
/** A smaller file fits into the first packet as it is. */
const minBytes = 1024;

/** Puts the packed twins beside each file that gets smaller by it: made once, as small as they can be. */
async function compressAssets(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => isText.test(name));
  await Promise.all(names.map((name) => compressFile(join(folder, name))));
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < minBytes) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }));
}
