import { describe, expect, test } from 'vitest';
import type { Mail } from '../../src/mail/mailer.ts';
import { textsByLanguage } from '../../src/shared/site-texts/texts-by-language.ts';
import { callProcedure } from '../support/api-calls.ts';
import { fakeMailer } from '../support/mail-server.ts';
import { publicUrl, readHead, loadBuiltPages } from '../support/built-pages.ts';
import { picture } from '../support/pictures.ts';
import type { TestApp } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';

const post = {
  excerpt: 'How we measure.',
  category: 'Innovation',
  tags: ['Stairs'],
  is_published: true,
};
const project = {
  title: 'A staircase',
  category: 'Cloud Solutions',
  description: 'Oak.',
  client: 'A client',
  technologies: ['Oak'],
};
const job = {
  title: 'Joiner',
  department: 'Workshop',
  location: 'Zürich',
  type: 'Full-time',
  description: 'Wood.',
  requirements: ['Hands'],
  responsibilities: ['Stairs'],
  is_active: true,
};

const regionWith = (further_languages: string[], language = 'en') => ({
  value: { language, further_languages },
});

/** A post in three languages, one in two, one in one; a page, a project and a position in two. */
async function fill(site: TestApp) {
  const rest = site.rest('admin');
  const send = async (url: string, body: object) => {
    const answer = await rest.post(`/api/admin${url}`, body);
    expect(answer.status, `${url} ${JSON.stringify(answer.body)}`).toBe(201);
    return answer.body.id as number;
  };
  const change = async (url: string, body: object) => {
    const answer = await rest.patch(`/api/admin${url}`, body);
    expect(answer.status, `${url} ${JSON.stringify(answer.body)}`).toBe(200);
  };
  expect((await rest.put('/api/admin/settings/region', regionWith(['de', 'fr']))).status).toBe(200);
  const translate = async (url: string, lang: string, values: object) => {
    const id = await send(`${url}/translations`, { lang });
    await change(`${url.replace(/\/\d+$/, '')}/${id}`, values);
    return id;
  };
  const measuring = { ...post, title: 'Measuring', slug: 'measuring', content: '<p>First.</p>' };
  const first = await send('/blog-posts', measuring);
  const german = { title: 'Messen', slug: 'messen', is_published: true };
  const ofFirst = await translate(`/blog-posts/${first}`, 'de', german);
  await translate(`/blog-posts/${first}`, 'fr', { title: 'Mesurer', slug: 'measuring', is_published: true });
  const links = `<p><a href="/blog/measuring">Measure</a>, <a href="/blog/only-english">then</a> <a href="/blog/${first}">again</a>, <a href="/contact">write</a>.</p>`;
  const second = await send('/blog-posts', { ...post, title: 'Second', slug: 'second', content: links });
  await translate(`/blog-posts/${second}`, 'de', { title: 'Zweiter', slug: 'zweiter', is_published: true });
  await send('/blog-posts', { ...post, title: 'Only', slug: 'only-english', content: '<p>Only.</p>' });
  const form = { key: 'form-1', kind: 'form', heading: 'Ask', fields: [] };
  const text = { key: 'text-1', kind: 'text', heading: 'Care', body: '<p>Oil.</p>' };
  const page = await send('/pages', {
    title: 'Care',
    slug: 'care',
    place: 'Page',
    is_published: true,
    blocks: [text, form],
  });
  await translate(`/pages/${page}`, 'de', { title: 'Pflege', slug: 'pflege', is_published: true });
  const work = await send('/portfolios', { ...project, slug: 'oak' });
  await translate(`/portfolios/${work}`, 'de', { title: 'Eine Treppe', slug: 'eiche', unpublish_at: null });
  const opening = await send('/jobs', { ...job, slug: 'joiner' });
  await translate(`/jobs/${opening}`, 'de', { title: 'Schreiner', slug: 'schreiner', is_active: true });
  return { first, ofFirst };
}

