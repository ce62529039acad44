import { z } from 'zod';
import { isUploadPath } from '../shared/addresses.ts';
import type { OnProgress } from './incoming.ts';
import { readItems } from './json-items.ts';
import { readText } from './read-file.ts';
import { PictureItem } from './site-content.ts';

const About = z.object({
  format: z.literal('atrium 1'),
  counts: z.record(z.string().regex(/^[\w-]+$/), z.number()).optional(),
});

/** Returns the number of items by file, or undefined for an early export. @throws when the folder is not a complete export */
export async function readCounts(
  folder: string,
  onProgress: OnProgress,
): Promise<Record<string, number> | undefined> {
  const about: unknown[] = [];
  for await (const text of await readText(`${folder}/atrium.json`, onProgress)) {
    about.push(text);
  }
  const read = About.safeParse(parseJson(about.join('')));
  if (!read.success)
    throw new Error(`${folder} is not a complete export of Atrium that this version can read`);
  return read.data.counts;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns what an export says of its pictures, by path. */
export async function readPictures(folder: string): Promise<Map<string, PictureItem>> {
  const pictures = new Map<string, PictureItem>();
  for await (const item of readItems(`${folder}/pictures.json`, 'items', () => {})) {
    const parsed = PictureItem.safeParse(item);
    if (parsed.success && isUploadPath(parsed.data.path)) pictures.set(parsed.data.path, parsed.data);
  }
  return pictures;
}
