import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pagesModule } from '../../src/modules/pages/pages.module.ts';
import { openWordPress } from '../../src/transfer/wordpress.ts';
import { importForeignExport, withTemporaryFolder, writeUploadsFolder } from '../support/foreign-imports.ts';
import { useSite } from '../support/use-site.ts';

const site = useSite();
const old = 'https://old.example.com';
const uploads = `${old}/wp-content/uploads/2020/01`;

interface Item {
  id: number;
  title: string;
  content: string;
  path: string;
  status?: string;
  meta?: Record<string, string>;
}

/** Returns an export with pages. */
function wxr(items: Item[]): string {
  const metas = (meta: Item['meta'] = {}) =>
    Object.entries(meta).map(
      ([key, value]) =>
        `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`,
    );
  const shown = items.map(({ id, title, content, path, status = 'publish', meta }) =>
    [
      `<item><title>${title}</title><link>${old}${path}</link><wp:post_id>${id}</wp:post_id>`,
      `<wp:post_date_gmt>2020-01-02 10:00:00</wp:post_date_gmt><wp:post_type>page</wp:post_type>`,
      `<wp:status>${status}</wp:status><content:encoded><![CDATA[${content}]]></content:encoded>`,
      ...metas(meta),
      '</item>',
    ].join(''),
  );
  const head = `<wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>${old}</wp:base_blog_url>`;
  return `<rss><channel><title>Old Works</title>${head}${shown.join('')}</channel></rss>`;
}

/** Imports pages. Returns for each its outcome, and its row if it has one. */
function taken(items: Item[]) {
  return withTemporaryFolder(async (folder) => {
    await writeUploadsFolder(folder, ['2020/01/wall.png']);
    const file = join(folder, 'x.xml');
    await writeFile(file, wxr(items));
    const outcomes = await importForeignExport(site, await openWordPress(file, () => {}), { files: folder });
    const em = site.database.fork();
    return Promise.all(
      items.map(async ({ id }) => {
        const outcome = outcomes.get(String(id))!;
        const row = outcome.id ? await em.findOneOrFail(pagesModule.entity, outcome.id) : undefined;
        return { outcome, row: row! };
      }),
    );
  });
}

const block = (name: string, html: string, attributes = '') =>
  `<!-- wp:${name} ${attributes}-->${html}<!-- /wp:${name} -->`;
const paragraph = (text: string) => block('paragraph', `<p>${text}</p>`);
const heading = (text: string) => block('heading', `<h2>${text}</h2>`);
const image = `<figure><img src="${uploads}/wall.png" alt="A wall"/></figure>`;
const button = '<div class="wp-block-button"><a href="/contact">Write to us</a></div>';
const column = (title: string) =>
  block('column', `<div>${block('heading', `<h3>${title}</h3>`)}${paragraph(`About ${title}.`)}</div>`);