describe('a site in three languages', () => {
  let ids: Awaited<ReturnType<typeof fill>>;
  const mails: Mail[] = [];
  const mailer = fakeMailer((mail) => {
    mails.push(mail);
    return '250 OK';
  });
  const site = useSite({
    parts: async () => ({ ...(await loadBuiltPages()), mailer, notifyEmails: ['desk@example.com'] }),
    fill: async (app) => {
      ids = await fill(app);
    },
  });
  const get = (url: string) => site.app.inject({ url });
  const headOf = async (url: string) => readHead((await get(url)).body);
  const languageOf = (path: string) => /^\/(de|fr)(?=[/?#]|$)/.exec(path)?.[1] ?? 'en';
  const isFile = (path: string) =>
    /^\/(?:admin|api|assets|brand|cards|uploads)(?:\/|$)|\.[a-z]+$/.test(path.replace(/[?#].*/, ''));

  /** The pages that visitors reach by links, by path. */
  async function crawl() {
    const pages = new Map<string, string>();
    const links: { from: string; to: string; says: string | undefined }[] = [];
    const waiting = ['/', '/de', '/fr'];
    for (const path of waiting) {
      if (pages.has(path)) continue;
      const { statusCode, body, headers } = await get(path);
      expect(
        statusCode,
        `${path} ${headers.location ?? ''} ${links.find(({ to }) => to === path)?.from}`,
      ).toBe(200);
      pages.set(path, body);
      for (const [tag, href = ''] of body.matchAll(/<a\b[^>]*? href="(\/(?!\/)[^"]*)"[^>]*>/g)) {
        const to = href.replace(/#.*/, '').replaceAll('&amp;', '&');
        if (isFile(to)) continue;
        links.push({ from: path, to, says: / hreflang="([^"]*)"/i.exec(tag)?.[1] });
        waiting.push(to);
      }
    }
    return { pages, links };
  }

  test('every link stays in its language, or says that it leaves it, and leads to a page at once', async () => {
    const { pages, links } = await crawl();
    expect([...pages.keys()]).toEqual(
      expect.arrayContaining([
        ...[
          '/blog/measuring',
          '/de/blog/messen',
          '/fr/blog/measuring',
          '/blog/only-english',
          '/de/blog/zweiter',
        ],
        ...['/portfolio/oak', '/de/portfolio/eiche', '/career/joiner', '/de/career/schreiner', '/fr/contact'],
      ]),
    );
    const straying = links.filter(({ from, to, says }) => languageOf(to) !== (says ?? languageOf(from)));
    expect(straying).toEqual([]);
    const second = links.filter(({ from }) => from === '/de/blog/zweiter').map(({ to, says }) => [to, says]);
    expect(second).toEqual(
      expect.arrayContaining([
        ['/de/blog/messen', undefined],
        ['/blog/only-english', 'en'],
        ['/de/contact', undefined],
      ]),
    );
  });

  test('each page names itself and all others that there are, mutually, and is the one that its head says', async () => {
    const { pages } = await crawl();
    const own = [...pages].filter(([path]) => !path.includes('?'));
    const heads = new Map(own.map(([path, body]) => [path, { body, ...readHead(body) }]));
    for (const [path, { body, canonical, alternates, said, things }] of heads) {
      expect(body, path).toContain(`<html lang="${languageOf(path)}"`);
      expect(canonical, path).toBe(publicUrl + path);
      expect(said['og:url'], path).toBe(canonical);
      const named = alternates.filter(({ hreflang }) => hreflang && hreflang !== 'x-default');
      const paths = named.map(({ href }) => href!.slice(publicUrl.length) || '/');
      if (named.length > 0) {
        expect(paths, path).toContain(path);
        expect(named.map(({ hreflang }) => hreflang)).toEqual(paths.map(languageOf));
        const main = alternates.filter(({ hreflang }) => hreflang === 'x-default').map(({ href }) => href);
        expect(main, path).toEqual(named.filter(({ hreflang }) => hreflang === 'en').map(({ href }) => href));
      }
      for (const other of paths) {
        const head = await headOf(other);
        const names = head.alternates.map(({ href }) => href);
        expect(names, `${other} names ${path}`).toContain(publicUrl + path);
      }
      const feeds = alternates.filter(({ type }) => type?.includes('rss')).map(({ href }) => href);
      const prefix = languageOf(path) === 'en' ? '' : `/${languageOf(path)}`;
      expect(feeds, path).toEqual([`${prefix}/feed.xml`]);
      const trail = things.find((thing: Record<string, unknown>) => thing['@type'] === 'BreadcrumbList');
      for (const { item } of trail?.itemListElement ?? [])
        expect(languageOf(item.slice(publicUrl.length)), `${path} ${item}`).toBe(languageOf(path));
      // Drawing a card takes half a second.
      if (!['/de', '/de/blog/messen', '/fr/contact', '/blog/measuring'].includes(path)) continue;
      const card = String(said['og:image']).slice(publicUrl.length);
      expect((await get(card)).statusCode, `${path} ${card}`).toBe(200);
    }
    const languagesOf = (path: string) =>
      heads.get(path)!.alternates.flatMap(({ hreflang }) => (hreflang ? [hreflang] : []));
    expect(languagesOf('/blog/measuring')).toEqual(['en', 'x-default', 'de', 'fr']);
    expect(languagesOf('/blog/only-english')).toEqual([]);
    expect(languagesOf('/de')).toEqual(['en', 'x-default', 'de', 'fr']);
    expect(readHead((await get('/DE/Blog')).body).canonical).toMatch(/\/de\/blog$/);
  });

  test.each([
    ['/blog/messen', '/de/blog/messen'],
    ['/de/blog/measuring', '/blog/measuring'],
    ['/fr/blog/messen', '/de/blog/messen'],
    ['/de/blog/only-english', '/blog/only-english'],
    ['/de/care', '/care'],
    ['/pflege', '/de/pflege'],
    ['/fr/career/schreiner', '/de/career/schreiner'],
    ['/portfolio/eiche', '/de/portfolio/eiche'],
    ['/en/blog', '/blog'],
    ['/de/careers', '/de/career'],
    ['/en', '/'],
    ['/en/blog/measuring', '/blog/measuring'],
  ])('%s is below a wrong prefix, or spelled otherwise, and leads to %s at once', async (from, to) => {
    const { statusCode, headers } = await get(from);
    expect([statusCode, headers.location]).toEqual([301, to]);
    expect((await get(to)).statusCode).toBe(200);
  });

  test('a row by its id leads to its address in its language', async () => {
    for (const path of [`/blog/${ids.ofFirst}`, `/fr/blog/${ids.ofFirst}`]) {
      const { statusCode, headers } = await get(path);
      expect([statusCode, headers.location], path).toEqual([301, '/de/blog/messen']);
    }
    const ofPages = [
      '/blog?page=99',
      '/de/blog?category=Nothing',
      '/team?section=nothing',
      '/portfolio?page=0',
    ];
    for (const path of ['/de/nothing', '/es', '/es/blog', '/fr/blog/nothing', ...ofPages])
      expect((await get(path)).statusCode, path).toBe(404);
  });

  test('lists, feeds and the sitemap have the rows of their language', async () => {
    const titles = async (query: string) =>
      (await site.rest('anonymous').get(`/api/blog-posts${query}`)).body.posts.map(
        ({ title, path }: { title: string; path: string }) => `${title} ${path}`,
      );
    expect((await titles('')).toSorted()).toEqual([
      'Measuring /blog/measuring',
      'Only /blog/only-english',
      'Second /blog/second',
    ]);
    expect((await titles('?lang=de')).toSorted()).toEqual([
      'Messen /de/blog/messen',
      'Zweiter /de/blog/zweiter',
    ]);
    const feed = (await get('/de/feed.xml')).body;
    expect(feed).toContain(`<link>${publicUrl}/de/blog/messen</link>`);
    expect(feed).not.toContain('Measuring');
    expect(feed).toContain('<language>de</language>');
    expect((await get('/feed.xml')).body).not.toContain('Messen');
    expect((await get('/es/feed.xml')).statusCode).toBe(404);
    const listed = [...(await get('/sitemap.xml')).body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) =>
      loc!.slice(publicUrl.length),
    );
    for (const path of ['/', '/de', '/fr', '/de/about', '/de/blog/messen', '/blog/measuring', '/de/pflege'])
      expect(listed, path).toContain(path);
    expect(new Set(listed).size).toBe(listed.length);
    for (const path of listed) expect((await get(path || '/')).statusCode, path).toBe(200);
  });

  test('texts are complete in each language at once, and nothing of one changes another', async () => {
    expect((await headOf('/de/contact')).title).toMatch(/^Kontakt/);
    const before = (await get('/contact')).body;
    const rest = site.rest('admin');
    const read = await rest.get('/api/admin/settings/pages.de');
    expect(read.status, JSON.stringify(read.body)).toBe(200);
    const { value, version, language } = read.body;
    expect(language).toBe('de');
    const contact = { ...value.contact, heading: 'Schreiben Sie uns' };
    const saved = await rest.put('/api/admin/settings/pages.de', { value: { ...value, contact }, version });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect((await get('/de/contact')).body).toContain('Schreiben Sie uns');
    expect((await get('/contact')).body).toBe(before);
    const german = (await get('/de/contact')).body;
    const pages = (await rest.get('/api/admin/settings/pages')).body;
    const changed = { ...pages.value, contact: { ...pages.value.contact, heading: 'Talk to us' } };
    await rest.put('/api/admin/settings/pages', { value: changed, version: pages.version });
    expect((await get('/contact')).body).toContain('Talk to us');
    expect((await get('/de/contact')).body).toBe(german);
    expect((await rest.get('/api/admin/settings/pages.es')).status).toBe(404);
    const lists = (await rest.get('/api/admin/settings/lists.de')).body;
    const services = [...lists.value.services, { key: 'more', title: 'Mehr' }];
    const more = await rest.put('/api/admin/settings/lists.de', { value: { ...lists.value, services } });
    expect([more.status, more.body.errors]).toMatchObject([422, { services: [expect.any(String)] }]);
  });

  test('categories have their names in each language, or else that of the main one, at one address', async () => {
    const rest = site.rest('admin');
    const { value, version } = (await rest.get('/api/admin/settings/choices.de')).body;
    expect(value.team_sections[0]).toEqual({ key: 'leadership', name: 'Leitung' });
    const renamed = (list: { key: string; name: string }[], key: string, name: string) =>
      list.map((entry) => (entry.key === key ? { ...entry, name } : entry));
    const names = {
      ...value,
      blog_categories: renamed(value.blog_categories, 'innovation', 'Neues'),
      portfolio_categories: renamed(value.portfolio_categories, 'cloud-solutions', 'Wolken'),
      team_roles: renamed(value.team_roles, 'chief-executive-officer', 'Chefin'),
    };
    await rest.post('/api/admin/team', {
      name: 'Ada Vogt',
      role: 'Chief Executive Officer',
      section: 'leadership',
      description: 'Builds.',
      expertise: ['Oak'],
    });
    const english = (await get('/blog')).body;
    const twice = { ...names, blog_categories: renamed(names.blog_categories, 'technology', 'neues') };
    const refused = await rest.put('/api/admin/settings/choices.de', { value: twice, version });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['blog_categories.2.name']]);
    const saved = await rest.put('/api/admin/settings/choices.de', { value: names, version });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);

    expect((await get('/blog')).body).toBe(english);
    expect(english).not.toContain('<span lang');
    for (const [url, ...parts] of [
      ['/de/blog', '>Neues</a>', '<span lang="en">Technology</span>', '?category=Innovation"'],
      ['/de/blog?category=Innovation', '<title>Neues · Atrium</title>', 'in „Neues“'],
      ['/de/blog/messen', '>Neues</a>', '"articleSection":"Neues"', 'content="Neues"'],
      ['/de/portfolio', '<p class="note">Wolken</p>'],
      ['/de/portfolio/eiche', '>Wolken</a>', '"genre":"Wolken"'],
      ['/de/team', '>Leitung</h2>', '<p class="member-role">Chefin</p>'],
      ['/de/feed.xml', '<category>Neues</category>'],
      ['/de/feed.json', '"Neues"'],
    ]) {
      const { statusCode, body } = await get(url!);
      expect(statusCode, url).toBe(200);
      for (const part of parts) expect(body, url).toContain(part);
    }

    expect((await rest.put('/api/admin/settings/region', regionWith(['en'], 'de'))).status).toBe(200);
    expect((await get('/blog?category=Innovation')).headers.location).toBe('/blog?category=Neues');
    expect((await get('/blog/messen')).body).toContain('>Neues</a>');
    expect((await get('/en/blog/measuring')).body).toContain('>Innovation</a>');
  });

  test('the gallery has the captions and descriptions of its language, or the originals with theirs', async () => {
    const act = (name: string, input: object = {}) =>
      callProcedure(site, 'rest', 'admin', name, input as Record<string, unknown>);
    const upload = async (width: number) =>
      (await act('media.upload', { file: await picture({ width }, `${width}.png`), alt: `Wall ${width}` }))
        .body.id as number;
    const pictures = [
      {
        media_id: await upload(60),
        caption: 'Party',
        year: 2019,
        translations: { de: { caption: 'Fest', alt: 'Eine Wand' } },
      },
      { media_id: await upload(61), caption: 'Door', translations: { de: { caption: 'Tür', alt: '' } } },
      { media_id: await upload(62), caption: 'Roof' },
    ];
    const saved = await act('gallery.update', { pictures });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const shown = async (path: string) => {
      const { body } = await get(path);
      return [...body.matchAll(/<a [^>]*data-title.*?<\/figure>/gs)].map(([item]) => ({
        title: /data-title="([^"]*)"/.exec(item)![1],
        titleLang: / data-lang="([^"]*)"/.exec(item)?.[1],
        alt: / alt="([^"]*)"/.exec(item)![1],
        altLang: /^<a [^>]*? lang="([^"]*)"/.exec(item)?.[1],
        text: /<figcaption[ >].*?<\/figcaption>/.exec(item)![0],
      }));
    };
    const english = [
      { title: 'Party', alt: 'Wall 60', text: '<figcaption>Party · 2019</figcaption>' },
      { title: 'Door', alt: 'Wall 61', text: '<figcaption>Door</figcaption>' },
      { title: 'Roof', alt: 'Wall 62', text: '<figcaption>Roof</figcaption>' },
    ];
    const german = [
      { title: 'Fest', alt: 'Eine Wand', text: '<figcaption>Fest · 2019</figcaption>' },
      { title: 'Tür', alt: 'Wall 61', altLang: 'en', text: '<figcaption>Tür</figcaption>' },
      {
        title: 'Roof',
        titleLang: 'en',
        alt: 'Wall 62',
        altLang: 'en',
        text: '<figcaption lang="en">Roof</figcaption>',
      },
    ];
    expect(await shown('/gallery')).toEqual(english);
    expect(await shown('/de/gallery')).toEqual(german);
    // A program that knows no languages sends none.
    const plain = pictures.map(({ translations: _, ...one }) => one);
    expect((await act('gallery.update', { pictures: plain })).body.album.version).toBe(1);
    const wrong = [{ ...pictures[0], translations: { xx: { caption: 'A', alt: '' } } }];
    expect((await act('gallery.update', { pictures: wrong })).status).toBe(422);

    await site.rest('admin').put('/api/admin/settings/region', regionWith(['en'], 'de'));
    expect(await shown('/gallery')).toEqual(german);
    expect(await shown('/en/gallery')).toEqual(english);
    expect((await act('gallery.published', { lang: 'en' })).body.pictures[0].caption).toBe('Party');
  });

  test('a form is sent, explained and confirmed in the language of its page', async () => {
    const page = (await get('/de/contact')).body;
    expect(page).toContain('action="/de/contact#site-form"');
    const send = (fields: Record<string, string>) =>
      site.app.inject({
        method: 'POST',
        url: '/de/contact',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: publicUrl },
        payload: new URLSearchParams(fields).toString(),
      });
    const empty = await send({ name: '' });
    expect(empty.statusCode).toBe(422);
    expect(empty.body).toContain('<html lang="de"');
    const input = { name: 'Ada', email: 'ada@example.com', subject: 'Frage', message: 'Guten Tag' };
    const rest = site.rest('admin');
    await rest.put('/api/admin/settings/answers', { value: { receipt: 'We have it.' } });
    await rest.put('/api/admin/settings/answers.de', { value: { receipt: 'Wir haben es.' } });
    const sent = await send({ ...input, phone: '' });
    expect(sent.statusCode, sent.body.slice(0, 200)).toBe(200);
    expect(sent.body).toContain('<html lang="de"');
    await site.settled();
    await site.sendMails();
    const textOf = (address: string) => mails.find(({ to }) => to.address === address)?.text;
    expect(textOf(input.email)).toBe('Wir haben es.');
    const notice = textsByLanguage.en.mails.notice('Ada', input.email, 'Atrium');
    expect(textOf('desk@example.com')).toContain(notice);
    const [message] = (await site.as('hr').inbox.list.query({})).messages;
    const draft = await site.as('hr').inbox.draftReply.query({ id: message!.id });
    expect(draft.templates.map(({ key, name }) => [key, name])).toEqual(
      (await rest.get('/api/admin/settings/answers.de')).body.value.templates
        .filter(({ key }: { key: string }) => draft.templates.some((one) => one.key === key))
        .map(({ key, name }: { key: string; name: string }) => [key, name]),
    );
  });

  test('a removed language hides its rows, leads to their originals, and comes back as it was', async () => {
    const rest = site.rest('admin');
    const store = async (further: string[]) => {
      const { status, body } = await rest.put('/api/admin/settings/region', regionWith(further));
      expect(status, JSON.stringify(body)).toBe(200);
    };
    const before = (await get('/de/blog/messen')).body;
    await store(['fr']);
    for (const [from, to] of [
      ['/de/blog/messen', '/blog/measuring'],
      [`/blog/${ids.ofFirst}`, '/blog/measuring'],
      ['/de', '/'],
      ['/de/about', '/about'],
    ]) {
      const { statusCode, headers } = await get(from!);
      expect([statusCode, headers.location], from).toEqual([301, to]);
    }
    expect((await site.rest('anonymous').get(`/api/blog-posts/${ids.ofFirst}`)).status).toBe(404);
    expect((await get('/sitemap.xml')).body).not.toContain('/de/');
    expect((await get('/blog')).body).not.toContain('Messen');
    await store(['de', 'fr']);
    expect((await get('/de/blog/messen')).body).toBe(before);
  });

  test('the main language changes by one act, and no address is lost', async () => {
    const rest = site.rest('admin');
    const paths = [...(await crawl()).pages.keys()].filter((path) => !path.includes('?'));
    const { status, body } = await rest.put('/api/admin/settings/region', regionWith(['en', 'fr'], 'de'));
    expect(status, JSON.stringify(body)).toBe(200);
    for (const path of paths) {
      const { statusCode, headers } = await get(path);
      const location = headers.location && (await get(String(headers.location))).statusCode;
      expect([200, 301], path).toContain(statusCode);
      if (statusCode === 301) expect(location, `${path} to ${headers.location}`).toBe(200);
    }
    for (const [from, to] of [
      ['/de/blog/messen', '/blog/messen'],
      ['/blog/measuring', '/en/blog/measuring'],
      ['/de/about', '/about'],
      ['/care', '/en/care'],
    ]) {
      const { headers } = await get(from!);
      expect(headers.location, from).toBe(to);
    }
    expect((await get('/contact')).body).toContain('<html lang="de"');
    expect((await headOf('/en/contact')).title).toBe('Contact · Atrium');
    const { pages } = await crawlAfterChange();
    expect(pages).toContain('/en/blog/only-english');
  });

  async function crawlAfterChange() {
    const found = new Set<string>();
    const waiting = ['/', '/en', '/fr'];
    for (const path of waiting) {
      if (found.has(path)) continue;
      const { statusCode, body } = await get(path);
      expect(statusCode, path).toBe(200);
      found.add(path);
      for (const [, href = ''] of body.matchAll(/<a\b[^>]*? href="(\/(?!\/)[^"#]*)/g))
        if (!isFile(href)) waiting.push(href.replaceAll('&amp;', '&'));
    }
    return { pages: [...found] };
  }
});

