import { readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';

interface ManifestChunk {
  file: string;
  css?: string[];
  imports?: string[];
  assets?: string[];
}
type Manifest = Record<string, ManifestChunk>;

/** The tags that load one entry of the built client. */
export interface EntryTags {
  head: string;
}

/**
 * Reads which files the build made of an entry: its script, its styles, and the chunks it begins with. With `begin`, a small entry of the
 * same build, that one is loaded, and told where the script is.
 */
export async function readEntryTags(
  clientFolder: string,
  entry: string,
  begin?: string,
): Promise<(nonce?: string) => string> {
  const manifestFile = join(clientFolder, '.vite', `${parse(entry).name}.json`);
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Manifest;
  const chunks = reachable(manifest, entry);
  const [main, ...others] = chunks;
  const first = begin === undefined ? undefined : manifest[begin];
  if (!main || (begin && !first)) {
    throw new Error(`the built client has no entry ${main ? begin : entry}; run npm run build`);
  }
  const styles = [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))];
  return (nonce) => {
    const own = nonce ? ` nonce="${nonce}"` : '';
    return [
      ...styles.map((file) => `<link rel="stylesheet" href="/${file}"${own}>`),
      ...(first ? [] : others.map((chunk) => `<link rel="modulepreload" href="/${chunk.file}">`)),
      first
        ? `<script type="module" src="/${first.file}" data-program="/${main.file}"${own}></script>`
        : `<script type="module" src="/${main.file}"${own}></script>`,
    ].join('');
  };
}

function reachable(manifest: Manifest, entry: string): ManifestChunk[] {
  const names = new Set([entry]);
  // A set that grows is walked to its end.
  for (const name of names) for (const next of manifest[name]?.imports ?? []) names.add(next);
  return [...names].flatMap((name) => manifest[name] ?? []);
}

/** Puts a page together. `data` stands in a block that no browser runs. */
export function assembleDocument(page: { head: string; tags: string; html: string; data?: unknown }): string {
  const data = page.data === undefined ? '' : dataBlock(page.data);
  return [
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<link rel="icon" href="/favicon.svg" type="image/svg+xml">${page.head}${page.tags}</head>`,
    `<body><div id="root">${page.html}</div>${data}</body></html>`,
  ].join('');
}

/** `<` is written as an escape, so that no text in the data can end the block. */
function dataBlock(data: unknown): string {
  return `<script type="application/json" id="page-data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}
