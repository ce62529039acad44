import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { exportFileSchema } from './site-items.ts';

/**
 * Writes items into a file of the export, and beside it the JSON Schema of the file. Calls `onItem` with each
 * item. Returns the number of items.
 */
export async function writeItems<Item extends object>(
  folder: string,
  name: string,
  schema: z.ZodType,
  items: AsyncIterable<Item>,
  onItem: (item: Item) => void,
): Promise<number> {
  let count = 0;
  async function* text() {
    yield `{"format":"atrium 1","module":${JSON.stringify(name)},"items":[`;
    for await (const item of items) {
      onItem(item);
      yield `${count > 0 ? ',' : ''}\n${JSON.stringify(item)}`;
      count += 1;
    }
    yield '\n]}\n';
  }
  await pipeline(Readable.from(text()), createWriteStream(join(folder, `${name}.json`), { mode: 0o600 }));
  const described = z.toJSONSchema(exportFileSchema(name, schema), {
    io: 'output',
    unrepresentable: 'any',
    // Removes two keywords that only Atrium uses. They refer to a list of the settings, and this list may change.
    override: ({ jsonSchema }) => {
      delete jsonSchema.listed;
      delete jsonSchema.isExample;
    },
  });
  await writeFile(join(folder, `${name}.schema.json`), `${JSON.stringify(described, null, 2)}\n`);
  return count;
}
