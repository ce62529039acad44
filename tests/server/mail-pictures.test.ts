import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { handIn } from '../support/arriving-mail.ts';
import { createMessage } from '../support/factories.ts';
import { useSite } from '../support/use-site.ts';

const site = useSite({
  fill: async ({ database }) =>
    createMessage(database.fork(), { email: 'eva@example.com', details: { reference: 'K7PZ2QXM' } }),
});

interface SentFile {
  filename: string;
  content: Buffer | string;
}

/** Hands in a mail with these files, and returns them as the panel gets them. */
async function receive(attachments: SentFile[]) {
  const mail = new MailComposer({
    from: 'eva@example.com',
    to: 'office@example.org',
    subject: 'Re: Stairs [K7PZ2QXM]',
    text: 'My files.',
    attachments,
  });
  expect((await handIn(site, await mail.compile().build())).body.outcome).toBe('joined');
  const { events } = await site.as('hr').inbox.one.query({ id: 1 });
  return events.at(-1)!.files;
}

const script = '<script>alert(1)</script>';
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40"/>${script}</svg>`;
const create = { width: 60, height: 40, channels: 3, background: '#2f5d4a' } as const;
const flat = sharp({ create });

test('a picture of a mail is shown as another picture, which the server has made, upright and of bounded size', async () => {
  const sideways = await flat.clone().jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const wide = await sharp({ create: { ...create, width: 4000, height: 100 } })
    .png()
    .toBuffer();
  const polyglots: SentFile[] = [
    {
      filename: 'after.png',
      content: Buffer.concat([await flat.clone().png().toBuffer(), Buffer.from(script)]),
    },
    {
      filename: 'after.jpg',
      content: Buffer.concat([await flat.clone().jpeg().toBuffer(), Buffer.from(script)]),
    },
    { filename: 'page.html', content: await flat.clone().gif().toBuffer() },
    {
      filename: 'inside.webp',
      content: await flat
        .clone()
        .webp()
        .withExif({ IFD0: { ImageDescription: script } })
        .toBuffer(),
    },
  ];
  const files = await receive([
    { filename: 'sideways.jpg', content: sideways },
    { filename: 'wide.png', content: wide },
    ...polyglots,
  ]);
  const sizes: [number, number][] = [];
  const headers = { authorization: `Bearer ${await site.openSession('hr')}` };
  for (const { path, name } of files) {
    const answer = await site.app.inject({ url: `${path}/picture`, headers });
    expect(answer.statusCode, name).toBe(200);
    expect(answer.headers, name).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': expect.stringMatching(/^attachment; /),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    const bytes = answer.rawPayload;
    expect(bytes.subarray(0, 4).toString() + bytes.subarray(8, 12).toString(), name).toBe('RIFFWEBP');
    expect(bytes.toString('latin1'), name).not.toContain('script');
    const { width, height } = await sharp(bytes).metadata();
    sizes.push([width, height]);
  }
  expect(sizes).toEqual([[40, 60], [2000, 50], ...polyglots.map(() => [60, 40])]);
  const log = await site.rest('admin').get('/api/admin/security-events?type=attachment_downloaded');
  expect(log.body.events).toHaveLength(files.length);
});

test('nothing else of a mail is ever shown in place: its picture is a 404, and the file a download', async () => {
  const png = await flat.clone().png().toBuffer();
  const files = await receive([
    { filename: 'drawing.svg', content: svg },
    { filename: 'svg.png', content: svg },
    { filename: 'scan.tiff', content: await flat.clone().tiff().toBuffer() },
    { filename: 'page.png', content: `<!doctype html>${script}` },
    { filename: 'broken.png', content: png.subarray(0, 40) },
    { filename: 'huge.png', content: hugePng() },
    { filename: 'text.gif', content: 'GIF89a=1;alert(1)' },
    { filename: 'plan.pdf', content: `%PDF-1.7\n${script}` },
    { filename: 'zipped.jpg', content: Buffer.concat([Buffer.from('PK\x03\x04'), png]) },
  ]);
  expect(files).toHaveLength(9);
  for (const { path, name } of files) {
    const picture = await site.rest('hr').get(`${path}/picture`);
    expect([picture.status, picture.body.message], name).toEqual([
      404,
      'This file is no picture that can be shown.',
    ]);
    const { headers } = await site.rest('hr').get(path);
    expect(headers, name).toMatchObject({
      'content-type': name.endsWith('.pdf') ? 'application/pdf' : 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; /),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  }
  const first = `${files[0]!.path}/picture`;
  expect((await site.rest('content_moderator').get(first)).status).toBe(403);
  expect((await site.rest('hr').get('/api/admin/messages/files/999/picture')).status).toBe(404);
  const foreign = await site.app.inject({ url: first, headers: { 'sec-fetch-site': 'cross-site' } });
  expect(foreign.statusCode).toBe(401);
});

/** Its header claims 100 megapixels. */
function hugePng(): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const size = Buffer.alloc(8);
  size.writeUInt32BE(10_000, 0);
  size.writeUInt32BE(10_000, 4);
  return Buffer.concat([head, size, Buffer.from('0802000000', 'hex'), Buffer.alloc(40)]);
}
