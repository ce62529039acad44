import { describe, expect, test } from 'vitest';
import { defaultsFor } from '../../src/shared/settings/defaults.ts';
import { buildFormData } from '../support/callers.ts';
import { databaseKinds } from '../support/database.ts';
import { createJob, createMember, createPost, createProject } from '../support/factories.ts';
import { findMarkupProblems } from '../support/markup.ts';
import { picture } from '../support/pictures.ts';
import { loadBuiltPages } from '../support/built-pages.ts';
import { useSite } from '../support/use-site.ts';

const contact = { name: 'Ada', email: 'ada@example.com', message: 'Hello there.' };

describe.each(databaseKinds)('a part of the site that is switched off, on %s', (kind) => {
  let ids: Record<'post' | 'job' | 'project', number>;
  const site = useSite({
    on: kind,
    parts: loadBuiltPages,
    fill: async (site) => {
      const em = site.database.fork();
      const [post, job, project] = [await createPost(em), await createJob(em), await createProject(em)];
      ids = { post: post.id, job: job.id, project: project.id };
      await createMember(em);
    },
  });

  const get = async (url: string) => {
    const { statusCode, body } = await site.app.inject({ url });
    return { status: statusCode, body };
  };
  const put = (group: string, value: object) =>
    site.rest('admin').put(`/api/admin/settings/${group}`, { value });

  const parts = [
    { name: 'blog', addresses: ['/blog', '/feed.xml', '/feed.json', '/api/blog-posts'], row: 'post' },
    { name: 'portfolio', addresses: ['/portfolio', '/api/portfolios'], row: 'project' },
    { name: 'career', addresses: ['/career', '/api/jobs'], row: 'job' },
    { name: 'team', addresses: ['/team', '/api/team'] },
    { name: 'gallery', addresses: ['/gallery'] },
    { name: 'internship', addresses: ['/internship'] },
    { name: 'quotations', addresses: ['/quotations'] },
  ] as const;

  test.each(parts)('$name: its pages and calls are a 404, and no page leads there', async (part) => {
    const { name } = part;
    const row = 'row' in part ? ids[part.row] : undefined;
    const addresses = [
      ...part.addresses,
      ...(row ? [`/${name}/${row}`] : []),
      ...(row && name !== 'portfolio' ? [`${part.addresses.at(-1)}/${row}`] : []),
    ];
    for (const url of addresses) expect((await get(url)).status, url).toBe(200);
    await put('features', { [name]: false });
    for (const url of addresses) expect((await get(url)).status, url).toBe(404);
    expect((await get('/sitemap.xml')).body).not.toContain(`/${name}`);
    const others = ['/', '/about', '/services', '/contact', '/career', '/internship', '/gallery', '/nothing'];
    for (const url of others) {
      const { body } = await get(url);
      expect(body, url).not.toMatch(new RegExp(`href="/${name}[/"?]`));
      if (name === 'blog') expect(body, url).not.toContain('href="/feed.');
      expect(body, url).not.toMatch(/\{\w+:/);
    }
    // The panel leaves its screen out, or shows it grey.
    expect((await get('/admin/login')).body).toContain(`<meta name="parts-off" content="${name}">`);
    const staff = await site.rest('admin').get('/api/admin/jobs');
    expect(staff.body.jobs).toHaveLength(1);
    await put('features', {});
    expect((await get('/admin/login')).body).not.toContain('parts-off');
    for (const url of addresses) expect((await get(url)).status, url).toBe(200);
  });

  test('takes no forms', async () => {
    const forms = [
      ['quotations', '/api/quotations', { ...contact, service: 'IT Support', details: 'D' }],
      ['quotations', '/quotations', contact],
      ['internship', '/api/internships', { ...contact, field: 'F' }],
      ['career', `/api/jobs/${ids.job}/applications`, contact],
    ] as const;
    for (const [name, url, body] of forms) {
      await put('features', { [name]: false });
      const payload = url.startsWith('/api') ? body : new URLSearchParams(body).toString();
      const type = url.startsWith('/api') ? 'application/json' : 'application/x-www-form-urlencoded';
      const headers = { 'content-type': type };
      expect((await site.app.inject({ method: 'POST', url, headers, payload })).statusCode, url).toBe(404);
    }
    await put('features', {});
    expect((await site.rest('admin').get('/api/admin/messages')).body.messages).toEqual([]);
  });

  test('has no share cards, neither of its page nor of its rows', async () => {
    const names = ['page-blog', `post-${ids.post}`];
    const cards = () => Promise.all(names.map((name) => get(`/cards/${name}-0.png`)));
    expect((await cards()).map(({ status }) => status)).toEqual([302, 302]);
    await put('features', { blog: false });
    expect((await cards()).map(({ status }) => status)).toEqual([404, 404]);
    await put('features', {});
  });

  test('links of the navigation are hidden, renamed, moved and lead elsewhere as the settings say', async () => {
    const shop = { key: 'shop', label: 'Shop', url: 'https://shop.example.com/' };
    const header = [shop, { key: 'about', label: 'Who we are', url: '/about' }];
    const hidden = { key: 'team', label: 'People', url: '/team', is_hidden: true };
    await put('navigation', { header: [...header, hidden], footer: [], contact_label: 'Talk to us' });
    const { body } = await get('/about');
    const [, nav = ''] = /<nav class="site-nav"[^>]*>(.*?)<\/nav>/s.exec(body) ?? [];
    expect([...nav.matchAll(/<a href="([^"]*)"([^>]*)>(.*?)<\/a>/g)].map(([, ...facts]) => facts)).toEqual([
      ['https://shop.example.com/', ' rel="noopener"', 'Shop'],
      ['/about', ' aria-current="page"', 'Who we are'],
    ]);
    expect(body).toContain('Talk to us');
    expect(body).not.toContain('People');
    await put('navigation', {});
  });

  test('each save is on the next page, also on cached ones', async () => {
    for (const name of ['One', 'Two', 'Three & Sons <Ltd>']) {
      await put('company', { name });
      for (const url of [
        '/about',
        '/about',
        '/feed.xml',
        '/manifest.webmanifest',
        '/api/site',
        '/api/openapi.json',
        '/admin/login',
      ]) {
        expect((await get(url)).body, url).toMatch(
          name.startsWith('Three') ? /Three (&|&amp;|&amp;amp;) Sons/ : name,
        );
      }
    }
    await put('company', {});
  });

  test('the portfolio begins with featured and measured projects, until staff have put them in order', async () => {
    const figures = JSON.stringify([{ number: '40', unit: '%', meaning: 'fewer calls' }]);
    const added: Record<string, number> = {};
    for (const [title, more] of [
      ['Featured', { is_featured: '1' }],
      ['Measured', { figures }],
      ['Plain', {}],
    ] as const) {
      const words = { title, description: 'D', category: 'IT Support', client: 'C', ...more };
      const { body } = await site.rest('admin').post('/api/admin/portfolios', buildFormData(words));
      added[title] = body.id;
    }
    const order = async () => {
      const { body } = await get('/portfolio');
      const titles = [...body.matchAll(/<h3><a href="[^"]*">(Featured|Measured|Plain)</g)];
      return titles.map(([, title]) => title);
    };
    expect(await order()).toEqual(['Featured', 'Measured', 'Plain']);
    expect((await get('/portfolio')).body).toContain('<strong>40\u00a0%</strong>');
    const move = { id: added.Measured!, after: null };
    await site.as('admin').portfolio.move.mutate(move);
    expect(await order()).toEqual(['Measured', 'Plain', 'Featured']);
    for (const id of Object.values(added)) await site.as('admin').portfolio.remove.mutate({ id });
  });

  test('the home page lists services with prices where staff put them, with the hours unless the opening has them', async () => {
    const ofFood = defaultsFor({ language: 'en', trade: 'food' }).pages.home;
    expect([ofFood.opening, ofFood.sections[0]]).toEqual(['poster', 'services']);
    expect(defaultsFor({ language: 'en', trade: '' }).pages.home.sections).not.toContain('services');
    const index = async () =>
      /<section class="section services-index".*?<\/section>/s.exec((await get('/')).body)?.[0];
    expect(await index()).toBeUndefined();
    await put('company', { hours: [{ first_day: 'Monday', last_day: 'Friday', times: '07:00–14:00' }] });
    await put('lists', {
      services: [{ title: 'Rye bread', summary: 'Two days old.', points: [], price: '£4.80' }],
    });
    for (const opening of ['picture', 'poster', 'wide'] as const) {
      await put('pages', { home: { opening, sections: ['latest', 'services'] } });
      const shown = (await index())!;
      expect(shown, opening).toMatch(/<a href="\/services#[^"]+">Rye bread<\/a>.*£4\.80.*Two days old\./s);
      expect(shown.includes('Monday–Friday'), opening).toBe(opening !== 'poster');
      expect(await findMarkupProblems((await get('/')).body), opening).toEqual([]);
    }
    for (const group of ['company', 'lists', 'pages']) await put(group, {});
  });

  test('pictures are in the treatment of the look, and originals stay', async () => {
    const words = { title: 'Wall', description: 'D', category: 'IT Support', client: 'C' };
    const image = await picture({ width: 700 });
    const { body: sent } = await site
      .rest('admin')
      .post('/api/admin/portfolios', buildFormData({ ...words, image }));
    const [stem] = sent.portfolio.image.split('.');
    const shown = async () =>
      /<source[^>]*srcset="([^"]*)"/i.exec((await get(`/portfolio/${sent.id}`)).body)?.[1];
    expect(await shown()).not.toContain('grey');
    await put('brand', { pictures: 'grey' });
    expect(await shown()).toBe(
      [320, 640, 700].map((width) => `/${stem}-${width}-grey.avif ${width}w`).join(', '),
    );
    expect((await get(`/portfolio/${sent.id}`)).body).toContain(`src="/${sent.portfolio.image}"`);
    await put('brand', {});
    await site.as('admin').portfolio.remove.mutate({ id: sent.id });
  });

  test('sections and empty texts leave no gap', async () => {
    await put('pages', {
      home: { sections: ['latest', 'mission'], quotation_button: '', intro: '' },
      about: { vision: '', sections: ['statements'] },
      contact: { steps: [], steps_heading: '', side_text: '' },
    });
    await put('lists', { achievements: [] });
    const { body: home } = await get('/');
    expect(home.indexOf('latest-title')).toBeLessThan(home.indexOf('mission-title'));
    for (const gone of ['highlights-title', 'company-life-title', 'Ask for a quotation', 'mission-figures']) {
      expect(home).not.toContain(gone);
    }
    const { body: about } = await get('/about');
    expect(about).not.toMatch(/Vision|values-title|achievements-title/);
    for (const url of ['/', '/about', '/contact']) {
      expect((await get(url)).body).not.toMatch(/<(p|h2|ul|ol|dl|nav|section)( [^>]*)?><\/\1>|content=""/);
    }
    await put('pages', {});
    await put('lists', {});
  });
});
