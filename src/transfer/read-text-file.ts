import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { pick } from 'stream-json/filters/pick.js';
import { streamArray } from 'stream-json/streamers/stream-array.js';
import type { OnProgress } from './incoming-content.ts';

/** The bytes at the beginning that may declare the encoding. */
const headBytes = 200;

/**
 * The encoding is that of the byte order mark or of the XML declaration, or else UTF-8. The stream fails at
 * invalid bytes, with their line number.
 * @throws {Error} when there is no such file, or its encoding is unknown
 */
export async function openTextFile(path: string, onProgress: OnProgress): Promise<Readable> {
  const facts = await stat(path).catch(() => undefined);
  if (facts?.isDirectory()) throw new Error(`${path} is a folder: name the file in it`);
  if (!facts?.isFile()) throw new Error(`there is no file ${path}`);
  const encoding = await encodingOf(path);
  const decoder = openDecoder(path, encoding);
  async function* pieces() {
    let [read, line] = [0, 1];
    const decode = (chunk?: Uint8Array) => {
      try {
        const text = decoder.decode(chunk, { stream: chunk !== undefined });
        line += text.split('\n').length - 1;
        return text;
      } catch (cause) {
        const at = line + (chunk ? linesBefore(chunk, encoding) : 0);
        throw new Error(
          `${path}, line ${at}: the file has bytes that are no text in ${encoding}. Convert it to UTF-8, or correct the encoding in its first line.`,
          { cause },
        );
      }
    };
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      read += chunk.length;
      onProgress(read / facts!.size);
      yield decode(chunk);
    }
    yield decode();
  }
  return Readable.from(pieces());
}

function openDecoder(path: string, encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new Error(`${path}: its encoding ${encoding} is not known`);
  }
}

async function encodingOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const head = buffer.subarray(0, bytesRead);
    if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
    if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
    // In UTF-16 without a byte order mark, every other byte of `<?xml` is zero.
    if (head[0] === 0x3c && head[1] === 0) return 'utf-16le';
    if (head[0] === 0 && head[1] === 0x3c) return 'utf-16be';
    const declared = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w-]+)["']/;
    const encoding = declared.exec(head.toString('latin1'))?.[1] ?? 'utf-8';
    // A declaration that can be read byte by byte is not in UTF-16, whatever it says.
    return /^utf-?16/i.test(encoding) ? 'utf-8' : encoding.toLowerCase();
  } finally {
    await file.close();
  }
}

/** The line breaks before the first undecodable byte. */
function linesBefore(chunk: Uint8Array, encoding: string): number {
  // A chunk may begin in the middle of a UTF-8 character.
  const start =
    encoding === 'utf-8'
      ? Math.max(
          0,
          chunk.subarray(0, 4).findIndex((byte) => (byte & 0xc0) !== 0x80),
        )
      : 0;
  let [good, bad] = [start, chunk.length];
  const isGood = (length: number) => {
    try {
      new TextDecoder(encoding, { fatal: true }).decode(chunk.subarray(start, length), { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (isGood(middle)) good = middle;
    else bad = middle;
  }
  const text = new TextDecoder(encoding).decode(chunk.subarray(start, good), { stream: true });
  return text.split('\n').length - 1;
}

/**
 * `filter` is the path of the array in the file, such as `items`.
 * @throws {Error} with a message of one line when the file is missing or is not JSON
 */
export async function* readJsonItems(
  path: string,
  filter: string | RegExp,
  onProgress: OnProgress,
): AsyncGenerator<unknown> {
  const text = await openTextFile(path, onProgress);
  const items = streamArray.asStream();
  // The loop below gets the errors of all streams from the last one.
  pipeline(text, pick.withParserAsStream({ filter }), items, () => {});
  try {
    for await (const { value } of items as AsyncIterable<{ value: unknown }>) yield value;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    // An error of the text names the file and the line itself.
    const words = reason.startsWith(path) ? reason : `${path} is not JSON, or ends too early: ${reason}`;
    throw new Error(words, { cause });
  }
}
