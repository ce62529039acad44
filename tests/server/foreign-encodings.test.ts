import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTextFile } from '../../src/transfer/read-text-file.ts';
import { openWordPress } from '../../src/transfer/wordpress.ts';
import { withTemporaryFolder } from '../support/foreign-imports.ts';

const words = 'Größe – “x”';
/** The same words in windows-1252. */
const western = Buffer.from([0x47, 0x72, 0xf6, 0xdf, 0x65, 0x20, 0x96, 0x20, 0x93, 0x78, 0x94]);

const wxr = (declaration: string) =>
  `${declaration}<rss><channel><title>TITLE</title><link>https://a.example.com</link><wp:wxr_version>1.2</wp:wxr_version><item><title>TITLE</title><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type></item></channel></rss>`;
const inUtf8 = (declaration: string) => Buffer.from(wxr(declaration).replaceAll('TITLE', words));
const inWestern = (declaration: string) => {
  const [before = '', between, after] = wxr(declaration)
    .split('TITLE')
    .map((part) => Buffer.from(part));
  return Buffer.concat([before as Buffer, western, between!, western, after!]);
};
const inUtf16 = (mark: string) =>
  Buffer.from(mark + wxr('<?xml version="1.0" encoding="UTF-16"?>').replaceAll('TITLE', words), 'utf16le');

test.each<[what: string, bytes: Buffer]>([
  ['UTF-8', inUtf8('<?xml version="1.0" encoding="UTF-8" ?>')],
  ['UTF-8 with a mark', inUtf8('\ufeff<?xml version="1.0" encoding="UTF-8"?>')],
  ['UTF-8 that nothing names', inUtf8('')],
  ['windows-1252', inWestern("<?xml version='1.0' encoding='windows-1252'?>")],
  ['ISO-8859-1', inWestern('<?xml version="1.0" encoding="ISO-8859-1"?>')],
  ['UTF-16', inUtf16('\ufeff')],
  ['UTF-16 without a mark', inUtf16('')],
  ['UTF-16, most significant byte first', inUtf16('\ufeff').swap16()],
])('a file in %s comes in with all its letters', (_, bytes) =>
  withTemporaryFolder(async (folder) => {
    const file = join(folder, 'x.xml');
    await writeFile(file, bytes);
    const { items } = await openWordPress(file, () => {});
    const { value } = await items()[Symbol.asyncIterator]().next();
    expect(value).toMatchObject({ post: { title: words } });
  }),
);

test.each<[what: string, bytes: Buffer, message: RegExp]>([
  [
    'bytes of another encoding',
    Buffer.concat([Buffer.from('<?xml version="1.0" encoding="UTF-8"?>\n<rss>\n'), western]),
    /line 3: the file has bytes that are no text in utf-8/,
  ],
  [
    'a character that is cut at the end',
    Buffer.from('<rss>\n€').subarray(0, -1),
    /line 2: the file has bytes that are no text/,
  ],
  [
    'an encoding that does not exist',
    Buffer.from('<?xml version="1.0" encoding="x-y"?>'),
    /encoding x-y is not known/,
  ],
])('a file with %s stops the import, and the message says where', (_, bytes, message) =>
  withTemporaryFolder(async (folder) => {
    const file = join(folder, 'x.xml');
    await writeFile(file, bytes);
    await expect(openTextFile(file, () => {}).then((stream) => stream.toArray())).rejects.toThrow(message);
  }),
);
