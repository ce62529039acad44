import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Post } from '../../src/modules/blog/blog.module.ts';
import { pagesModule } from '../../src/modules/pages/pages.module.ts';
import { Picture } from '../../src/pictures/picture.entity.ts';
import { openGhost } from '../../src/transfer/ghost.ts';
import { htmlOfMobiledoc } from '../../src/transfer/lexical.ts';
import { ImportedItem } from '../../src/content/imported-item.entity.ts';
import type { ImportOutcome } from '../../src/transfer/import-report.ts';
import { runCommand } from '../support/commands.ts';
import { databaseKinds } from '../support/database.ts';
import { importForeignExport, withTemporaryFolder, writeUploadsFolder } from '../support/foreign-imports.ts';
import { testApp } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';
import { isShortForm } from '../support/test-form.ts';

const now = new Date('2022-06-01T00:00:00Z');
const open = () => openGhost('tests/fixtures/ghost.json', () => {});

describe.each(databaseKinds)('posts of Ghost on %s', (kind) => {
  let outcomes: Map<string, ImportOutcome>;
  const site = useSite({
    on: kind,
    fill: async (site) => {
      outcomes = await withTemporaryFolder(async (files) => {
        await writeUploadsFolder(files, ['2021/03/wall.png']);
        return importForeignExport(site, await open(), { files, now });
      });
    },
  });

  const outcomeOf = (id: number) => outcomes.get(`uuid-${id}`)!;

  test.each<[id: number, what: string, note: RegExp, words: Partial<Post>]>([
    [
      1,
      'a plain post',
      /^$/,
      {
        title: 'Plain',
        excerpt: 'In short.',
        category: 'Company News',
        tags: ['Second'],
        is_published: true,
        created_at: new Date('2021-03-01T12:00:00Z'),
        updated_at: new Date('2021-04-01T10:00:00Z'),
        content: '<p>Read <a href="/other/">this</a>.</p>',
      },
    ],
    [2, 'a picture', /./, { featured_image: expect.stringMatching(/^uploads\//) }],
    [3, 'a post for members is a draft', /members only there/, { is_published: false }],
    [4, 'a scheduled post is a draft of today', /scheduled/, { is_published: false, created_at: now }],
    [5, 'a draft stays one', /^excerpt made of its first words$/, { is_published: false }],
    [6, 'what only went out by mail is a draft', /by mail only/, { is_published: false }],
    [
      9,
      'cards become words and links',
      /iframe became a link.*featured/,
      {
        content: expect.stringMatching(
          /player\.example\.com\/1<\/a><\/p>.*<p>A film<\/p>.*<p>Mind this<\/p>/s,
        ),
      },
    ],
    [10, 'dates in milliseconds', /./, { created_at: new Date(1388567696000) }],
    [11, 'no tag', /./, { category: 'Technology', tags: [] }],
  ])('post %i: %s', async (id, _, note, words) => {
    expect(outcomeOf(id).notes.join('; ')).toMatch(note);
    expect(await site.database.fork().findOneOrFail(Post, { id: outcomeOf(id).id! })).toMatchObject(words);
  });

  test('a page becomes a page of blocks at its address', async () => {
    const { id, notes } = outcomeOf(7);
    expect(notes).toEqual(['its tags are left out']);
    expect(await site.database.fork().findOneOrFail(pagesModule.entity, { id: id! })).toMatchObject({
      slug: 'post-7',
      is_published: true,
      blocks: [{ kind: 'text', body: '<p>Body.</p>' }],
    });
  });

  test('a post in an unknown form of the editor is skipped and says why', () =>
    expect(outcomeOf(8)).toMatchObject({
      outcome: 'skipped',
      notes: ['the form of the editor there cannot be read'],
    }));

  test('authors, old addresses and descriptions of pictures are preserved', async () => {
    const em = site.database.fork();
    const { details } = await em.findOneOrFail(ImportedItem, { external_id: 'uuid-2' });
    expect(details).toMatchObject({ author: 'Ada Byron, Grace H.', address: '/post-2/' });
    expect(await em.find(Post, { author: 'Ada Byron, Grace H.' })).toHaveLength(1);
    expect(await em.find(Picture, {})).toMatchObject([{ alt: 'A green wall' }]);
  });

  test('a second run adds nothing', async () => {
    const again = await importForeignExport(site, await open(), { now });
    expect([...again.values()].filter(({ outcome }) => outcome !== 'skipped')).toEqual([]);
  });
});

test.each([
  ['{"db":[{"data":{"posts":[{"title":1}]}}]}', /posts 0: id /],
  ['{"db":[]}', /is not an export of Ghost/],
  ['<rss/>', /x\.json is not JSON, or ends too early: /],
  ['', /x\.json is not JSON, or ends too early: /],
  ['{"db":[{"data":{"posts":[{"id":"1"', /x\.json is not JSON, or ends too early: /],
])('the file %j is refused with its reason', async (text, reason) => {
  await withTemporaryFolder(async (folder) => {
    await writeFile(join(folder, 'x.json'), text);
    await expect(openGhost(join(folder, 'x.json'), () => {})).rejects.toThrow(reason);
  });
});

test.skipIf(isShortForm)('a menu that the export lacks is refused before anything is stored', () =>
  withTemporaryFolder(async (folder) => {
    const [file, dataDir] = [join(folder, 'x.json'), join(folder, 'data')];
    await writeFile(file, '{"db":[{"data":{"posts":[{"id":"1","title":"A","html":"<p>A</p>"}]}}]}');
    const refused = await runCommand({ DATA_DIR: dataDir }, 'import', ['ghost', file, '--menu', 'main']);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the export has no menu main.'),
    });
    expect(await readdir(folder)).toEqual(['x.json']);
  }),
);

test('a post that only has Mobiledoc is read from it', async () => {
  const mobiledoc = {
    version: '0.3.1',
    atoms: [['soft-return', '', {}]],
    cards: [
      ['code', { code: 'a < b', language: 'js' }],
      ['image', { src: '__GHOST_URL__/content/images/a.png', caption: 'A wall' }],
      ['hr', {}],
      ['bookmark', { url: 'https://b.example/', metadata: { title: 'B' } }],
      ['card-markdown', { markdown: 'One\n\nTwo' }],
    ],
    markups: [['strong'], ['a', ['href', 'https://a.example/?a=1&b=2']]],
    sections: [
      [1, 'h2', [[0, [], 0, 'Head']]],
      [
        1,
        'p',
        [
          [0, [], 0, 'Plain '],
          [0, [0, 1], 2, 'bold <link>'],
          [1, [], 0, 0],
          [0, [], 0, 'next'],
        ],
      ],
      [3, 'ol', [[[0, [], 0, 'One']], [[0, [0], 1, 'Two']]]],
      ...[10, 10, 10, 10, 10].map((type, at) => [type, at]),
    ],
  };
  const html = htmlOfMobiledoc(JSON.stringify(mobiledoc));
  expect(html).toBe(
    '<h2>Head</h2><p>Plain <strong><a href="https://a.example/?a=1&amp;b=2">bold &lt;link&gt;</a></strong><br>next</p>' +
      '<ol><li>One</li><li><strong>Two</strong></li></ol><pre><code class="language-js">a &lt; b</code></pre>' +
      '<figure><img src="__GHOST_URL__/content/images/a.png" alt=""><figcaption>A wall</figcaption></figure><hr>' +
      '<p><a href="https://b.example/">B</a></p><p>One</p><p>Two</p>',
  );
});

test('a post for members keeps its date, and one whose editor form cannot be read says so', async () => {
  const site = await testApp();
  await withTemporaryFolder(async (folder) => {
    const file = join(folder, 'ghost.json');
    const post = { title: 'T', slug: 't', status: 'published', published_at: '2019-03-04T10:00:00.000Z' };
    const mobiledoc = (text: string) =>
      JSON.stringify({
        version: '0.3.1',
        atoms: [],
        cards: [],
        markups: [],
        sections: [[1, 'p', [[0, [], 0, text]]]],
      });
    const posts = [
      { ...post, id: 'a', uuid: 'a', slug: 'a', html: '<p>Words</p>', visibility: 'members' },
      { ...post, id: 'b', uuid: 'b', slug: 'b', mobiledoc: mobiledoc('Only here') },
      { ...post, id: 'c', uuid: 'c', slug: 'c', mobiledoc: '{"sections":1}' },
      { ...post, id: 'd', uuid: 'd', slug: 'd' },
    ];
    await writeFile(file, JSON.stringify({ db: [{ data: { posts } }] }));
    const outcomes = await importForeignExport(site, await openGhost(file, () => {}));
    const em = site.database.fork();
    expect(await em.findOneOrFail(Post, outcomes.get('a')!.id!)).toMatchObject({
      is_published: false,
      published_at: new Date(post.published_at),
    });
    expect((await em.findOneOrFail(Post, outcomes.get('b')!.id!)).content).toBe('<p>Only here</p>');
    expect(outcomes.get('c')!.notes).toContain('the form of the editor there cannot be read');
    expect(outcomes.get('d')!.notes).toContain('it has no content in the export');
  });
  await site.close();
});
