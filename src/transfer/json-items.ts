import { pipeline } from 'node:stream';
import { pick } from 'stream-json/filters/pick.js';
import { streamArray } from 'stream-json/streamers/stream-array.js';
import type { OnProgress } from './incoming.ts';
import { readText } from './read-file.ts';

/**
 * Reads the entries of a list within a file of JSON, one at a time; `filter` names the list by its path: `items`, or a pattern.
 *
 * @throws with one clear line when the file is no JSON
 */
export async function* readItems(
  path: string,
  filter: string | RegExp,
  onProgress: OnProgress,
): AsyncGenerator<unknown> {
  const text = await readText(path, onProgress);
  const items = streamArray.asStream();
  // What goes wrong on the way ends the last of them, and is thrown where it is read.
  pipeline(text, pick.withParserAsStream({ filter }), items, () => {});
  try {
    for await (const { value } of items as AsyncIterable<{ value: unknown }>) yield value;
  } catch (cause) {
    throw new Error(`${path}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}
