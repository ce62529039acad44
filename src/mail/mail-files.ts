import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The `.eml` files that match the pattern in their headers or texts. None when the folder does not exist. */
export async function findMailFiles(folder: string | undefined, pattern: RegExp): Promise<string[]> {
  if (folder === undefined) return [];
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const paths: string[] = [];
  for (const name of names.filter((each) => each.endsWith('.eml'))) {
    const path = join(folder, name);
    const mail = await readFile(path, 'utf8').catch(() => '');
    if (readable(mail).search(pattern) >= 0) paths.push(path);
  }
  return paths;
}

/** The mail itself, the mail with quoted-printable decoded, and its decoded base64 parts. */
function readable(mail: string): string {
  const joined = mail
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const encoded = mail.match(/(?:^[A-Za-z0-9+/]{20,}={0,2}\r?$\n?)+/gm) ?? [];
  return [mail, joined, ...encoded.map((part) => Buffer.from(part, 'base64').toString())].join('\n');
}