describe('a language is added to a site that has', () => {
  const site = useSite({ parts: loadBuiltPages });
  const get = (url: string) => site.app.inject({ url });
  const add = (...further: string[]) =>
    site.rest('admin').put('/api/admin/settings/region', regionWith(further));

  const effectsOf = (language: 'en' | 'de', ...further_languages: ('en' | 'de' | 'fr')[]) =>
    site.as('admin').rowLanguages.effects.query({ language, further_languages });
  const postIn = async (lang: string | null, slug: string) => {
    const input = { ...post, title: slug, slug, lang, content: '<p>A</p>' };
    const { status, body } = await site.rest('admin').post('/api/admin/blog-posts', input);
    expect(status, JSON.stringify(body)).toBe(201);
    return body.id as number;
  };

  test.each(['de', 'de-CH'])(
    'rows in %s: they are counted, move, and their former addresses lead there',
    async (lang) => {
      const rest = site.rest('admin');
      const id = await postIn(lang, 'messen');
      await postIn('it', 'misurare');
      expect(await effectsOf('en', 'fr')).toEqual({ moved: 0, hidden: 0, examples: [] });
      expect(await effectsOf('en', 'de')).toEqual({
        moved: 1,
        hidden: 0,
        examples: [{ from: '/blog/messen', to: '/de/blog/messen' }],
      });
      expect((await get('/blog/messen')).statusCode).toBe(200);
      expect((await add('de')).status).toBe(200);
      expect((await get('/blog/messen')).headers.location).toBe('/de/blog/messen');
      expect((await get(`/blog/${id}`)).headers.location).toBe('/de/blog/messen');
      expect((await get('/de/blog/messen')).body).toContain(`lang="${lang}"`);
      expect((await rest.get(`/api/admin/blog-posts/${id}`)).body.post.path).toBe('/de/blog/messen');
      for (const [query, titles] of [
        ['?lang=de', ['messen']],
        ['', ['misurare']],
      ] as const) {
        const { posts } = (await site.rest('anonymous').get(`/api/blog-posts${query}`)).body;
        expect(
          posts.map(({ title }: { title: string }) => title),
          query,
        ).toEqual(titles);
      }
      expect((await rest.post(`/api/admin/blog-posts/${id}/translations`, { lang: 'de' })).status).toBe(409);
      expect(await effectsOf('en')).toEqual({ moved: 0, hidden: 1, examples: [] });
    },
  );

  test('rows without a language, and becomes the only one: they lead to their translations, and come back', async () => {
    const rest = site.rest('admin');
    await add('de');
    const id = await postIn(null, 'measuring');
    await postIn(null, 'only');
    const german = (await rest.post(`/api/admin/blog-posts/${id}/translations`, { lang: 'de' })).body.id;
    await rest.patch(`/api/admin/blog-posts/${german}`, { slug: 'messen', is_published: true });
    const { value } = (await rest.get('/api/admin/settings/pages')).body;
    const contact = { ...value.contact, heading: 'Talk to us' };
    await rest.put('/api/admin/settings/pages', { value: { ...value, contact } });
    const store = async (language: string, ...further: string[]) =>
      expect((await rest.put('/api/admin/settings/region', regionWith(further, language))).status).toBe(200);
    const located = async (path: string) => {
      const { statusCode, headers } = await get(path);
      return headers.location ?? statusCode;
    };
    expect(await effectsOf('de')).toMatchObject({ moved: 1, hidden: 2 });
    await store('de');
    for (const [path, to] of [
      ['/blog/measuring', '/blog/messen'],
      ['/de/blog/messen', '/blog/messen'],
      ['/blog/only', 404],
      ['/en/contact', '/contact'],
    ] as const)
      expect(await located(path), path).toBe(to);
    expect((await get('/sitemap.xml')).body).not.toMatch(/measuring|only/);
    await store('de', 'en');
    for (const path of ['/measuring', '/only']) expect(await located(`/blog${path}`)).toBe(`/en/blog${path}`);
    expect((await get('/en/contact')).body).toContain('Talk to us');
    expect((await get('/contact')).body).not.toContain('Talk to us');
  });

  test('legal texts with a gap in it: they are not shown in it, and the checklist names the gap', async () => {
    const rest = site.rest('admin');
    await add('de');
    const write = async (group: string, text: string, more = {}) => {
      const { value } = (await rest.get(`/api/admin/settings/${group}`)).body;
      const terms = { ...value.terms, text, ...more };
      const { status, body } = await rest.put(`/api/admin/settings/${group}`, { value: { ...value, terms } });
      expect(status, JSON.stringify(body)).toBe(200);
    };
    const gaps = async () => (await site.as('admin').onboarding.state.query()).checklist.openDocuments;
    await write('legal', '<p>We deliver.</p>', { is_shown: true });
    await write('legal.de', '<p>Wir liefern [[ wann ]].</p>');
    expect(await gaps()).toContainEqual({
      document: 'terms',
      problem: 'In German: Fill in the blank [[ wann ]] before you show the page.',
    });
    expect((await get('/de/terms')).headers.location).toBe('/terms');
    expect(readHead((await get('/terms')).body).alternates.filter(({ hreflang }) => hreflang)).toEqual([]);
    expect((await get('/sitemap.xml')).body).not.toContain('/de/terms');
    await write('legal.de', '<p>Wir liefern morgen.</p>');
    expect((await get('/de/terms')).body).toContain('Wir liefern morgen.');
    expect((await get('/sitemap.xml')).body).toContain('/de/terms');
    expect((await gaps()).map(({ document }) => document)).not.toContain('terms');
    await write('legal.de', '');
    const { status, body } = await rest.put('/api/admin/settings/region', regionWith(['en'], 'de'));
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      language: ['Legal > Terms, in German: Write the text before you show the page.'],
    });
  });

  test.each([
    ['a page', (site: TestApp) => site.rest('admin').post('/api/admin/pages', ownPage('de'))],
    ['a page below it', (site: TestApp) => site.rest('admin').post('/api/admin/pages', ownPage('de/hilfe'))],
    [
      'a redirect',
      (site: TestApp) =>
        site.rest('admin').post('/api/admin/redirects', { path: '/de/alt', target: '/about' }),
    ],
  ])('%s in its way: it is named, and must move first', async (_, put) => {
    expect((await put(site)).status).toBeLessThan(300);
    const { status, body } = await add('de');
    expect(status).toBe(422);
    expect(body.errors.further_languages[0]).toMatch(/\/de(\/alt|\/hilfe)?\b.*another address/);
    expect((await add('fr')).status).toBe(200);
  });

  test('it: no page gets an address that begins with it', async () => {
    await add('de');
    const { status, body } = await site.rest('admin').post('/api/admin/pages', ownPage('de'));
    expect([status, Object.keys(body.errors)]).toEqual([422, ['slug']]);
    const german = { ...ownPage('hilfe'), lang: 'de' };
    expect((await site.rest('admin').post('/api/admin/pages', german)).body.page.path).toBe('/de/hilfe');
    expect((await get('/de/hilfe')).statusCode).toBe(200);
    expect((await site.rest('admin').post('/api/admin/pages', ownPage('hilfe'))).status).toBe(201);
  });
});

function ownPage(slug: string) {
  const blocks = [{ key: 'text-1', kind: 'text', heading: 'H', body: '<p>B</p>' }];
  return { title: 'A page', slug, place: 'Page', is_published: true, blocks };
}
