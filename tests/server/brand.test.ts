import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { defaultLook } from '../../src/shared/brand/brand-look.ts';
import { makePalette } from '../../src/shared/brand/palette.ts';
import { brandLookHash, makeStylesheet } from '../../src/shared/brand/stylesheet.ts';
import { buildFormData } from '../support/callers.ts';
import { databaseKinds } from '../support/database.ts';
import { asFile, picture } from '../support/pictures.ts';
import { loadBuiltPages } from '../support/built-pages.ts';
import { sweepOnce, sweepTwice } from '../support/sweeps.ts';
import { day } from '../support/clock.ts';
import { useSite } from '../support/use-site.ts';

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 25"><script>alert(1)</script><path d="M0 0H100V25H0Z" fill="#f26a1b"/></svg>';

describe.each(databaseKinds)('the brand of a site on %s', (kind) => {
  const site = useSite({ on: kind, parts: loadBuiltPages });

  const get = (url: string) => site.app.inject({ url });
  const save = async (value: object) =>
    (await site.rest('admin').put('/api/admin/settings/brand', { value })).body;
  const upload = (field: string, file: File, caller: 'admin' | 'content_moderator' = 'admin') =>
    site.rest(caller).post('/api/admin/settings/brand/pictures', buildFormData({ field, picture: file }));
  const cssOf = (html: string) => /href="(\/brand\/[^"]+\.css)"/.exec(html)?.[1];

  test('has no files of its own while nobody has changed it', async () => {
    const { body } = await get('/');
    expect(cssOf(body)).toBeUndefined();
    expect(body).toContain('<link rel="icon" href="/favicon.ico" sizes="32x32">');
    expect(body).not.toContain('/brand/');
  });

  test('is a style sheet after the built ones on pages, the panel and the reference', async () => {
    await save({ accent: '#F26A1B', corners: '0' });
    const look = { ...defaultLook, accent: '#f26a1b', corners: '0' } as const;
    for (const page of ['/', '/contact', '/admin/login', '/api/docs', '/nowhere']) {
      const { body, headers } = await get(page);
      const sheets = [...body.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href);
      expect(sheets.at(-1), page).toBe(`/brand/${brandLookHash(look)}/site.css`);
      expect(headers['content-security-policy']).not.toContain('unsafe-inline');
    }
    const { body, headers } = await get(cssOf((await get('/')).body)!);
    expect(body).toBe(makeStylesheet(look));
    expect(headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  test('is served for every stored version and for nothing else', async () => {
    await save({ accent: '#f26a1b' });
    const earlier = cssOf((await get('/')).body)!;
    await save({ accent: '#1f4fd8' });
    const now = cssOf((await get('/')).body)!;
    expect(now).not.toBe(earlier);
    expect((await get(earlier)).statusCode).toBe(200);
    const foreign = brandLookHash({ ...defaultLook, accent: '#123456' });
    for (const path of [`/brand/${foreign}/site.css`, '/brand/x/site.css', '/brand/x/hero-light.svg'])
      expect((await get(path)).statusCode, path).toBe(404);
    expect((await get(now.replace('site.css', '../../package.json'))).statusCode).toBe(404);
    expect((await get(now.replace('site.css', 'unknown.svg'))).statusCode).toBe(404);
  });

  test('gives its colours to the drawings of the pages and to share cards', async () => {
    await save({ accent: '#1f4fd8' });
    const { body } = await get('/');
    const [, hero] = /src="(\/brand\/[^"]+\/hero-light\.svg)"/.exec(body) ?? [];
    const drawing = await get(hero!);
    expect(drawing.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
    expect(drawing.body).not.toContain('#1b5947');
    expect(drawing.body).toContain(makePalette({ ...defaultLook, accent: '#1f4fd8' }).light.spot);
    const card = /property="og:image" content="[^"]*(\/cards\/[^"]+)"/.exec(body)?.[1];
    expect((await get(card!)).headers['content-type']).toBe('image/png');
    await save({ drawings: 'off' });
    expect((await get('/')).body).not.toMatch(/<picture>|hero-light/);
    await save({ accent: defaultLook.accent, drawings: 'accent' });
    const plain = (await get('/')).body;
    expect(plain).not.toContain('/brand/');
    expect(/property="og:image" content="[^"]*(\/cards\/[^"]+)"/.exec(plain)?.[1]).not.toBe(card);
  });

  test('shows an uploaded logo with the name of the company, on pages and in the panel', async () => {
    const { status, body: uploaded } = await upload('logo', asFile(logo, 'logo.svg'));
    expect(status).toBe(201);
    const { colours, ...body } = uploaded;
    expect(colours).toEqual(['#f26a1b']);
    expect(body).toMatchObject({ width: 768, height: 192, path: expect.stringMatching(/\.png$/) });
    const saved = await save({ logo: body.path });
    expect(saved.value.logo).toBe(body.path);
    const page = (await get('/')).body;
    expect(page).toContain(`<img src="/${body.path}" alt="Atrium" width="120" height="30"/>`);
    expect(page).not.toContain('mark-walls');
    expect((await get('/admin/login')).body).toContain(`/${body.path}`);
    expect((await site.rest('anonymous').get('/api/site')).body.brand.logo).toEqual(body);
    const stored = await sharp((await get(`/${body.path}`)).rawPayload)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...stored.data.subarray(0, 3)]).toEqual([0xf2, 0x6a, 0x1b]);
    expect((await get('/favicon.ico')).statusCode).toBe(200);
  });

  test('refuses logos that cannot be used, in words', async () => {
    const refused = async (file: File, field = 'logo') => (await upload(field, file)).body.errors;
    expect(await refused(asFile('<svg viewBox="0 0 9 9"><text>Hi</text></svg>', 'a.svg'))).toEqual({
      picture: [expect.stringContaining('Convert the text to paths')],
    });
    expect(await refused(asFile('<html></html>', 'a.png'))).toEqual({
      picture: ['The file is not an SVG drawing.'],
    });
    expect(await refused(asFile('hello', 'a.svg'))).toEqual({ picture: [expect.stringContaining('JPEG')] });
    expect(await refused(asFile(`<svg>${'<g>'.repeat(100_000)}`, 'a.svg'))).toEqual({
      picture: ['An SVG may have at most 200 kB.'],
    });
    expect(await refused(asFile(logo, 'a.svg'), 'accent')).toEqual({ field: ['There is no such picture.'] });
    const large = await upload('logo', asFile(`<svg>${'<g>'.repeat(17_000_000)}`, 'a.svg'));
    expect(large.status).toBe(413);
    expect((await upload('logo', asFile(logo, 'a.svg'), 'content_moderator')).status).toBe(403);
    const missing = `uploads/${'0'.repeat(32)}-00000000.png`;
    expect((await save({ logo: missing })).errors).toEqual({
      logo: ['There is no uploaded picture at this path.'],
    });
    expect((await save({ accent: 'orange', paper: 'blue' })).errors).toEqual({
      accent: ['Your colour must be a colour such as #1b5947'],
      paper: ['Background must be one of: warm, plain, tinted'],
    });
  });

  test('keeps the pictures of its current and earlier versions from the sweep', async () => {
    const [first, second, unused] = await Promise.all(
      ['logo.png', 'other.png', 'unused.png'].map(async (name, at) => {
        const file = await picture({ width: 200 + at, height: 50 }, name);
        return (await upload('logo', file)).body.path as string;
      }),
    );
    await save({ logo: first });
    await save({ logo: second });
    await sweepOnce(site.work());
    const swept = await sweepTwice(site.work(), day);
    expect(swept.removedFiles).toContain(unused);
    expect(swept.removedFiles).not.toContain(first);
    expect(swept.removedFiles).not.toContain(second);
    expect(
      (await site.rest('admin').get('/api/admin/settings/brand/versions')).body.versions[1],
    ).toBeDefined();
    const { versions } = (await site.rest('admin').get('/api/admin/settings/brand/versions')).body;
    await site.rest('admin').post('/api/admin/settings/brand/restore', { version: versions[1].version });
    expect((await get('/')).body).toContain(first);
    expect((await sweepOnce(site.work())).removed).toBe(0);
  });

  test('makes icons of a square picture, else of the first letter of the name', async () => {
    const { path } = (await upload('icon', await picture({ width: 300, height: 300 }, 'icon.png'))).body;
    await save({ logo: '', icon: path });
    const ofPicture = (await get('/icon-192.png')).rawPayload;
    await save({ icon: '', accent: '#f26a1b' });
    await site.rest('admin').put('/api/admin/settings/company', { value: { name: 'Brightforge' } });
    const html = (await get('/')).body;
    expect(html).toContain('class="letter"');
    const [, icon] = /href="(\/favicon\.svg\?v=\w+)"/.exec(html) ?? [];
    expect((await get(icon!)).body).toContain('>B</text>');
    for (const [file, size] of [
      ['apple-touch-icon.png', 180],
      ['icon-192.png', 192],
      ['icon-512.png', 512],
      ['icon-maskable-512.png', 512],
    ] as const) {
      const { rawPayload } = await get(`/${file}`);
      expect(await sharp(rawPayload).metadata(), file).toMatchObject({ format: 'png', width: size });
      expect((await sharp(rawPayload).stats()).isOpaque, file).toBe(true);
    }
    expect((await get('/icon-192.png')).rawPayload.equals(ofPicture)).toBe(false);
    const ico = (await get('/favicon.ico')).rawPayload;
    expect([ico.readUInt16LE(4), ico[6], ico[22], ico[38]]).toEqual([3, 16, 32, 48]);
    const manifest = (await get('/manifest.webmanifest')).json();
    expect(manifest.name).toBe('Brightforge');
    expect(manifest.icons).toHaveLength(3);
  });
});
