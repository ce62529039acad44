import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blogModule } from '../../src/modules/blog/blog.module.ts';
import { isPdf } from '../../src/shared/upload-limits.ts';
import { findWrongMediaUses } from '../../src/transfer/media-uses-check.ts';
import { callProcedure } from '../support/api-calls.ts';
import { day } from '../support/clock.ts';
import { asFile, picture } from '../support/pictures.ts';
import { sweepTwice } from '../support/sweeps.ts';
import { archive } from '../support/zip.ts';
import { withTemporaryFolder } from '../support/foreign-imports.ts';
import { exportToFolder, importFromFolder, openTransferSite } from '../support/site-transfer.ts';
import { entriesOf } from '../support/stored-effects.ts';
import { useSite } from '../support/use-site.ts';
import { isShortForm } from '../support/test-form.ts';

const pdf = '%PDF-1.7\nA price list\n%%EOF\n';
const word = { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w/>' };
const megabyte = 1024 * 1024;

const site = useSite({ parts: { renderPage: async () => ({ status: 404, head: '', html: '' }) } });
const act = (name: string, input: Record<string, unknown> = {}) =>
  callProcedure(site, 'rest', 'admin', name, input);
const send = (content: Buffer | string, name: string) => act('media.upload', { file: asFile(content, name) });
const stored = async (content: Buffer | string, name: string) => {
  const { status, body } = await send(content, name);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.item as { id: number; name: string; path: string; file: { url: string; bytes: number } };
};
const get = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers });

test('a file is served at its address as what it is, and runs nothing', async () => {
  const files: [content: Buffer | string, name: string, type: string, disposition: string][] = [
    [
      pdf,
      'Price list.PDF',
      'application/pdf',
      `inline; filename="Price list.PDF"; filename*=UTF-8''Price%20list.PDF`,
    ],
    [
      'a;b\n',
      'מחיר.csv',
      'text/csv; charset=utf-8',
      `attachment; filename="____.csv"; filename*=UTF-8''%D7%9E%D7%97%D7%99%D7%A8.csv`,
    ],
    [
      'Hi',
      'a"\u202efdp\n.txt',
      'text/plain; charset=utf-8',
      `attachment; filename="a  fdp .txt"; filename*=UTF-8''a%20%20fdp%20.txt`,
    ],
    [
      await archive(word),
      'form.docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      `attachment; filename="form.docx"; filename*=UTF-8''form.docx`,
    ],
    [
      await archive({ 'a/b.txt': 'b' }),
      'all.zip',
      'application/zip',
      `attachment; filename="all.zip"; filename*=UTF-8''all.zip`,
    ],
  ];
  for (const [content, name, type, disposition] of files) {
    const { file, id } = await stored(content, name);
    const { statusCode, headers, rawPayload } = await get(file.url);
    expect(statusCode, name).toBe(200);
    expect(headers, name).toMatchObject({
      'content-type': type,
      'content-disposition': disposition,
      'cache-control': 'public, no-cache',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-security-policy'], name).toMatch(/^default-src 'none';/);
    expect(/; sandbox$/.test(String(headers['content-security-policy'])), name).toBe(
      type !== 'application/pdf',
    );
    expect(rawPayload, name).toEqual(Buffer.from(content));
    expect(file.bytes, name).toBe(rawPayload.length);
    const { etag } = headers;
    expect((await get(file.url, { 'if-none-match': String(etag) })).statusCode, name).toBe(304);
    expect((await get(file.url, { range: 'bytes=0-1' })).rawPayload.length, name).toBe(2);

    // Nobody finds it by its number alone
    const guessed = file.url.replace(/-[0-9a-f]{16}/, '-0123456789abcdef');
    for (const url of [guessed, `/uploads/${id}/a.pdf`, `/uploads/${id}-/a.pdf`])
      expect((await get(url)).statusCode, url).toBe(404);
  }
});

test('the library refuses a file that is not what its name says, and says why', async () => {
  const refused: [content: Buffer | string, name: string, message: RegExp][] = [
    ['<!doctype html><script>1</script>', 'page.pdf', /ends with \.pdf, but its content is something else/],
    [await archive({ a: 'b' }), 'packed.pdf', /ends with \.pdf, but it is a ZIP file/],
    [await archive({ ...word, 'word/vbaProject.bin': 'x' }), 'letter.docx', /has macros/],
    [await archive(word), 'letter.xlsx', /it is a DOCX file/],
    ['PK\x03\x04 torn', 'torn.zip', /damaged/],
    ['', 'nothing.pdf', /empty/],
    ['\n <svg onload="1"/>', 'drawing.txt', /web page or a drawing/],
    ['\ufeff<html>', 'page.csv', /web page or a drawing/],
    [Buffer.from('Gr\xfc\xdfe', 'latin1'), 'old.txt', /UTF-8/],
    ['a\0b', 'binary.csv', /UTF-8/],
    ['alert(1)', 'a.js', /must be a picture .* or a PDF/],
    ['<svg/>', 'a.svg', /must be a picture .* or a PDF/],
  ];
  for (const [content, name, message] of refused) {
    const { status, body } = await send(content, name);
    expect(status, name).toBe(422);
    expect(body.errors.file[0], name).toMatch(message);
  }
  const large = await send(Buffer.concat([Buffer.from(pdf), Buffer.alloc(20 * megabyte)]), 'large.pdf');
  expect(large).toMatchObject({
    status: 413,
    body: { errors: { file: ['The file may have at most 20 MB.'] } },
  });
  expect(await site.servedPictures()).toEqual([]);
});

/** Returns an archive whose bytes are changed, from a place that `find` names. */
const changed = (zip: Buffer, find: string, change: (copy: Buffer, at: number) => void) => {
  const copy = Buffer.from(zip);
  change(copy, copy.lastIndexOf(Buffer.from(find, 'latin1')));
  return copy;
};
const endOfZip = 'PK\x05\x06';
const typesWith = (type: string) =>
  `<?xml version="1.0"?><Types><Override PartName="/word/x.bin" ContentType="${type}"/></Types>`;

test('a document with macros is refused, however its archive hides them', async () => {
  const macros = { ...word, 'word/vbaProject.bin': 'x' };
  const plain = await archive(word);
  const types = (type: string) =>
    archive({ ...word, '[Content_Types].xml': typesWith(type), 'word/x.bin': 'x' });
  const utf16 = Buffer.from(`\ufeff${typesWith('application/vnd.ms-office.vbaProject')}`, 'utf16le');
  const refused: Record<string, Buffer> = {
    'a wrong count': changed(await archive(macros), endOfZip, (zip, at) => {
      zip.writeUInt16LE(2, at + 8);
      zip.writeUInt16LE(2, at + 10);
    }),
    'a directory that ends too early': changed(await archive(macros), endOfZip, (zip, at) =>
      zip.writeUInt32LE(zip.readUInt32LE(at + 12) - 1, at + 12),
    ),
    'another part name': await types('application/vnd.ms-office.vbaProject'),
    capitals: await types('application/vnd.ms-office.VBAPROJECT'),
    'a letter as an entity': await types('application/vnd.ms-office.&#118;baProject'),
    'a main part with macros': await types('application/vnd.ms-word.document.macroEnabled.main+xml'),
    'sheets of macros': await types('application/vnd.ms-excel.macrosheet+xml'),
    'types in UTF-16': await archive({ ...word, '[Content_Types].xml': utf16 }),
    'an entity of its own': await archive({
      ...word,
      '[Content_Types].xml': '<!DOCTYPE x [<!ENTITY v "v">]><Types/>',
    }),
    'a backslash': await archive({ ...word, 'word/aaaaaaaaaaaaaa': 'x' }).then((zip) =>
      Buffer.from(
        zip.toString('latin1').replaceAll('word/aaaaaaaaaaaaaa', 'word\\vbaProject.bin'.slice(0, 19)),
        'latin1',
      ),
    ),
    'one name twice': await archive({ ...word, 'WORD/document.xml': '<w/>' }),
    'another name in the entry': changed(plain, 'word/document.xml', (zip) =>
      zip.write('word/vbaProject.b', zip.indexOf('word/document.xml'), 'latin1'),
    ),
    'a second directory': Buffer.concat([await archive(macros), plain]),
    'an end within a comment': Buffer.concat([
      plain.subarray(0, -2),
      Buffer.from([22, 0]),
      plain.subarray(-22),
    ]),
  };
  for (const [how, content] of Object.entries(refused)) {
    const { status, body } = await send(content, 'letter.docx');
    expect([how, status]).toEqual([how, 422]);
    expect(body.errors.file[0], how).toMatch(/has macros|damaged/);
  }
  const clean = typesWith('application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml');
  await stored(
    await archive({ ...word, '[Content_Types].xml': clean, 'word/vba notes.txt': 'x' }),
    'letter.docx',
  );
});

test('a PDF may have a mark, blanks or other bytes before it, and nothing that is something else', async () => {
  const bom = '\ufeff';
  const taken = [
    `${bom}${pdf}`,
    `\n${pdf}`,
    `${'\0'.repeat(128)}${pdf}`,
    `${'x'.repeat(20)}${pdf}`,
    `Content-Type: application/pdf\r\n\r\n${pdf}`,
    `${' '.repeat(1019)}${pdf}`,
  ];
  for (const [at, content] of taken.entries()) {
    await stored(content, `list-${at}.pdf`);
    expect(isPdf(Buffer.from(content)), content.slice(0, 30)).toBe(true);
  }
  const refused = [
    `<html>${pdf}`,
    `${bom}<svg>${pdf}`,
    ` \n<?php ${pdf}`,
    `x<script>1</script>${pdf}`,
    `#!/bin/sh\n${pdf}`,
    `MZ${pdf}`,
    `GIF89a/*${pdf}`,
    `var x = 1; //${pdf}`,
    `x=1/*${pdf}*/`,
    `${' '.repeat(1020)}${pdf}`,
    'PDF-1.7',
  ];
  for (const content of refused) {
    expect((await send(content, 'list.pdf')).status, content.slice(0, 30)).toBe(422);
    expect(isPdf(Buffer.from(content)), content.slice(0, 30)).toBe(false);
  }
});

test('the name of a file is composed, and keeps its quotation marks', async () => {
  const { name, file } = await stored(pdf, 'Mu\u0308ller "1".pdf');
  expect(name).toBe('M\u00fcller "1".pdf');
  // No system has files with quotation marks in their names.
  const { headers } = await get(file.url);
  expect(headers['content-disposition']).toBe(
    `inline; filename="M_ller  1 .pdf"; filename*=UTF-8''M%C3%BCller%20%201%20.pdf`,
  );
});

test('a file keeps its address when it is replaced, stays while a text links to it, and is not served from the trash', async () => {
  const { id, file, path } = await stored(pdf, 'Prices.pdf');
  const post = {
    title: 'T',
    excerpt: 'E',
    content: `<p><a href="${file.url}">Prices</a></p>`,
    category: 'Technology',
  };
  const written = (await act('blog.create', post)).body.post;
  expect(written.content).toContain(file.url);

  // Replaced and renamed
  const next = '%PDF-1.7\nNew prices\n';
  const replaced = await act('media.replace', { id, file: asFile(next, 'new.pdf') });
  expect(replaced.body.item).toMatchObject({ id, name: 'Prices.pdf', file: { url: file.url } });
  expect((await get(file.url)).body).toBe(next);
  expect((await get(`/${path}`)).statusCode).toBe(404);
  await act('media.change', { id, name: 'Rates' });
  expect((await get(file.url)).headers['content-disposition']).toContain('inline; filename="Rates.pdf"');
  for (const other of [asFile('a;b', 'a.csv'), await picture()]) {
    const refused = await act('media.replace', { id, file: other });
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { file: ['The new file must be a PDF file, too.'] } },
    });
  }

  // In use
  const { body: detail } = await act('media.one', { id });
  expect(detail.uses).toMatchObject([{ module: 'blog', id: written.id, place: 'links' }]);
  const refused = await act('media.remove', { id });
  expect(refused).toMatchObject({ status: 409, body: { message: /This file is used by “T”/ } });
  await act('blog.update', { ...post, id: written.id, content: '<p>C</p>' });

  // Linked from the menu
  const settings = site.as('admin').settings;
  const { value, version } = await settings.one.query({ group: 'navigation' });
  const entries = value.header as object[];
  const header = entries.map((entry, at) => (at === 0 ? { ...entry, url: file.url } : entry));
  await settings.update.mutate({ group: 'navigation', version, value: { ...value, header } });
  expect((await act('media.remove', { id })).body.message).toContain('“Navigation”');
  await settings.update.mutate({ group: 'navigation', version: version + 1, value });

  expect((await entriesOf(site, 'media', id)).map(({ description }) => description)).toContain(
    'Created file "Prices.pdf"',
  );

  // In the trash, and back
  expect((await act('media.remove', { id })).status).toBe(200);
  expect((await get(file.url)).statusCode).toBe(404);
  expect(await site.servedPictures()).toEqual([]);
  expect((await sweepTwice(site.work(), 2 * day)).failed).toEqual([]);
  expect((await act('trash.media.restore', { id })).status).toBe(200);
  expect((await get(file.url)).body).toBe(next);
});

