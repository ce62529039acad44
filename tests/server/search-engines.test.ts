import { describe, expect, test } from 'vitest';
import { buildFormData } from '../support/callers.ts';
import { databaseKinds } from '../support/database.ts';
import { asFile, picture } from '../support/pictures.ts';
import { publicUrl, readHead, loadBuiltPages } from '../support/built-pages.ts';
import { sweepOnce, sweepTwice } from '../support/sweeps.ts';
import { useSite } from '../support/use-site.ts';

describe.each(databaseKinds)('what search engines and shared links show, on %s', (kind) => {
  const site = useSite({ on: kind, parts: loadBuiltPages });

  const get = (url: string) => site.app.inject({ url });
  const headOf = async (url: string) => readHead((await get(url)).body);
  const save = (group: string, value: object) =>
    site.rest('admin').put(`/api/admin/settings/${group}`, { value });
  const upload = async (group: string, field: string, file: File) =>
    (
      await site
        .rest('admin')
        .post(`/api/admin/settings/${group}/pictures`, buildFormData({ field, picture: file }))
    ).body;

  test('the pattern of titles applies to every page, and the home page has its own', async () => {
    expect((await headOf('/contact')).title).toBe('Contact · Atrium');
    await save('search', { title_pattern: '{page} | {name} in {city}', home_title: '{name}' });
    expect((await headOf('/contact')).title).toBe('Contact | Atrium in London');
    expect((await headOf('/nothing')).title).toMatch(/ \| Atrium in London$/);
    expect((await headOf('/')).title).toBe('Atrium');
    await save('search', { home_title: '' });
    expect((await headOf('/')).title).toMatch(/^IT with daylight in it\. · Atrium$/);
    expect((await save('search', { title_pattern: '{name}' })).body.errors).toEqual({
      title_pattern: ['Title of pages must contain {page}'],
    });
  });

  test('a title may have signs that a replacement could take for its own', async () => {
    await save('search', {});
    const home = { heading: 'Save $& and $1 {page}', title: '' };
    await save('pages', { home });
    expect((await headOf('/')).title).toBe('Atrium · Save $& and $1 {page}');
    await save('pages', {});
  });

  test('the default description is for pages that have none', async () => {
    await save('search', { description: 'IT for offices.' });
    await save('pages', { team: { intro: '', description: '' } });
    const { said } = await headOf('/team');
    expect([said.description, said['og:description']]).toEqual(['IT for offices.', 'IT for offices.']);
    expect((await headOf('/contact')).said.description).toContain('Write to Atrium');
    await save('pages', {});
  });

  test('a page can be hidden, or name where its text appeared first, and leaves the sitemap', async () => {
    const listed = async () => (await get('/sitemap.xml')).body.match(/<loc>[^<]*<\/loc>/g) ?? [];
    const before = await listed();
    await save('pages', {
      team: { is_hidden: true },
      blog: { canonical_url: 'https://old.example.com/log' },
    });
    const [team, blog, filtered] = await Promise.all(
      ['/team', '/blog', '/blog?category=Technology'].map(headOf),
    );
    expect(team!.said.robots).toBe('noindex');
    expect((await get('/blog')).body).toContain('<link rel="canonical" href="https://old.example.com/log">');
    expect(blog!.said.robots).toBeUndefined();
    expect(filtered!.said.robots).toBeUndefined();
    expect((await get('/blog?category=Technology')).body).toContain(
      `<link rel="canonical" href="${publicUrl}/blog?category=Technology">`,
    );
    expect(await listed()).toEqual(before.filter((place) => !/\/(?:team|blog)</.test(place)));
    const wrong = await save('pages', { team: { canonical_url: 'old.example.com' } });
    expect(wrong.status).toBe(422);
    await save('pages', {});
    expect(await listed()).toEqual(before);
  });

  test('a hidden site asks not to be listed and has no sitemap, and can be shown again', async () => {
    await save('search', { is_hidden: true });
    for (const path of ['/', '/about', '/blog'])
      expect((await headOf(path)).said.robots, path).toBe('noindex');
    // A robot that may not read a page cannot see that it is not to be listed.
    const robots = (await get('/robots.txt')).body;
    expect(robots).not.toContain('Sitemap');
    expect(robots).not.toMatch(/^Disallow: \/$/m);
    expect((await get('/sitemap.xml')).statusCode).toBe(404);
    await save('search', {});
    expect((await headOf('/')).said.robots).toBeUndefined();
    expect((await get('/robots.txt')).body).toContain('Sitemap: ');
    expect((await get('/sitemap.xml')).statusCode).toBe(200);
  });

  test('codes of search consoles are on the home page, also from a pasted tag', async () => {
    await save('search', {
      google: ' <meta name="google-site-verification" content="abc-DEF_123=" /> ',
      bing: '0123456789ABCDEF',
    });
    const { said } = await headOf('/');
    expect(said).toMatchObject({
      'google-site-verification': 'abc-DEF_123=',
      'msvalidate.01': '0123456789ABCDEF',
    });
    expect((await headOf('/about')).said).not.toHaveProperty('google-site-verification');
    const { body } = await save('search', { google: '"><script>alert(1)</script>' });
    expect(body.errors).toEqual({
      google: ['Google verification must be the code, or the whole tag that contains it'],
    });
    await save('search', {});
    expect((await headOf('/')).said).not.toHaveProperty('google-site-verification');
  });

  test('an own picture replaces the drawn card of pages, but not those of rows', async () => {
    const { id } = (
      await site.rest('admin').post('/api/admin/blog-posts', {
        title: 'Hinges',
        excerpt: 'E',
        content: '<p>C</p>',
        category: 'Technology',
        is_published: true,
      })
    ).body.blog_post ?? { id: 1 };
    const { path, width, height } = await upload(
      'search',
      'picture',
      await picture({ width: 1200, height: 630 }, 'share.jpeg'),
    );
    expect({ width, height }).toEqual({ width: 1200, height: 630 });
    await save('search', { picture: path, picture_alt: 'Our hall' });
    const { said } = await headOf('/about');
    expect(said).toMatchObject({
      'og:image': `${publicUrl}/${path}`,
      'twitter:image': `${publicUrl}/${path}`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': 'Our hall',
    });
    expect((await get(`/${path}`)).statusCode).toBe(200);
    expect((await headOf(`/blog/${id}`)).said['og:image']).toContain('/cards/post-');
    await save('search', {});
    expect((await headOf('/about')).said['og:image']).toContain('/cards/page-about');
  });

  test('a page shows its own picture at the top, for which a drawing steps back', async () => {
    for (const [page, url] of [
      ['home', '/'],
      ['about', '/about'],
      ['services', '/services'],
      ['contact', '/contact'],
    ] as const) {
      const file = await picture({ width: 1700, height: 700 }, `${page}.jpeg`);
      const { path } = await upload('pages', `${page}.picture`, file);
      const saved = await save('pages', { [page]: { picture: path, picture_alt: 'Our hall' } });
      expect(saved.status, page).toBe(200);
      const { body } = await get(url);
      expect(body, page).toContain(`src="/${path}" alt="Our hall" width="1700" height="700"`);
      expect(body, page).not.toMatch(/hero-light|about-light/);
    }
    const drawing = asFile('<svg viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>', 'a.svg');
    expect((await upload('pages', 'home.picture', drawing)).errors).toEqual({
      picture: [expect.stringMatching(/JPEG/)],
    });
    await save('pages', {});
    expect((await get('/')).body).toContain('hero-light');
  });

  test('the home page opens as the settings say, and shared links show the same', async () => {
    const file = await picture({ width: 1700, height: 700 }, 'hall.jpeg');
    const { path } = await upload('pages', 'home.picture', file);
    const cases = {
      picture: { photo: true, drawing: false },
      drawing: { photo: false, drawing: true },
      words: { photo: false, drawing: false },
    };
    const shared = new Set<string>();
    for (const [opening, { photo, drawing }] of Object.entries(cases)) {
      await save('pages', { home: { opening, picture: path, picture_alt: 'Our hall' } });
      const { body } = await get('/');
      expect([body.includes('class="hero-photo"'), body.includes('hero-light')], opening).toEqual([
        photo,
        drawing,
      ]);
      const image = readHead(body).said['og:image'] ?? '';
      expect(image.includes('/cards/page-home-'), opening).toBe(!photo);
      shared.add(image);
    }
    // The card of words alone has no drawing, so it is another file.
    expect(shared.size).toBe(3);
    await save('pages', {});
  });

  test('the sweep keeps what the current value, an earlier version and a draft of today name', async () => {
    const [earlier, current, draft] = await Promise.all(
      [1, 2, 3].map(async (at) => {
        const file = await picture({ width: 1700 + at, height: 700 }, `${at}.jpeg`);
        return (await upload('pages', 'about.picture', file)).path as string;
      }),
    );
    await save('pages', { about: { picture: earlier } });
    await save('pages', { about: { picture: current } });
    await sweepOnce(site.work());
    expect((await save('pages', { about: { picture: draft } })).status).toBe(200);
    const { removedFiles } = await sweepTwice(site.work());
    for (const path of [earlier, current, draft]) expect(removedFiles).not.toContain(path);
  });
});
