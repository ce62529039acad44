import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Post } from '../../src/modules/blog/blog.module.ts';
import { callProcedure, apiKinds } from '../support/api-calls.ts';
import { createMember, createProject } from '../support/factories.ts';
import { chooseByForm, isShortForm } from '../support/test-form.ts';
import { animation, asFile, refusedPictures, photograph, picture } from '../support/pictures.ts';
import { type OpenedStorage, openStorage } from '../support/storages.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

/** Returns a picture that no format can compress well. */
function noise(width: number, height: number): Sharp {
  const bytes = Buffer.alloc(width * height * 3);
  for (let at = 0, value = 1; at < bytes.length; at += 1) {
    value = (value * 48_271) % 2_147_483_647;
    bytes[at] = value % 256;
  }
  return sharp(bytes, { raw: { width, height, channels: 3 } });
}

const post = { title: 'T', excerpt: 'E', content: '<p>C</p>', category: 'Technology' };
const notOne = 'The file must be a JPEG, PNG, WebP, AVIF or GIF picture.';

/** Each storage through one of the APIs. */
const full = [
  { storage: 'folder', endpoint: 'rest' },
  { storage: 'S3 store', endpoint: 'trpc' },
] as const;
/** What is done to a picture happens before it is stored. `broken-off.both.test.ts` uploads into an S3 store by tRPC. */
const cases = chooseByForm<readonly (typeof full)[number][]>(full, full.slice(0, 1));