test('a file is listed apart from pictures, and is no picture of anything', async () => {
  const { id, path } = await stored(pdf, 'Prices.pdf');
  const shown = (await act('media.upload', { file: await picture() })).body.item;
  for (const [kind, ids] of [
    ['picture', [shown.id]],
    ['file', [id]],
    [undefined, [shown.id, id]],
  ] as const) {
    for (const more of [{}, { is_used: false }]) {
      const { body } = await act('media.list', { ...(kind && { kind }), ...more });
      expect(
        body.items.map((item: { id: number }) => item.id),
        `${kind}`,
      ).toEqual(ids);
    }
  }
  const post = { title: 'T', excerpt: 'E', content: '<p>C</p>', category: 'Technology' };
  const figure = `<figure data-kind="picture"><img data-media="${id}" alt="A"></figure>`;
  for (const wrong of [
    { ...post, existing_image: path },
    { ...post, share_picture: id },
    { ...post, content: `<p>C</p>${figure}` },
  ])
    expect((await act('blog.create', wrong)).status, JSON.stringify(wrong)).toBe(422);
  const album = await act('gallery.update', { pictures: [{ media_id: id, alt: 'A' }] });
  expect(album.status).toBe(422);
  const gone = `<p><a href="/uploads/99-0123456789abcdef/a.pdf">A</a></p>`;
  expect((await act('blog.create', { ...post, content: gone })).status).toBe(201);
});

