import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recolour } from '../../src/http/drawings/svg.ts';
import { cardSceneSize, drawShareCard, readCardScene } from '../../src/http/drawings/share-card.ts';
import { createPngCache } from '../../src/pictures/processing/png-cache.ts';
import { defaultLook } from '../../src/shared/brand/brand-look.ts';
import { motifNames } from '../../src/shared/motifs.ts';
import { defaultSiteSettings } from '../../src/shared/settings/site-settings.ts';
import { cardOfPage } from '../../src/shared/share-card.ts';
import { createJob, createPost, createProject } from '../support/factories.ts';
import { fixedPaths, publicUrl, readHead, loadBuiltPages } from '../support/built-pages.ts';
import { removeData, startServer } from '../support/running-server.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { isShortForm } from '../support/test-form.ts';

test('a card whose letters no font of the machine has is drawn without words', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-fonts-'));
  const fonts = join(import.meta.dirname, '../../src/pictures/processing/fonts');
  const config = join(folder, 'fonts.conf');
  await writeFile(config, `<fontconfig><dir>${fonts}</dir></fontconfig>`);
  const titles = {
    'Größe, şık, Őrség, Đorđe · Việt': true,
    Привет: false,
    שלום: false,
    مرحبا: false,
    日本: false,
    '口 in a word': false,
    '\u{20000}': false,
  };
  const cards = Object.keys(titles).map((title) =>
    drawShareCard({ name: 'a', title, kicker: '', motif: null }, defaultSiteSettings),
  );
  // Fontconfig reads its settings once in a process.
  const code = `
    import { withoutUnknownLetters } from './src/pictures/processing/image-operations.ts';
    const cards = JSON.parse(process.env.CARDS);
    const drawn = await Promise.all(cards.map((card) => withoutUnknownLetters(card)));
    console.log(JSON.stringify(drawn.map((card) => card.includes('<text'))));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    cwd: join(import.meta.dirname, '../..'),
    env: { FONTCONFIG_FILE: config, CARDS: JSON.stringify(await Promise.all(cards)) },
  });
  expect(JSON.parse(stdout)).toEqual(Object.values(titles));
  await rm(folder, { recursive: true });
});

describe('share cards', () => {
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp('sqlite', await loadBuiltPages());
  });
  afterAll(() => site.close());
  const get = (url: string) => site.app.inject({ url });
  const cardOf = async (path: string) =>
    readHead((await get(path)).body).said['og:image']!.replace(publicUrl, '');

  test.skipIf(isShortForm)(
    'every page, post, job and project has its own card, a picture of 1200 by 630 that may be cached for ever',
    async () => {
      const em = site.database.fork();
      const { id: post } = await createPost(em);
      const { id: job } = await createJob(em);
      const { id: project } = await createProject(em);
      const paths = [...fixedPaths, `/blog/${post}`, `/career/${job}`, `/portfolio/${project}`];
      const cards = await Promise.all(paths.map(cardOf));
      expect(new Set(cards).size).toBe(paths.length);
      const drawn = new Set<string>();
      for (const card of cards) {
        const { statusCode, headers, rawPayload } = await get(card);
        expect(statusCode).toBe(200);
        expect(headers).toMatchObject({
          'content-type': 'image/png',
          'cache-control': 'public, max-age=31536000, immutable',
          'cross-origin-resource-policy': 'cross-origin',
        });
        expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
        drawn.add(rawPayload.toString('base64'));
      }
      expect(drawn.size).toBe(paths.length);
      expect((await get(cards[0]!)).rawPayload.toString('base64')).toBe([...drawn][0]);
    },
  );

  test('the head contains everything that sites read when a page is shared', async () => {
    const { id } = await createPost(site.database.fork(), {
      title: 'A "quoted" title',
      excerpt: 'Word '.repeat(90),
    });
    const { said, title } = readHead((await get(`/blog/${id}`)).body);
    const image = publicUrl + (await cardOf(`/blog/${id}`));
    expect(title).toBe('A "quoted" title · Atrium');
    expect(said).toMatchObject({
      'og:title': 'A "quoted" title',
      'og:type': 'article',
      'og:url': `${publicUrl}/blog/${id}`,
      'og:site_name': 'Atrium',
      'og:image': image,
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:card': 'summary_large_image',
      'twitter:title': 'A "quoted" title',
      'twitter:image': image,
      'article:published_time': expect.any(String),
      'article:section': 'Technology',
    });
    expect(said.description).toBe(said['og:description']);
    expect(said.description!.length).toBeLessThanOrEqual(160);
    expect(said.description).toMatch(/^Word .*Word…$/);
  });

  test('a change gives the card another address, and the old address redirects to it', async () => {
    const em = site.database.fork();
    const post = await createPost(em, { title: 'Before' });
    const old = await cardOf(`/blog/${post.id}`);
    post.revise({ title: 'After' }, new Date());
    await em.flush();
    const current = await cardOf(`/blog/${post.id}`);
    expect(current).not.toBe(old);
    const { statusCode, headers } = await get(old);
    expect([statusCode, headers.location, headers['cache-control']]).toEqual([302, current, 'no-cache']);
  });

  test.each([
    ...['page-nothing', 'page-test', 'post-999999', 'post-0', 'post-99999999999', 'user-1', 'job-1e3'],
    ...['constructor-1', '..%2f..%2fetc', '%00', 'x'.repeat(5000)],
  ])('there is no card by the name %s', async (name) => {
    expect((await get(`/cards/${name}-abc.png`)).statusCode).toBe(404);
  });

  test('every two pages that search engines see have titles and descriptions of their own', async () => {
    const heads = await Promise.all(
      [
        ...fixedPaths,
        '/blog?category=Technology',
        '/career?type=Contract',
        '/portfolio?category=IT+Support',
      ].map(async (path) => readHead((await get(path)).body)),
    );
    expect(new Set(heads.map(({ title }) => title)).size).toBe(heads.length);
    const descriptions = heads.map(({ said }) => said.description!);
    expect(new Set(descriptions).size).toBe(heads.length);
    for (const text of descriptions) expect(text.length).toBeGreaterThan(49);
  });
});

test('every motif has a scene of its own, which its cards show in the colours of the brand', async () => {
  const { width, height } = cardSceneSize;
  const scenes = await Promise.all(motifNames.map(readCardScene));
  expect(new Set(scenes).size).toBe(motifNames.length);
  const look = { ...defaultLook, accent: '#1f4fd8' } as const;
  const blue = { ...defaultSiteSettings, brand: { ...defaultSiteSettings.brand, ...look } };
  for (const [at, motif] of motifNames.entries()) {
    const scene = scenes[at]!;
    expect(scene, motif).toMatch(new RegExp(`^<svg [^>]*viewBox="0 0 ${width} ${height}"`));
    const card = { name: 'post-1', title: 'Hall', kicker: '', motif };
    expect(await drawShareCard(card, defaultSiteSettings)).toContain(scene);
    const turned = recolour(scene, look);
    expect(turned, motif).not.toBe(scene);
    expect(await drawShareCard(card, blue)).toContain(turned);
  }
});

test('a card is drawn once for concurrent requests, and old cards are removed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-cards-'));
  const cards = createPngCache(folder);
  let drawings = 0;
  const draw = () => {
    drawings += 1;
    return drawShareCard(cardOfPage('/', defaultSiteSettings), defaultSiteSettings);
  };
  const [first, second] = await Promise.all([cards.get('a.png', draw), cards.get('a.png', draw)]);
  expect(first).toEqual(second);
  expect(await cards.get('a.png', draw)).toEqual(first);
  expect(drawings).toBe(1);
  expect(await readdir(folder)).toEqual(['a.png']);
  await cards.sweep(new Date(0));
  expect(await readdir(folder)).toEqual(['a.png']);
  await cards.sweep(new Date(Date.now() + 60_000));
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

test.skipIf(isShortForm)(
  'the built server draws a card as the sources do, in the same typeface',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-cards-'));
    const server = await startServer({ LOG_LEVEL: 'error' });
    const { said } = readHead(await (await fetch(server.url)).text());
    const { pathname } = new URL(said['og:image']!);
    const [built, drawn] = await Promise.all([
      fetch(server.url + pathname).then(async (answer) => Buffer.from(await answer.arrayBuffer())),
      createPngCache(folder).get('a.png', () =>
        drawShareCard(cardOfPage('/', defaultSiteSettings), defaultSiteSettings),
      ),
    ]);
    expect(built.equals(drawn)).toBe(true);
    await server.end('SIGTERM');
    await removeData(server);
    await rm(folder, { recursive: true });
  },
);

test('a title takes the size at which its longest word fits, and a longer word is divided with a hyphen', async () => {
  const german = {
    ...defaultSiteSettings,
    region: { ...defaultSiteSettings.region, language: 'de' as const },
  };
  const linesOf = async (title: string) => {
    const card = { name: 'post-1', title, kicker: '', motif: 'hero' } as const;
    const drawn = await drawShareCard(card, german);
    const words = [...drawn.matchAll(/<text [^>]*font-size="(\d+)"[^>]*>([^<]*)</g)];
    return words
      .map(([, size, text]) => [Number(size), text])
      .filter(([size]) => ![26, 32].includes(Number(size)));
  };
  expect(await linesOf('Halle')).toEqual([[68, 'Halle']]);
  expect(await linesOf('Wirtschaftsinformatik')).toEqual([[44, 'Wirtschaftsinformatik']]);
  const [first, second] = await linesOf('Donaudampfschifffahrtsgesellschaftskapitän');
  expect(first).toEqual([54, 'Donaudampfschiff-']);
  expect(second![0]).toBe(54);
  // In a title of more than 120 characters too
  const long = await linesOf(`${'Wort '.repeat(20)}Donaudampfschifffahrtsgesellschaftskapitän`);
  expect(long.filter(([, text]) => String(text).endsWith('-'))).toHaveLength(1);
});

test('nothing is swept where nothing was ever drawn', async () => {
  await expect(createPngCache(join(tmpdir(), randomUUID())).sweep(new Date())).resolves.toBeUndefined();
});

test('words on a card are letters, with no font on the machine', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-cards-'));
  const cards = createPngCache(folder);
  const pixelsOf = async (name: string, title: string) => {
    const card = { name: 'post-1', title, kicker: '', motif: 'Technology' } as const;
    const png = await cards.get(name, () => drawShareCard(card, defaultSiteSettings));
    return sharp(png).extract({ left: 72, top: 140, width: 560, height: 300 }).raw().toBuffer();
  };
  // Without a font, every letter would be drawn as the same box.
  const [one, other] = [await pixelsOf('a.png', 'Hall'), await pixelsOf('b.png', 'Łódź')];
  expect(one.equals(other)).toBe(false);
  await rm(folder, { recursive: true });
});
