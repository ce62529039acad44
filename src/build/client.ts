import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export const entries = ['entry-site.ts', 'entry-admin.tsx', 'entry-api-docs.ts'];
const clientFolder = 'dist/client';
const rendererFolder = 'dist/server';
const paper = '#fbfaf6';

/** One request for what several screens share. What one screen alone shows, such as the editor, stays with it. */
const panelChunks = [
  { name: 'vendor', test: /node_modules/, tags: ['$initial' as const], priority: 5 },
  { name: 'entry', tags: ['$initial' as const], priority: 4 },
  { name: 'panel-vendor', test: /node_modules/, minShareCount: 2, priority: 2 },
  {
    name: 'panel',
    test: /[\\/](client[\\/](api|session|shared|admin[\\/](core|components|fields|list|form|resource|shell|app))[\\/](?!command-palette|use-commands|shortcuts-modal)|src[\\/](?!shared[\\/]writing))/,
    priority: 1,
  },
];

export async function buildClient(): Promise<void> {
  // Loaded on demand: the builder is far larger than the server.
  const { build } = await import('vite');
  // Separate builds: in a shared one, visitors would load parts of libraries that only the panel uses.
  for (const [index, file] of entries.entries()) {
    await build({
      logLevel: 'warn',
      build: {
        emptyOutDir: index === 0,
        manifest: `.vite/${parse(file).name}.json`,
        // The API reference is one large library. Tests limit what visitors and staff load.
        chunkSizeWarningLimit: 2000,
        rollupOptions: {
          input: `client/${file}`,
          checks: { bundlerTimings: false },
          ...(file === 'entry-admin.tsx' && { output: { codeSplitting: { groups: panelChunks } } }),
        },
      },
    });
  }
  await build({
    logLevel: 'warn',
    publicDir: false,
    // One file with all dependencies loads faster, and excludes React's development build whatever NODE_ENV is.
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: rendererFolder,
      manifest: '.vite/entry-server.json',
      // The components of public pages import their styles and pictures.
      ssrEmitAssets: true,
      cssMinify: true,
      rollupOptions: { input: 'client/entry-server.tsx', checks: { bundlerTimings: false } },
    },
  });
  await moveAssets();
  await makeIcons(clientFolder);
  await compressAssets(join(clientFolder, 'assets'));
}

async function moveAssets(): Promise<void> {
  for (const folder of ['assets', '.vite']) {
    await cp(join(rendererFolder, folder), join(clientFolder, folder), { recursive: true });
    await rm(join(rendererFolder, folder), { recursive: true });
  }
}

/** Renders the logo for clients that do not read SVG. Small icons are transparent; large ones have a margin. */
export async function makeIcons(folder: string): Promise<void> {
  const { default: sharp } = await import('sharp');
  const mark = await readFile('client/public/favicon.svg');
  await writeFile(join(folder, 'favicon.svg'), mark);
  const draw = (size: number) =>
    sharp(mark, { density: size * 2 })
      .resize(size, size)
      .png();
  await writeFile(join(folder, 'favicon.ico'), toIcon(32, await draw(32).toBuffer()));
  const large = { 'apple-touch-icon': 180, 'icon-192': 192, 'icon-512': 512 };
  for (const [name, size] of Object.entries(large)) {
    const edge = Math.round(size / 6);
    const inner = await draw(size - 2 * edge).toBuffer();
    await sharp(inner)
      .extend({ top: edge, bottom: edge, left: edge, right: edge, background: paper })
      .flatten({ background: paper })
      .png()
      .toFile(join(folder, `${name}.png`));
  }
}

function toIcon(size: number, png: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

const isText = /\.(?:js|css|svg|json)$/;
const minBytes = 1024;

/** Smaller files fit into the first packet uncompressed. */
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