test.skipIf(isShortForm)(
  'a file moves to another site by an export, where links lead to it also under another id (two servers of their own)',
  async () => {
    await withTemporaryFolder(async (folder) => {
      const [from, to] = [await openTransferSite('sqlite'), await openTransferSite('sqlite')];
      try {
        const { body } = await callProcedure(from.app, 'rest', 'admin', 'media.upload', {
          file: asFile(pdf, 'Prices.pdf'),
        });
        const { url } = body.item.file as { url: string };
        const content = `<p><a href="${url}">Prices</a></p>`;
        const post = { title: 'T', excerpt: 'E', content, category: 'Technology' };
        await callProcedure(from.app, 'rest', 'admin', 'blog.create', post);
        await exportToFolder(from, join(folder, 'export'));

        // Another item has its id there
        await callProcedure(to.app, 'rest', 'admin', 'media.upload', { file: await picture() });
        const outcomes = await importFromFolder(to, join(folder, 'export'));
        expect(outcomes.filter(({ outcome }) => outcome === 'skipped')).toEqual([]);
        const there = url.replace('/uploads/1-', '/uploads/2-');
        const [row] = await to.app.database.fork().find(blogModule.entity, {});
        expect(row!.content).toContain(`href="${there}"`);
        expect((await to.app.app.inject({ url: there })).body).toBe(pdf);
        const { body: detail } = await callProcedure(to.app, 'rest', 'admin', 'media.one', { id: 2 });
        expect(detail.uses).toMatchObject([{ module: 'blog', place: 'links' }]);
        expect(await findWrongMediaUses(to.app.work())).toEqual([]);
      } finally {
        await Promise.all([from.close(), to.close()]);
      }
    });
  },
);
