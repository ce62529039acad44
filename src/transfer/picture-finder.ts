import { realpath, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { Upload } from '../shared/uploaded-file.ts';

const uploadFolders = ['/wp-content/uploads/', '/content/images/'];

/** Finds a file by its old path or its name. Never returns a file outside of the folder. */
export async function findUpload(folder: string, address: string): Promise<Upload | undefined> {
  const root = await realpath(folder);
  const path = pathOf(address);
  const within = uploadFolders.flatMap((uploads) => {
    const at = path.indexOf(uploads);
    return at === -1 ? [] : [path.slice(at + uploads.length), path.slice(at + 1)];
  });
  for (const candidate of [...within, basename(path)]) {
    const file = await realpath(join(root, candidate)).catch(() => undefined);
    if (!file?.startsWith(root + sep)) continue;
    const facts = await stat(file);
    if (facts.isFile()) return new Upload({ path: file, bytes: facts.size, name: basename(file) });
  }
  return undefined;
}

function pathOf(address: string): string {
  const path = address.replace(/^(?:https?:)?\/\/[^/]*/i, '').replace(/[?#].*$/, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
