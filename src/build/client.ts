import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The scripts that a browser loads: on the public site, in the panel, and for the reference of the REST rows. */
const entries = ['entry-site.ts', 'entry-admin.tsx', 'entry-api-docs.ts'];
const clientFolder = 'dist/client';
const rendererFolder = 'dist/server';
/** The ground of the light theme. */
const paper = '#fbfaf6';

/**
 * The panel's chunks: one request for what several screens share, instead of one for each file. The sign-in page loads the first two. What
 * one screen alone shows, such as the editor and the chart, stays with it.
 */
const panelChunks = [
  { name: 'vendor', test: /node_modules/, tags: ['$initial' as const], priority: 5 },
  { name: 'entry', tags: ['$initial' as const], priority: 4 },
  { name: 'panel-vendor', test: /node_modules/, minShareCount: 2, priority: 2 },
  {
    name: 'panel',
    test: /[\\/](client[\\/](lib|admin[\\/]((layout|ui|resource|forms)[\\/](?!rich-text)|[\w-]+\.tsx?$))|src[\\/])/,
    priority: 1,
  },
];

/** Builds the browser's files, and the bundle that renders public pages on the server. */
export async function buildClient(): Promise<void> {
  // Loaded only now: the builder is far larger than the server.
  const { build } = await import('vite');
  // Built apart: files that visitors and staff shared would carry what only the panel uses of the libraries.
  for (const [index, file] of entries.entries()) {
    await build({
      logLevel: 'warn',
      build: {
        emptyOutDir: index === 0,
        manifest: `.vite/${parse(file).name}.json`,
        // The reference of the REST rows is one large library; what visitors and staff load is held by tests.
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
    // One file with everything inside: it loads faster, and React's development build stays out whatever NODE_ENV is.
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: rendererFolder,
      manifest: '.vite/entry-server.json',
      // The styles and pictures of the public pages come with the components that name them.
      ssrEmitAssets: true,
      cssMinify: true,
      rollupOptions: { input: 'client/entry-server.tsx', checks: { bundlerTimings: false } },
    },
  });
  await moveAssets();
  await makeIcons();
  await compressAssets(join(clientFolder, 'assets'));
}

/** Moves what the renderer's build made for browsers to what is served, with the list of its styles. */
async function moveAssets(): Promise<void> {
  for (const folder of ['assets', '.vite']) {
    await cp(join(rendererFolder, folder), join(clientFolder, folder), { recursive: true });
    await rm(join(rendererFolder, folder), { recursive: true });
  }
}

/** Draws the mark for what reads no SVG: small on nothing, large on paper, with air around it. */
async function makeIcons(): Promise<void> {
  const { default: sharp } = await import('sharp');
  const mark = await readFile(join(clientFolder, 'favicon.svg'));
  const draw = (size: number) =>
    sharp(mark, { density: size * 2 })
      .resize(size, size)
      .png();
  await writeFile(join(clientFolder, 'favicon.ico'), toIcon(32, await draw(32).toBuffer()));
  const large = { 'apple-touch-icon': 180, 'icon-192': 192, 'icon-512': 512 };
  for (const [name, size] of Object.entries(large)) {
    const edge = Math.round(size / 6);
    const inner = await draw(size - 2 * edge).toBuffer();
    await sharp(inner)
      .extend({ top: edge, bottom: edge, left: edge, right: edge, background: paper })
      .flatten({ background: paper })
      .png()
      .toFile(join(clientFolder, `${name}.png`));
  }
}

/** An icon file that holds one PNG: a header of 6 bytes, an entry of 16, the picture. */
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
