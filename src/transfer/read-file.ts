import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { OnProgress } from './incoming.ts';

/** @throws an error with one line when there is no such file */
export async function readText(path: string, onProgress: OnProgress): Promise<Readable> {
  const facts = await stat(path).catch(() => undefined);
  if (!facts?.isFile()) throw new Error(`there is no file ${path}`);
  async function* pieces() {
    let read = 0;
    const decoder = new TextDecoder();
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      read += chunk.length;
      onProgress(read / facts!.size);
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder.decode();
  }
  return Readable.from(pieces());
}
