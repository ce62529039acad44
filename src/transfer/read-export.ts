import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { isLibraryPath } from '../shared/address-fields.ts';
import type { OnProgress } from './incoming.ts';
import { readItems } from './json-items.ts';
import { readText } from './decode-text.ts';
import { withMomentsMoved } from './moved-moments.ts';
import { PictureItem } from './site-items.ts';

const About = z.object({
  format: z.literal('atrium 1'),
  exported_at: z.iso.datetime().optional(),
  counts: z.record(z.string().regex(/^[\w-]+$/), z.number()).optional(),
});

/**
 * Returns the description of an export. `counts` contains the number of items by file, and is absent in early
 * exports.
 * @throws {Error} when the folder is not a complete export
 */
export async function readAbout(folder: string, onProgress: OnProgress): Promise<z.output<typeof About>> {
  const facts = await stat(folder).catch(() => undefined);
  if (!facts) throw new Error(`there is no folder ${folder}`);
  const file = `${folder}/atrium.json`;
  if (!(await stat(file).catch(() => undefined)))
    throw new Error(`${folder} is not a complete export of Atrium: there is no file ${file}`);
  const about: unknown[] = [];
  for await (const text of await readText(file, onProgress)) {
    about.push(text);
  }
  const read = About.safeParse(parseJson(about.join('')));
  if (!read.success)
    throw new Error(`${folder} is not a complete export of Atrium that this version can read`);
  return read.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the descriptions of the pictures in an export, by path. Leaves out invalid descriptions. Shifts the times of
 * the other descriptions by `shiftMs`.
 */
export async function readPictureDescriptions(
  folder: string,
  shiftMs = 0,
): Promise<Map<string, PictureItem>> {
  const pictures = new Map<string, PictureItem>();
  for await (const item of readItems(`${folder}/pictures.json`, 'items', () => {})) {
    const parsed = PictureItem.safeParse(item);
    if (!parsed.success || !isLibraryPath(parsed.data.path)) continue;
    pictures.set(parsed.data.path, withMomentsMoved({}, parsed.data, shiftMs));
  }
  return pictures;
}