test.each<[what: string, content: string, blocks: Record<string, unknown>[]]>([
  [
    'text with headings',
    `${paragraph('First.')}${heading('Work')}${paragraph('Then.')}`,
    [
      { kind: 'text', heading: '', body: '<p>First.</p>' },
      { kind: 'text', heading: 'Work', body: '<p>Then.</p>' },
    ],
  ],
  [
    'a heading that repeats the title',
    `${heading('MADE here')}${paragraph('x')}`,
    [{ kind: 'text', heading: '', body: '<p>x</p>' }],
  ],
  ['text of the classic editor', 'One\n\nTwo', [{ kind: 'text', body: '<p>One</p>\n<p>Two</p>' }]],
  [
    'a picture beside text',
    block('media-text', `${image}<div>${paragraph('Beside.')}</div>`, '{"mediaPosition":"right"} '),
    [{ kind: 'split', side: 'Right', picture: expect.any(Number), body: '<p>Beside.</p>' }],
  ],
  [
    'a cover',
    block('cover', `<div>${image}${heading('Welcome')}${paragraph('In.')}</div>`),
    [{ kind: 'split', side: 'Left', heading: 'Welcome', body: '<p>In.</p>' }],
  ],
  [
    'columns with a heading each',
    block('columns', `<div>${column('Roofs')}${column('Walls')}</div>`),
    [{ kind: 'cards', entries: [{ title: 'Roofs', body: 'About Roofs.' }, { title: 'Walls' }] }],
  ],
  [
    'a gallery below its heading',
    `${heading('Seen')}${block('gallery', `<figure>${block('image', image)}</figure>`)}`,
    [{ kind: 'gallery', heading: 'Seen', pictures: [{ media_id: expect.any(Number) }] }],
  ],
  [
    'questions',
    block('details', `<details><summary>Why?</summary>${paragraph('So.')}</details>`),
    [{ kind: 'faq', entries: [{ question: 'Why?', answer: '<p>So.</p>' }] }],
  ],
  [
    'questions of a plugin',
    block(
      'yoast/faq-block',
      '<div class="schema-faq"><div><strong class="schema-faq-question">Why?</strong> <p class="schema-faq-answer">So.</p></div></div>',
    ),
    [{ kind: 'faq', entries: [{ question: 'Why?', answer: '<p>So.</p>' }] }],
  ],
  [
    'a button below a heading',
    `${heading('Ask')}${paragraph('Any time.')}${block('buttons', block('button', button))}`,
    [
      {
        kind: 'action',
        heading: 'Ask',
        intro: 'Any time.',
        button_label: 'Write to us',
        button_url: '/contact',
      },
    ],
  ],
])('a page of WordPress becomes blocks: %s', async (_, content, blocks) => {
  const [page] = await taken([{ id: 1, title: 'Made here', content, path: '/what/made-here/' }]);
  expect(page!.outcome).toMatchObject({ outcome: 'taken', notes: [], oldAddress: '/what/made-here' });
  expect(page!.row).toMatchObject({ title: 'Made here', slug: 'what/made-here', is_published: true, blocks });
  const { page: shown } = await site.as('admin').pages.publishedBySlug.query({ slug: 'what/made-here' });
  expect(shown.blocks).toMatchObject(blocks.map(({ kind }) => ({ kind })));
});

test('pages at a path of the program, of others, or not public there are drafts, and the report says so', async () => {
  const content = '<p>Words</p>';
  const [taken_, deep, same, secret, start, empty] = await taken([
    { id: 1, title: 'About', content, path: '/about/' },
    { id: 2, title: 'Deep', content, path: '/a/b/deep/' },
    { id: 3, title: 'Same', content, path: '/c/b/deep/' },
    { id: 4, title: 'Secret', content, path: '/?page_id=4', status: 'private' },
    { id: 5, title: 'Start', content, path: '/' },
    { id: 6, title: 'Empty', content: '<!-- wp:latest-posts /-->', path: '/empty/' },
  ]);
  const draft = { slug: null, is_published: false };
  expect(taken_).toMatchObject({
    row: draft,
    outcome: { notes: [expect.stringMatching('/about is that of')] },
  });
  expect(deep).toMatchObject({ row: { slug: 'b/deep', is_published: true }, outcome: { notes: [] } });
  expect(same).toMatchObject({
    row: draft,
    outcome: { notes: [expect.stringMatching('/b/deep is that of')] },
  });
  expect(secret).toMatchObject({ row: { slug: 'secret', is_published: false } });
  expect(start).toMatchObject({ row: { is_published: false }, outcome: { notes: [/start page/] } });
  expect(empty!.outcome.notes.join()).toMatch(/WordPress fills are left out: latest-posts.*no content/);
  const moved = await site.as('admin').site.moved.query({ path: '/a/b/deep' });
  expect(moved.path).toBe('/b/deep');
});

