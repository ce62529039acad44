import { pipeline } from 'node:stream';
import { pick } from 'stream-json/filters/pick.js';
import { streamArray } from 'stream-json/streamers/stream-array.js';
import type { OnProgress } from './incoming.ts';
import { readText } from './decode-text.ts';

/**
 * `filter` is the path of the array in the file, such as `items`.
 * @throws {Error} with a message of one line when the file is missing or is not JSON
 */
export async function* readItems(
  path: string,
  filter: string | RegExp,
  onProgress: OnProgress,
): AsyncGenerator<unknown> {
  const text = await readText(path, onProgress);
  const items = streamArray.asStream();
  // The loop below gets the errors of all streams from the last one.
  pipeline(text, pick.withParserAsStream({ filter }), items, () => {});
  try {
    for await (const { value } of items as AsyncIterable<{ value: unknown }>) yield value;
  } catch (cause) {
    throw new Error(`${path}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}
