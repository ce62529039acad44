import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { outputOptions } from './server.ts';

export const clientEntryFiles = ['entry-site.ts', 'entry-hours.ts', 'entry-admin.tsx', 'entry-api-docs.ts'];
const clientFolder = 'dist/client';
const rendererFolder = 'dist/server';
const paper = '#fbfaf6';

const fromPackages = /node_modules|icon:/;

/** Files that most screens of the panel need. */
const sharedFiles =
  /[\\/](client[\\/](api|session|shared|admin[\\/](core|components|fields|list|form|resource|shell|app))[\\/]|client[\\/]admin[\\/](auth[\\/]scope-labels|library[\\/](use-upload-media|uploads|library\.module))|src[\\/](?!shared[\\/]writing))/;
/** Files of single screens, and files that a screen loads on demand. */
const onDemand =
  /[\\/](command-palette|log-columns|use-commands|use-found-settings|shortcuts-modal|password-hint|weak-password-notice|ordered-list\.tsx|resource[\\/](order|versions|translations)[\\/]|publishing[\\/](?!publication-badge)|search-preview|treatment\.facts|src[\\/]shared[\\/](brand|text-of-file|letter-widths|settings[\\/](fields|field-builders|groups|setting-search|search-words|standard-lists|translated-groups)))/;
/** The code of forms, which lists don't need. Style sheets of these folders stay in that of the panel. */
const ofForms = new RegExp(
  `/(${[
    'client/admin/components/(copy-field|language-choice|sessions|use-dead-links)',
    'client/admin/core/(kept-caret|found-picture)',
    'client/admin/fields/(?!password-hint)',
    'client/admin/form/(?!form-columns|leave-guard|use-colleagues|autosave/local-database)',
    'client/admin/library/(library-button|media-picture|file-labels)',
    'client/admin/preview/(focus-field|use-focus-field-of-hash)',
    'client/admin/resource/(resource-form|form-|field|use-saves|library-choice|entry-list|clicked-field|picture-kind|use-draft-preview|insert-block|block-|empty-block)',
    'client/admin/resource/(controls|[a-z]+-control)',
    'client/admin/resource/translations/use-translations',
    'client/admin/resource/publishing/(address|use-form-publication|publish-tick|save-menu)',
    'node_modules/(react-dropzone|file-selector|attr-accept|@mantine/dropzone)/',
    'node_modules/@mantine/core/.*/(Textarea|Progress|FileButton|FileInput)/',
  ].join('|')})(?!.*\\.css)`.replaceAll('/', '[\\\\/]'),
);

/** Exported for the test that each path in them is that of a file. */
export const chunkPatterns = [sharedFiles, onDemand, ofForms];

/** Code that several screens share, in one request for each group. Code of one screen is a file apart. */
const panelChunks = [
  { name: 'vendor', test: fromPackages, tags: ['$initial' as const], priority: 5 },
  { name: 'entry', tags: ['$initial' as const], priority: 4 },
  {
    name: 'panel-vendor',
    test: (file: string) =>
      /node_modules[\\/](?!@simplewebauthn|.*(SegmentedControl|FloatingIndicator))|icon:/.test(file) &&
      !ofForms.test(file),
    minShareCount: 2,
    priority: 3,
  },
  {
    name: 'panel',
    test: (file: string) => sharedFiles.test(file) && !onDemand.test(file) && !ofForms.test(file),
    priority: 2,
  },
  { name: 'forms', test: ofForms, priority: 1 },
];

export async function buildClient(): Promise<void> {
  // Only a build loads Vite, which is far larger than the server.
  const { build } = await import('vite');
  // One build for each entry. In a shared one, visitors would load library code that only the panel uses.
  for (const [index, file] of clientEntryFiles.entries()) {
    await build({
      logLevel: 'warn',
      build: {
        emptyOutDir: index === 0,
        manifest: `.vite/${parse(file).name}.json`,
        // For the API reference, one large library in a build of its own.
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
    // The renderer loads faster as one file. A fixed `NODE_ENV` leaves out React's development build.
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: rendererFolder,
      manifest: '.vite/entry-server.json',
      // This build must also emit the styles and pictures that components of public pages import.
      ssrEmitAssets: true,
      cssMinify: true,
      rolldownOptions: {
        input: 'client/entry-server.tsx',
        checks: { bundlerTimings: false },
        output: outputOptions,
      },
    },
  });
  await moveAssets();
  await makeIcons(clientFolder);
}

async function moveAssets(): Promise<void> {
  for (const folder of ['assets', '.vite']) {
    await cp(join(rendererFolder, folder), join(clientFolder, folder), { recursive: true });
    await rm(join(rendererFolder, folder), { recursive: true });
  }
}

/** SVG, ICO, and PNG for clients without SVG. The large ones have a margin and a background. */
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
/** At the highest quality, the API reference takes as long as all other files together. */
const largeBytes = 1024 * 1024;
const largeQuality = 9;

/** Skips files that fit into the first packet. Node compresses in other threads. */
export async function compressClient(): Promise<void> {
  const folder = join(clientFolder, 'assets');
  const names = (await readdir(folder)).filter((name) => isText.test(name));
  await Promise.all(names.map((name) => compressFile(join(folder, name))));
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < minBytes) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]:
      content.length > largeBytes ? largeQuality : constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }));
}
