import { trapField } from '../../src/shared/blocks/form-fields.ts';
import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  ApplicationInput,
  ContactInput,
  InternshipInput,
  QuotationInput,
} from '../../src/modules/inbox/public-forms.schema.ts';
import { feeds } from '../../src/shared/public-pages.ts';
import { settingDefaults } from '../../src/shared/settings/defaults.ts';
import { createJob, createMember, createPost, createProject } from '../support/factories.ts';
import { fixedPaths, publicUrl, readHead, loadBuiltPages } from '../support/built-pages.ts';
import { testApp } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';

/** Returns every text in a value, at any depth. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : [];
}

test('what every screen of the panel loads has no schema library', async () => {
  const names = await readdir('dist/client/assets');
  const files = names.filter((name) => /^(entry-admin|panel|panel-vendor|vendor)-[^.]+\.js$/.test(name));
  expect(files).toHaveLength(4);
  for (const file of files)
    expect(await readFile(join('dist/client/assets', file), 'utf8'), file).not.toContain('ZodError');
});

test('the built server is ASCII, so that Node stores one byte for each character of it', async () => {
  for (const folder of ['dist/program', 'dist/server']) {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
    expect(names.length, folder).toBeGreaterThan(0);
    for (const name of names)
      expect(/[^\0-\x7f]/.exec(await readFile(join(folder, name), 'utf8'))?.[0], name).toBeUndefined();
  }
});

test('no file that a browser loads holds a text of the company', async () => {
  const facts = textsOf(settingDefaults).filter((text) => text.length > 24 || /@|^\+/.test(text));
  expect(facts.length).toBeGreaterThan(30);
  const names = await readdir('dist/client', { recursive: true });
  const files = names.filter((name) => /\.(js|css|json|svg|html|webmanifest)$/.test(name));
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const text = await readFile(join('dist/client', file), 'utf8');
    expect(
      facts.filter((fact) => text.includes(fact)),
      file,
    ).toEqual([]);
  }
});

describe('public pages', () => {
  let pages: string[];
  const site = useSite({
    parts: loadBuiltPages,
    fill: async (site) => {
      const em = site.database.fork();
      const post = await createPost(em);
      const job = await createJob(em);
      const project = await createProject(em);
      pages = [...fixedPaths, '/test', `/blog/${post.id}`, `/career/${job.id}`, `/portfolio/${project.id}`];
    },
  });
  const get = (url: string) => site.app.inject({ url });

  test('every internal address in a page exists', async () => {
    const named = new Set<string>();
    for (const page of [...pages, '/nothing-here']) {
      const { body } = await get(page);
      for (const [, list = ''] of body.matchAll(/ (?:href|src|srcSet|action)="([^"]+)"/g)) {
        for (const part of list.replaceAll('&amp;', '&').split(', '))
          named.add(part.split(' ')[0]!.split('#')[0]!);
      }
    }
    const own = [...named].filter((address) => /^\/[^/]/.test(address));
    expect(own.length).toBeGreaterThan(50);
    for (const address of own) expect((await get(address)).statusCode, address).toBe(200);
  });

  test('a row whose category left the list has its page, its card and links that lead somewhere', async () => {
    const em = site.database.fork();
    const former = 'A former subject' as never;
    const post = await createPost(em, { category: former });
    const job = await createJob(em, { type: former });
    const project = await createProject(em, { category: former });
    await createMember(em, { name: 'Ada', section: former });
    for (const page of [`/blog/${post.id}`, `/career/${job.id}`, `/portfolio/${project.id}`, '/team']) {
      const { statusCode, body } = await get(page);
      expect(statusCode, page).toBe(200);
      expect(body, page).toContain('A former subject');
      const links = [...body.matchAll(/ href="(\/[^"]*)"/g)].map(([, link]) =>
        link!.replaceAll('&amp;', '&'),
      );
      const card = readHead(body).said['og:image']!.replace(publicUrl, '');
      for (const link of [...new Set(links), card]) expect((await get(link)).statusCode, link).toBe(200);
    }
    expect((await get('/team')).body).toContain('id="a-former-subject"');
    const { things } = readHead((await get(`/career/${job.id}`)).body);
    expect(things).toContainEqual(expect.objectContaining({ employmentType: 'OTHER' }));
    for (const { path } of feeds) {
      const { statusCode, body } = await get(path);
      expect(statusCode, path).toBe(200);
      expect(body, path).toContain('A former subject');
    }
  });

  test('a page is a document: one script, inline only the theme’s and the rules for fetching ahead, no inline style, no data for a program', async () => {
    for (const page of pages) {
      const { body } = await get(page);
      const scripts = [...body.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
      expect(scripts, page).toEqual([
        '<script id="theme">',
        '<script type="application/ld+json">',
        expect.stringMatching(
          /^<script type="module" src="\/assets\/entry-site-[\w-]+\.js" async fetchpriority="low">$/,
        ),
        '<script type="speculationrules">',
      ]);
      expect(body, page).not.toMatch(/<style|\sstyle="|\son\w+="|data-reactroot|page-data/);
    }
  });

  test('a page names the rules by which browsers fetch others ahead of a click', async () => {
    const { body, headers } = await get('/about');
    const [, rules = ''] = /<script type="speculationrules">(.*?)<\/script>/.exec(body) ?? [];
    expect(Object.keys(JSON.parse(rules))).toEqual(['prefetch', 'prerender']);
    expect(headers['content-security-policy']).toContain(hash('sha256', rules, 'base64'));
    expect((await get('/nothing-here')).body).not.toContain('speculationrules');
    const refused = await site.app.inject({
      method: 'POST',
      url: '/contact',
      payload: 'name=Ada',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(refused.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(refused.body).not.toContain('speculationrules');
  });

  test('the log marks requests for pages ahead of a click', async () => {
    const lines: { isAhead?: true; req?: { isAhead?: true } }[] = [];
    const logged = await testApp('sqlite', {
      ...(await loadBuiltPages()),
      logger: { level: 'info', stream: { write: (line: string) => lines.push(JSON.parse(line)) } },
    });
    const ahead = { 'sec-purpose': 'prefetch' };
    for (const headers of [ahead, ahead, {}]) await logged.app.inject({ url: '/about', headers });
    await logged.close();
    // One response was rendered, the other cached.
    expect(lines.filter(({ req, isAhead }) => isAhead || req?.isAhead)).toHaveLength(2);
  });

  test.each([
    ['/contact', ContactInput],
    ['/quotations', QuotationInput],
    ['/internship', InternshipInput],
    ['/career/1', ApplicationInput],
  ])(
    'the form at %s has a field for everything that its procedure takes, and no other',
    async (page, schema) => {
      const { body } = await get(page);
      const [form = ''] = /<form class="site-form".*?<\/form>/s.exec(body) ?? [];
      const names = [...form.matchAll(/<(?:input|textarea|select)[^>]* name="(\w+)"/g)].map(
        ([, name]) => name,
      );
      // The path names the row, and the script requests the token. Pages have another name for the trap.
      const taken = Object.keys(schema.shape)
        .filter((name) => name !== 'id' && name !== 'form_token')
        .map((name) => (name === 'website' ? trapField : name));
      expect(names.toSorted()).toEqual(taken.toSorted());
    },
  );

  test('browsers find icons made from the mark, and the manifest', async () => {
    const icon = await get('/favicon.ico');
    expect(icon.headers).toMatchObject({ 'cache-control': 'public, max-age=86400' });
    expect([...icon.rawPayload.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
    expect(await sharp(icon.rawPayload.subarray(22)).metadata()).toMatchObject({ format: 'png', width: 32 });
    const manifest = (await get('/manifest.webmanifest')).json();
    expect(manifest).toMatchObject({
      name: settingDefaults.company.name,
      theme_color: expect.stringMatching(/^#\w{6}$/),
    });
    const icons = [...manifest.icons.map(({ src }: { src: string }) => src), '/apple-touch-icon.png'];
    for (const path of icons) {
      const picture = await sharp((await get(path)).rawPayload).stats();
      expect(picture.isOpaque, path).toBe(true);
    }
    expect((await get('/')).body).toMatch(/<meta name="theme-color" media="\(prefers-color-scheme: dark\)"/);
  });
});