test('a chosen menu of the other site becomes the header, and the entries of others are only reported', async () => {
  const entry = (id: number, menu: string, { parent = 0, title = '', ...meta }: Record<string, unknown>) =>
    [
      `<item><title>${title}</title><wp:post_id>${id}</wp:post_id><wp:menu_order>${id}</wp:menu_order>`,
      `<wp:post_type>nav_menu_item</wp:post_type><category domain="nav_menu" nicename="${menu}">M</category>`,
      ...Object.entries({ menu_item_parent: parent, ...meta }).map(
        ([key, value]) =>
          `<wp:postmeta><wp:meta_key>_menu_item_${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`,
      ),
      '</item>',
    ].join('');
  const page = { type: 'post_type', object: 'page' };
  const items = [
    entry(11, 'main', { title: 'Home', type: 'custom', url: `${old}/` }),
    entry(12, 'main', { ...page, object_id: 1 }),
    entry(13, 'main', { ...page, object_id: 2, parent: 12, title: 'Inside' }),
    entry(14, 'main', { title: 'Nowhere', type: 'custom', url: '#' }),
    entry(16, 'main', { title: 'Again', type: 'custom', url: 'http://www.old.example.com/what/' }),
    entry(17, 'main', { title: 'Others', type: 'custom', url: '//other.example.com/x' }),
    entry(15, 'social', { title: 'Them', type: 'custom', url: 'https://social.example.com/us' }),
  ];
  const content = '<p>Words</p>';
  const file = wxr([
    { id: 1, title: 'What', content, path: '/what/' },
    { id: 2, title: 'Deep', content, path: '/what/deep/' },
  ]).replace('</channel>', `${items.join('')}</channel>`);
  const outcomes = await withTemporaryFolder(async (folder) => {
    await writeFile(join(folder, 'x.xml'), file);
    return importForeignExport(site, await openWordPress(join(folder, 'x.xml'), () => {}), { menu: 'main' });
  });
  expect(outcomes.get('14')).toMatchObject({
    outcome: 'skipped',
    notes: ['it leads to nothing that is here'],
  });
  expect(outcomes.get('15')).toMatchObject({
    outcome: 'skipped',
    notes: [expect.stringMatching('--menu social')],
  });
  const { body } = await site.rest('admin').get('/api/admin/settings/navigation');
  expect(body.value.header).toMatchObject([
    { label: 'Home', url: '/', is_below: false },
    { label: 'What', url: '/what', is_below: false },
    { label: 'Inside', url: '/what/deep', is_below: true },
    { label: 'Again', url: '/what', is_below: false },
    { label: 'Others', url: 'https://other.example.com/x', is_below: false },
  ]);
});

test.each<[what: string, content: string, figures: number]>([
  ['above a text that does not show it', paragraph('Words.'), 1],
  [
    'once if a picture beside text shows it',
    block('media-text', `${image}<div>${paragraph('Beside.')}</div>`),
    0,
  ],
])('the featured picture of a page is that of shared links, and is shown %s', async (_, content, figures) => {
  const attachment = `<item><wp:post_id>90</wp:post_id><wp:post_type>attachment</wp:post_type><wp:attachment_url>${uploads}/wall.png</wp:attachment_url></item>`;
  const page = { id: 1, title: 'Wall', content, path: '/wall/', meta: { _thumbnail_id: '90' } };
  const outcomes = await withTemporaryFolder(async (folder) => {
    await writeUploadsFolder(folder, ['2020/01/wall.png']);
    await writeFile(join(folder, 'x.xml'), wxr([page]).replace('</channel>', `${attachment}</channel>`));
    return importForeignExport(site, await openWordPress(join(folder, 'x.xml'), () => {}), { files: folder });
  });
  expect(outcomes.get('90')).toMatchObject({ kind: 'attachment', outcome: 'taken' });
  const { id } = outcomes.get('1')!;
  const row = await site.database.fork().findOneOrFail(pagesModule.entity, id!);
  expect(row.share_picture).toEqual(expect.any(Number));
  expect(JSON.stringify(row.blocks).split('<figure').length - 1).toBe(figures);
});

test('what plugins told search engines comes with the page', async () => {
  const meta = {
    _yoast_wpseo_title: '%%title%% %%sep%% %%sitename%%',
    _yoast_wpseo_metadesc: 'In short.',
    '_yoast_wpseo_meta-robots-noindex': '1',
    _yoast_wpseo_canonical: 'https://first.example.org/page/',
  };
  const content = '<p>Words</p>';
  const [page] = await taken([{ id: 1, title: 'Prices', content, path: '/prices/', meta }]);
  expect(page!.row).toMatchObject({
    seo_title: 'Prices – Old Works',
    seo_description: 'In short.',
    is_hidden_from_search: true,
    canonical_url: 'https://first.example.org/page/',
  });
});