describe.each(cases)('pictures in the $storage through $endpoint', ({ storage, endpoint }) => {
  let site: TestApp;
  let opened: OpenedStorage;
  beforeAll(async () => {
    opened = await openStorage(storage);
    site = await testApp('sqlite', { storage: opened.storage });
  });
  afterAll(async () => {
    await site.close();
    await opened.close();
  });

  const send = (file: File) =>
    callProcedure(site, endpoint, 'admin', 'blog.create', { ...post, featured_image: file });
  const traces = async () => ({
    storedFile: await site.servedPictures(),
    quarantine: (await site.files()).quarantine,
  });

  /** Uploads a picture and returns the stored bytes. */
  async function stored(bytes: Buffer, name?: string): Promise<Buffer> {
    const { status, body } = await send(asFile(bytes, name));
    expect([200, 201], JSON.stringify(body)).toContain(status);
    const answer = await site.app.inject(`/${body.post.featured_image}`);
    expect(answer.statusCode).toBe(200);
    return answer.rawPayload;
  }

  /** Returns the colour in the middle of the upper and of the lower half. */
  async function halves(picture: Sharp): Promise<string[]> {
    const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
    return [1, 3].map((quarter) => {
      const at = (Math.floor((info.height * quarter) / 4) * info.width + info.width / 2) * info.channels;
      const [red = 0, , blue = 0] = data.subarray(at, at + 3);
      return red > blue ? 'red' : 'blue';
    });
  }

  describe('UP7: a photograph from a phone', () => {
    test.each([1, 2, 3, 4, 5, 6, 7, 8])(
      'lying as orientation %i says is stored upright, without its place',
      async (orientation) => {
        const sent = await photograph(orientation);
        expect(await sharp(sent).metadata()).toMatchObject({ orientation, exif: expect.any(Buffer) });
        const storedFile = await stored(sent, 'phone.jpeg');
        const { exif, icc, xmp, iptc, ...facts } = await sharp(storedFile).metadata();
        expect(facts).toMatchObject({ width: 80, height: 60, format: 'jpeg' });
        expect({ exif, icc, xmp, iptc, orientation: facts.orientation }).toEqual({});
        expect(storedFile.includes('telling')).toBe(false);
        expect(await halves(sharp(storedFile))).toEqual(['red', 'blue']);
      },
    );
  });

  describe('UP4: pictures that would need too many resources', () => {
    test.each(refusedPictures)('$what is refused', async ({ make, name, reason }) => {
      const { status, body } = await send(asFile(await make(), name));
      expect(status).toBe(422);
      expect(body.errors.featured_image).toEqual([expect.stringMatching(reason)]);
    });

    test('a picture in the colours of a printing press is stored in those of a screen', async () => {
      const raw = sharp(await photograph(1)).toColourspace('cmyk');
      const sent = await raw.jpeg().toBuffer();
      expect((await sharp(sent).metadata()).space).toBe('cmyk');
      const storedFile = sharp(await stored(sent));
      expect((await storedFile.metadata()).space).toBe('srgb');
      expect(await halves(storedFile)).toEqual(['red', 'blue']);
    });

    test('an animated GIF of up to 100 frames stays animated, as WebP', async () => {
      const frames = chooseByForm(100, 5);
      const storedFile = await stored(await animation(frames), 'a.gif');
      expect(await sharp(storedFile).metadata()).toMatchObject({
        format: 'webp',
        pages: frames,
        width: 20,
        height: 20,
      });
    });
  });

  describe('UP3: a picture that is something else too', () => {
    const script = '<script>alert(document.cookie)</script>';
    test.each([
      ['with a script behind it', async () => Buffer.concat([await photograph(1), Buffer.from(script)])],
      [
        'with an archive behind it',
        async () => Buffer.concat([await photograph(1), Buffer.from('PK\x03\x04evil')]),
      ],
      [
        'with a script in its comment',
        async () => {
          const whole = await photograph(1);
          const comment = Buffer.concat([
            Buffer.from([0xff, 0xfe, 0, script.length + 2]),
            Buffer.from(script),
          ]);
          return Buffer.concat([whole.subarray(0, 2), comment, whole.subarray(2)]);
        },
      ],
    ])('%s is encoded anew, and that is gone', async (_what, make) => {
      const sent = await make();
      const storedFile = await stored(sent);
      for (const part of ['script', 'evil']) expect(storedFile.includes(part)).toBe(false);
      expect(await halves(sharp(storedFile))).toEqual(['red', 'blue']);
    });

    test.each(['webp', 'avif', 'png'] as const)('%s stays what it is', async (format) => {
      const storedFile = await stored(
        await sharp(await photograph(1))
          .toFormat(format)
          .toBuffer(),
      );
      const { format: now, compression } = await sharp(storedFile).metadata();
      expect(now === 'heif' ? compression === 'av1' && 'avif' : now).toBe(format);
    });
  });

  describe.each(apiKinds)('UP2: what only claims to be a picture, through %s', (face) => {
    const pretenders: [string, string][] = [
      ['a page', '<!doctype html><script>alert(1)</script>'],
      ['a drawing in SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
      ['a script', 'alert(1)'],
      ['a document', '%PDF-1.7\n'],
      ['an archive', 'PK\x03\x04'],
    ];

    test.each(pretenders)('%s is refused wherever a picture is taken', async (_what, bytes) => {
      const em = site.database.fork();
      const [member, project] = [await createMember(em), await createProject(em)];
      const written = Post.write(
        { ...post, category: 'Technology', tags: [], is_published: false, featured_image: null },
        new Date(),
      );
      await em.persist(written).flush();
      const member1 = {
        name: 'A',
        role: 'HR Officer',
        description: 'D',
        section: 'leadership',
        expertise: ['x'],
      };
      const project1 = { title: 'T', description: 'D', category: 'IT Support', client: 'C' };
      const rows: [string, object, string][] = [
        ['blog.create', post, 'featured_image'],
        ['blog.update', { ...post, id: written.id }, 'featured_image'],
        ['team.create', member1, 'image'],
        ['team.update', { ...member1, id: member.id }, 'image'],
        ['portfolio.create', project1, 'image'],
        ['portfolio.update', { ...project1, id: project.id }, 'image'],
      ];
      const before = await traces();
      for (const [name, words, field] of rows) {
        const answer = await callProcedure(site, face, 'admin', name, {
          ...words,
          [field]: asFile(bytes, 'a.png'),
        });
        expect(answer, name).toMatchObject({ status: 422, body: { errors: { [field]: [notOne] } } });
      }
      expect(await traces()).toEqual(before);
    });
  });

  describe('the sizes of a picture', () => {
    const posts = async () => (await site.rest('admin').get('/api/admin/blog-posts')).body.posts;

    const sizesIn = (srcset: string) => srcset.split(', ').map((one) => one.split(' ') as [string, string]);

    const widths = ['320w', '640w', '960w', '1000w'];
    const kinds = [
      { what: 'heavy', make: () => noise(1000, 500).jpeg().toBuffer(), largest: 'avif' },
      { what: 'light', make: () => photograph(1, { width: 1000, height: 500 }), largest: 'jpeg' },
    ];
    test.each(kinds.filter(({ what }) => !isShortForm || what !== 'heavy'))(
      'of a $what picture are offered at once as AVIF, and made when first requested',
      async ({ make, largest }) => {
        const bytes = await make();
        const before = await site.storedPictures();
        const { body } = await send(asFile(bytes, 'a.jpeg'));
        expect(body.post.picture).toMatchObject({ width: 1000, height: 500, alt: null });
        expect(body.post.picture.colour).toMatch(/^#[0-9a-f]{6}$/);
        expect(body.post.picture.placeholder).toMatch(/^data:image\/webp;base64,/);
        expect((await posts())[0].picture).toEqual(body.post.picture);
        expect(await site.storedPictures()).toHaveLength(before.length + 1);

        const [source, ...others] = body.post.picture.sources;
        expect([source.type, others]).toEqual(['image/avif', []]);
        const sizes = sizesIn(source.srcset);
        expect(sizes.map(([, width]) => width)).toEqual(widths);
        expect(sizes.at(-1)![0]).toMatch(new RegExp(`\\.${largest}$`));
        for (const [url, width] of sizes) {
          const answer = await site.app.inject(url);
          const type = `image/${url.split('.').at(-1)}`;
          expect(answer).toMatchObject({ statusCode: 200, headers: { 'content-type': type } });
          expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
          expect(`${(await sharp(answer.rawPayload).metadata()).width}w`).toBe(width);
        }
        const made = sizes.filter(([url]) => url.endsWith('.avif')).length;
        expect(await site.storedPictures()).toHaveLength(before.length + 1 + made);
        expect((await posts())[0].picture).toEqual(body.post.picture);
      },
    );

    test('have names from a fixed list, and no other name makes one', async () => {
      const { body } = await send(await picture({ width: 2000, height: 1000, format: 'jpeg' }));
      const stem = `/${body.post.featured_image.replace(/\.jpeg$/, '')}`;
      const before = await site.storedPictures();
      const others = [
        ...['321.avif', '0320.avif', '1.avif', '99999.avif', '2000.avif', '2560.avif', '320.webp'],
        ...['320.jpeg', '640.png', '1280.png', '1920.jpeg'],
      ];
      const foreign = ['/uploads', `${'0'.repeat(32)}-${'0'.repeat(16)}-320.avif`].join('/');
      const headers = { accept: 'image/avif,*/*' };
      for (const url of [...others.map((one) => `${stem}-${one}`), foreign])
        expect((await site.app.inject({ url, headers })).statusCode, url).toBe(404);
      expect(await site.storedPictures()).toEqual(before);
      const shared = await site.app.inject(`${stem}-1280.jpeg`);
      expect(shared).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/jpeg' } });
      expect((await sharp(shared.rawPayload).metadata()).width).toBe(1280);
    });

    test('go with the picture', async () => {
      await site.makeSizes();
      const before = await site.servedPictures();
      const { body } = await send(await picture({ width: 1400, height: 400, format: 'jpeg' }));
      await site.makeSizes();
      // The picture, four sizes as AVIF, and one as JPEG for link previews.
      expect(await site.servedPictures()).toHaveLength(before.length + 6);
      await callProcedure(site, 'rest', 'admin', 'blog.remove', { id: body.post.id });
      expect((await site.servedPictures()).toSorted()).toEqual(before.toSorted());
    });

    test('of a small picture are none, and of an animation WebP alone', async () => {
      await send(await picture());
      await send(asFile(await animation(3, 400), 'a.gif'));
      const [moving, small] = await posts();
      expect(small.picture.sources).toEqual([]);
      expect(moving.picture.sources.map(({ type }: { type: string }) => type)).toEqual(['image/webp']);
      const [url] = moving.picture.sources[0].srcset.split(' ');
      const { pages, width } = await sharp((await site.app.inject(url)).rawPayload, {
        animated: true,
      }).metadata();
      expect({ pages, width }).toEqual({ pages: 3, width: 320 });
    });
  });

  test('the description of a picture is set once, changed without a new picture, and cleared', async () => {
    const file = await picture();
    const { body } = await callProcedure(site, 'rest', 'admin', 'blog.create', {
      ...post,
      featured_image: file,
      image_alt: ' A bridge at dawn ',
    });
    const { id, picture: first, featured_image } = body.post;
    expect(first.alt).toBe('A bridge at dawn');
    const changed = await callProcedure(site, 'rest', 'admin', 'blog.update', { ...post, id, image_alt: '' });
    expect(changed.body.post).toMatchObject({ featured_image, picture: { alt: '' } });
    const storedFile = await callProcedure(site, 'rest', 'admin', 'blog.update', { ...post, id });
    expect(storedFile.body.post.picture.alt).toBe('');
    const long = await callProcedure(site, 'rest', 'admin', 'blog.update', {
      ...post,
      id,
      image_alt: 'x'.repeat(251),
    });
    expect(long).toMatchObject({ status: 422, body: { errors: { image_alt: [expect.any(String)] } } });
  });

  test.skipIf(isShortForm)(
    'UP11: twenty concurrent uploads with the same name become twenty files',
    async () => {
      const file = await picture({ width: 200, height: 100 }, 'holiday.png');
      const answers = await Promise.all(Array.from({ length: 20 }, () => send(file)));
      expect(answers.filter(({ status }) => status > 201)).toEqual([]);
      expect(new Set(answers.map(({ body }) => body.post.featured_image)).size).toBe(20);
    },
  );

  test.each([
    '../../etc/passwd.png',
    'C:\\windows\\system.png',
    'nul\u0000byte.png',
    `${'n'.repeat(300)}.png`,
    'page.php.png',
    'gnp.\u202egpj',
    '.htaccess',
  ])('UP5: the name %j is not used', async (name) => {
    const { status, body } = await send(new File([await picture()], name));
    expect(status).toBeLessThan(202);
    expect(body.post.featured_image).toMatch(/^uploads\/[0-9a-f]{32}-[0-9a-f]{16}\.png$/);
    expect((await site.files()).quarantine).toEqual([]);
  });
});

test('the code that works on pictures never runs in the server itself', async () => {
  for (const name of ['processing/picture-store', 'files/file-types', 'processing/image-processes']) {
    const text = await readFile(`src/pictures/${name}.ts`, 'utf8');
    expect(text, name).not.toMatch(/^import (?!type)[^;]*image-operations/m);
  }
});
