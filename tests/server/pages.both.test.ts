// About SQL: how both databases store blocks, and which order of members they return.
import { describe, expect, test } from 'vitest';
import { publicPages } from '../../src/shared/public-pages.ts';
import { databaseKinds, onceInGate } from '../support/database.ts';
import { callProcedure } from '../support/api-calls.ts';
import { picture } from '../support/pictures.ts';
import { useSite } from '../support/use-site.ts';

describe.each(databaseKinds)('pages on %s', (kind) => {
  const testOnce = onceInGate(kind);
  const site = useSite({ on: kind });
  const act = (name: string, input: Record<string, unknown>) =>
    callProcedure(site, 'rest', 'admin', name, input);
  const upload = async (width: number) =>
    (await act('media.upload', { file: await picture({ width }), alt: 'A hall' })).body.item.id as number;
  const page = { title: 'Prices', place: 'Page', is_published: true };

  test('blocks are cleaned, searched, used, versioned and restored', async () => {
    const [one, two] = [await upload(40), await upload(50)];
    const figure = `<figure data-kind="picture"><img data-media="${two}" alt="a"><figcaption></figcaption></figure>`;
    const blocks = [
      { kind: 'text', body: '<p onclick="x()">Hi<script>alert(1)</script></p>', nonsense: 1 },
      { kind: 'split', picture: one, body: `${figure}<p>b</p>`, button_label: 'Go', button_url: '/contact' },
      { kind: 'faq', key: 'ask', entries: [{ question: 'How long?', answer: '<p>Zwei Wochen</p>' }] },
    ];
    const made = await act('pages.create', { ...page, blocks });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { id } = made.body;
    const stored = made.body.page.blocks;
    expect(stored[0]).toEqual({ key: 'text-1', kind: 'text', heading: '', body: '<p>Hi</p>' });
    expect(stored[2].key).toBe('ask');
    const uses = async (media: number) => (await site.as('admin').media.one.query({ id: media })).uses;
    expect(await uses(one)).toMatchObject([{ module: 'page', id, place: 'blocks' }]);
    expect(await uses(two)).toMatchObject([{ module: 'page', id, place: 'blocks' }]);
    const { pages } = await site.as('admin').pages.list.query({ search: 'zwei woch' });
    expect(pages.map((row) => row.id)).toEqual([id]);

    // A save of what was read makes no version
    expect((await act('pages.update', { id, ...page, blocks: stored })).status).toBe(200);
    expect((await act('versions.pages.list', { id })).body.versions).toHaveLength(1);

    // A restored version has lost the picture that is gone
    const fewer = await act('pages.update', { id, ...page, blocks: stored.slice(0, 1) });
    expect(fewer.status).toBe(200);
    expect(await uses(one)).toEqual([]);
    await act('media.remove', { id: one });
    const { version } = fewer.body.page;
    const back = await act('versions.pages.restore', { id, number: 1, version });
    expect(back.status, JSON.stringify(back.body)).toBe(200);
    expect(back.body.left_out).toEqual(['blocks']);
    expect(back.body.page.blocks[1].picture).toBeNull();
    await act('pages.remove', { id });
    expect((await act('trash.pages.restore', { id })).status).toBe(200);
    expect(await uses(two)).toMatchObject([{ module: 'page', id, place: 'blocks' }]);
  });

  testOnce(
    'fixed and own pages are listed in the order of the menus, each with what visitors see of it',
    async () => {
      const { settings, pages } = site.as('admin');
      const create = (title: string, slug: string) =>
        pages.create.mutate({ title, place: 'Page', slug, is_published: slug !== 'draft' });
      const [linked, draft] = [await create('Linked', 'linked'), await create('Draft', 'draft')];
      await create('Elsewhere', 'elsewhere');
      await pages.setMenu.mutate({ id: linked.id, place: 'header', below: 'about' });
      await pages.setMenu.mutate({ id: draft.id, place: 'footer' });
      // The entry keeps the former address.
      await pages.patch.mutate({ id: linked.id, slug: 'linked-anew' });
      const change = async (group: string, edit: (value: Record<string, unknown>) => object) => {
        const { value, version } = await settings.one.query({ group });
        await settings.update.mutate({ group, version, value: { ...value, ...edit(value) } });
      };
      await change('features', () => ({ quotations: false }));
      await change('navigation', ({ header }) => ({
        header: (header as { url: string }[]).map((entry) => ({
          ...entry,
          is_hidden: entry.url === '/team',
        })),
      }));
      const { pages: listed } = await site.as('content_moderator').site.pages.query();
      const lineOf = ({ link, below, fixed, own }: (typeof listed)[number]) =>
        [fixed?.label ?? own?.title, fixed?.state ?? own?.state, link, below].filter(Boolean).join(' · ');
      const lines = listed.map(lineOf);
      expect(lines.slice(0, 4)).toEqual([
        'Home · published · header',
        'About · published · header',
        'Linked · published · header · About',
        'Services · published · header',
      ]);
      // Nothing links to a blog without posts.
      expect(lines).toContain('Blog · empty · header');
      expect(lines).toContain('Team · empty · none');
      expect(lines).toContain('Contact · published · button');
      expect(lines).toContain('Draft · draft · footer');
      expect(lines).toContain('Quotations · hidden · footer');
      expect(lines).toContain('Privacy · published · footer');
      expect(lines).toContain('Imprint · hidden · none');
      // Others come with the list of own pages.
      expect(lines.some((line) => line.startsWith('Elsewhere'))).toBe(false);
      const paths = listed.flatMap(({ fixed }) => fixed?.path ?? []);
      expect(paths.toSorted()).toEqual(publicPages.map(({ path }) => path as string).toSorted());
      const titles = Object.fromEntries(
        listed.flatMap(({ fixed }) => (fixed ? [[fixed.name, fixed.title]] : [])),
      );
      expect(titles).toMatchObject({ home: 'Home', career: 'Careers', imprint: 'Imprint' });
      await expect(site.as('hr').site.pages.query()).rejects.toMatchObject({ data: { httpStatus: 403 } });
    },
  );

  testOnce('bad blocks are refused in words that name the place', async () => {
    const faq = (entries: unknown) => ({ kind: 'faq', entries });
    const entries = Array.from({ length: 40 }, () => ({ question: 'Q', answer: '<p>A</p>' }));
    const cases: [blocks: unknown, field: string, words: RegExp][] = [
      [[{ kind: 'text' }, faq([{ question: 'Q', answer: '' }])], 'blocks.1.entries.0.answer', /required/],
      [[faq([{ question: 'Q', answer: '<p></p>' }])], 'blocks.0.entries.0.answer', /Answer is required/],
      [[{ kind: 'nothing' }], 'blocks.0', /text, split, faq, prices/],
      [[{ kind: 'split', button_url: 'javascript:alert(1)' }], 'blocks.0.button_url', /must be a page/],
      [[{ kind: 'split', picture: 999 }], 'blocks', /no longer in the library/],
      [Array.from({ length: 61 }, () => ({ kind: 'text' })), 'blocks', /at most 60 blocks/],
      [Array.from({ length: 26 }, () => faq(entries)), 'blocks', /at most 1,000 entries/],
      ['nonsense', 'blocks', /list of blocks/],
    ];
    for (const [blocks, field, words] of cases) {
      const { status, body } = await act('pages.create', { ...page, blocks });
      expect(status, JSON.stringify(body)).toBe(422);
      expect(body.errors[field]?.[0], JSON.stringify(body)).toMatch(words);
    }
  });

  test('a block of an unknown kind stays on save and is not shown', async () => {
    const { id, page: made } = (await act('pages.create', { ...page, blocks: [{ kind: 'text' }] })).body;
    const later = { key: 'map-1', kind: 'map', place: 'Here' };
    const json = JSON.stringify([...made.blocks, later]);
    await site
      .work()
      .em.getKysely<{ pages: { id: number; blocks: string } }>()
      .updateTable('pages')
      .set({ blocks: json })
      .where('id', '=', id)
      .execute();
    const { blocks } = (await act('pages.one', { id })).body.page;
    expect(blocks[1]).toEqual(later);
    const saved = await act('pages.update', { id, ...page, title: 'Other', blocks });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect(saved.body.page.blocks[1]).toEqual(later);
    const changed = await act('pages.update', { id, ...page, blocks: [{ ...later, place: 'There' }] });
    expect(changed.status).toBe(422);
    const shown = await callProcedure(site, 'rest', 'anonymous', 'pages.publishedOne', { id });
    expect(shown.body.page.blocks).toHaveLength(1);
  });

  testOnce('a page has a path of one or two parts that no route of the program has', async () => {
    const at = (slug: string) => act('pages.create', { ...page, slug });
    for (const slug of ['about', 'blog', 'blog/x', 'admin', 'admin/x', 'healthz', 'assets', 'api', 'pages']) {
      const { status, body } = await at(slug);
      expect(status, slug).toBe(422);
      expect(body.errors.slug[0], slug).toMatch(/program itself uses this address/);
    }
    for (const [slug, problem] of [
      ['a/b/c', /at most two parts/],
      [`a/${'x'.repeat(81)}`, /at most 80 characters in each part/],
      ['x'.repeat(162), /at most 161 characters/],
    ] as const) {
      expect((await at(slug)).body.errors.slug).toEqual([expect.stringMatching(problem)]);
    }
    const { id, page: made } = (await at('services/roofing')).body;
    expect(made.path).toBe('/services/roofing');
    const read = (slug: string) =>
      callProcedure(site, 'rest', 'anonymous', 'pages.publishedBySlug', { slug });
    expect((await read('services/roofing')).body.page.id).toBe(id);
    expect((await at('services/roofing')).body.errors.slug[0]).toMatch(/“services\/roofing-2” is free/);
    await act('pages.update', { id, ...page, slug: 'roofs' });
    expect((await read('roofs')).body.page.id).toBe(id);
    const moved = await site.as('anonymous').site.moved.query({ path: '/services/roofing' });
    expect(moved.path).toBe('/roofs');
  });
});
