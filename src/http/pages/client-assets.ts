import { readFile } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';

interface ManifestChunk {
  file: string;
  name?: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
  assets?: string[];
}
type Manifest = Record<string, ManifestChunk>;

export interface PanelScreen {
  folder: string;
  isForm: boolean;
}

/**
 * With `screen`, also preloads its files, which the browser would find one after the other.
 * @throws {Error} when the client has not been built
 */
export async function readEntryTags(
  clientFolder: string,
  entry: string,
): Promise<(nonce?: string, screen?: PanelScreen) => string> {
  const manifest = await readManifest(clientFolder, parse(entry).name);
  return (nonce, screen) => {
    const [main, ...others] = chunksOf(manifest, [
      entry,
      ...(screen ? loadedNext(manifest, entry, screen) : []),
    ]);
    const own = nonce ? ` nonce="${nonce}"` : '';
    return [
      ...stylesOf([main, ...others]).map((file) => `<link rel="stylesheet" href="/${file}"${own}>`),
      ...others.map((chunk) => `<link rel="modulepreload" href="/${chunk.file}">`),
      `<script type="module" src="/${main.file}"${own}></script>`,
    ].join('');
  };
}

function loadedNext(manifest: Manifest, entry: string, { folder, isForm }: PanelScreen): string[] {
  const importedBy = (names: string[]) => names.flatMap((name) => manifest[name]?.dynamicImports ?? []);
  const own = (name: string) => name.startsWith(`${folder}/`);
  // Leaves out dialogs, which few people open. They have no dynamic imports.
  const next = importedBy([entry]).filter((name) => manifest[name]?.dynamicImports);
  const screens = importedBy(next).filter((name) => dirname(name) === folder);
  if (!isForm) return [...next, ...screens];
  const shared = Object.keys(manifest).filter((name) => manifest[name]?.name === 'forms');
  return [...next, ...screens, ...shared, ...importedBy(screens).filter(own)];
}

export async function readSiteTags(clientFolder: string): Promise<{ styles: string; script: string }> {
  const [rendered, enhanced] = await Promise.all([
    readManifest(clientFolder, 'entry-server'),
    readManifest(clientFolder, 'entry-site'),
  ]);
  const [script] = chunksOf(enhanced, ['client/entry-site.ts']);
  return {
    styles: stylesOf(chunksOf(rendered, ['client/entry-server.tsx']))
      .map((file) => `<link rel="stylesheet" href="/${file}">`)
      .join(''),
    // A low priority, so that the content comes first on a slow connection.
    script: `<script type="module" src="/${script.file}" async fetchpriority="low"></script>`,
  };
}

/** The script of pages with opening hours by day. */
export async function readHoursTag(clientFolder: string): Promise<string> {
  const [script] = chunksOf(await readManifest(clientFolder, 'entry-hours'), ['client/entry-hours.ts']);
  return `<script type="module" src="/${script.file}" async fetchpriority="low"></script>`;
}

export function readDrawings(clientFolder: string): Promise<Map<string, string>> {
  return readAssets(clientFolder, /^client\/site\/drawings\/([\w-]+)\.svg$/);
}

export function readHeadingFonts(clientFolder: string): Promise<Map<string, string>> {
  return readAssets(clientFolder, /^client\/site\/heading-fonts\/([\w-]+)\.woff2$/);
}

async function readAssets(clientFolder: string, pattern: RegExp): Promise<Map<string, string>> {
  const manifest = await readManifest(clientFolder, 'entry-server');
  const assets = Object.entries(manifest).flatMap(([source, { file }]): [string, string][] => {
    const name = pattern.exec(source)?.[1];
    return name ? [[name, file]] : [];
  });
  return new Map(assets);
}

async function readManifest(clientFolder: string, name: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(clientFolder, '.vite', `${name}.json`), 'utf8')) as Manifest;
}

function chunksOf(manifest: Manifest, entries: [string, ...string[]]): [ManifestChunk, ...ManifestChunk[]] {
  const names = new Set<string>(entries);
  // Also visits names that are added while it runs.
  for (const name of names) for (const next of manifest[name]?.imports ?? []) names.add(next);
  const [main, ...others] = [...names].flatMap((name) => manifest[name] ?? []);
  if (!main) throw new Error(`the built client has no entry ${entries[0]}; run npm run build`);
  return [main, ...others];
}

const stylesOf = (chunks: ManifestChunk[]) => [...new Set(chunks.flatMap(({ css = [] }) => css))];
