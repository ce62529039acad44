import { execFile } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Activity } from '../../src/log/activity.entity.ts';
import { Post } from '../../src/modules/blog/blog.module.ts';
import { MediaItem } from '../../src/pictures/media-item.entity.ts';
import { Picture } from '../../src/pictures/picture.entity.ts';
import { ImportedItem } from '../../src/content/imported-item.entity.ts';
import type { ImportOutcome } from '../../src/transfer/import-report.ts';
import { openWordPress } from '../../src/transfer/wordpress.ts';
import { databaseKinds } from '../support/database.ts';
import { isShortForm } from '../support/test-form.ts';
import { importForeignExport, withTemporaryFolder, writeUploadsFolder } from '../support/foreign-imports.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { readEffects } from '../support/stored-effects.ts';

const fixture = 'tests/fixtures/wordpress.xml';
const now = new Date('2020-06-01T00:00:00Z');
const open = () => openWordPress(fixture, () => {});

describe.each(databaseKinds)('posts of WordPress on %s', (kind) => {
  let site: TestApp;
  let outcomes: Map<string, ImportOutcome>;
  beforeAll(async () => {
    site = await testApp(kind);
    outcomes = await withTemporaryFolder(async (files) => {
      await writeUploadsFolder(files, ['2013/01/first.png', '2013/01/inside.png'], ['2013/01/damaged.png']);
      return importForeignExport(site, await open(), { files, now });
    });
  });
  afterAll(() => site.close());

  const outcomeOf = (id: number) => outcomes.get(String(id))!;
  const postOf = async (id: number) => {
    const em = site.database.fork();
    return em.findOneOrFail(Post, { id: outcomeOf(id).id! });
  };

  test('a plain post comes over with its dates, its own excerpt and its tags, unchanged', async () => {
    expect(outcomeOf(1)).toMatchObject({ outcome: 'taken', notes: [] });
    expect(await postOf(1)).toMatchObject({
      title: 'Plain',
      excerpt: 'In short.',
      category: 'Company News',
      tags: ['one', 'two'],
      content:
        '<p>First line<br />\nsecond line</p>\n<p>Next paragraph with <strong>bold</strong>, <em>em</em> &amp; more.</p>',
      is_published: true,
      version: 1,
      created_at: new Date('2013-01-02T10:00:00Z'),
      updated_at: new Date('2013-02-01T09:30:00Z'),
    });
  });

  test('each has a line in the activity log and an entry with its author and its old address', async () => {
    const em = site.database.fork();
    const posts = await em.count(Post);
    expect(await em.count(Activity, { type: 'create', module: 'blog', is_verified: true })).toBe(posts);
    expect(await em.count(ImportedItem, { kind: 'post' })).toBe(posts);
    const entry = await em.findOneOrFail(ImportedItem, { external_id: '13' });
    expect(entry).toMatchObject({ source: 'wordpress https://old.example.com', row_id: outcomeOf(13).id });
    expect(entry.details).toMatchObject({ author: 'Grace H.', address: 'https://old.example.com/?p=13' });
    const [line] = await em.find(Activity, { item_id: outcomeOf(13).id! });
    expect(line).toMatchObject({ user_name: 'Command line', description: 'Created blog post "A draft"' });
  });

  test.each<[id: number, what: string, note: RegExp, words: Partial<Post>]>([
    [2, 'a very long title is shortened', /^title shortened from 287 characters/, {}],
    [3, 'a missing title is made', /had no title/, { title: expect.stringMatching(/^No title, so these/) }],
    [
      5,
      'a gallery has the pictures that are among the files, the others are named',
      /img removed \S+second\.png/,
      {
        content: expect.stringMatching(
          /^<p>Before<\/p>\s*<figure data-kind="picture"><img data-media="\d+"[^<>]*><\/figure>\s*<p>After<\/p>$/,
        ),
      },
    ],
    [
      7,
      'embeds become links',
      /embed became a link: https:\/\/www\.youtube/,
      { content: expect.stringContaining('player.example.com/v/1</a>') },
    ],
    [10, 'a sticky post stands where its date says', /held at the top/, { is_published: true }],
    [11, 'a protected post is a draft', /protected by a password/, { is_published: false }],
    [12, 'a scheduled post is a draft of today', /scheduled there/, { is_published: false, created_at: now }],
    [14, 'a post that waited for a review is a draft', /review/, { is_published: false }],
    [15, 'a private post is a draft', /private/, { is_published: false }],
    [
      17,
      'of many categories the first counts',
      /tags: Parent, Child & Co/,
      { category: 'Company News', tags: ['x', 'Parent', 'Child & Co'] },
    ],
    [
      19,
      'scripts, styles and bad links go',
      /script removed; .*style removed; .*link removed/,
      { content: expect.not.stringMatching(/script|alert|steal/) },
    ],
    [18, 'a post without a category gets one', /had no category: Technology is/, { category: 'Technology' }],
    [28, 'comments are counted', /1 comment left out/, {}],
    [29, 'short codes go, their words stay', /short code \[button\]/, { content: '<p>Press and</p>' }],
    [27, 'a damaged picture is left out', /picture not taken/, { featured_image: null }],
    [26, 'a picture outside of the folder is left out', /not among the files/, { featured_image: null }],
  ])('post %i: %s', async (id, _, note, words) => {
    expect(outcomeOf(id).notes.join('; ')).toMatch(note);
    // What is no part of the post, such as a comment, does not change it.
    expect(outcomeOf(id).outcome).toBe([10, 17, 28].includes(id) ? 'taken' : 'changed');
    expect(await postOf(id)).toMatchObject(words);
  });

  test.each<[id: number, what: string, words: Partial<Post>]>([
    [4, 'nested lists', { content: expect.stringContaining('<li>One a<ul><li>One a i</li></ul></li>') }],
    [
      6,
      'code',
      {
        content: expect.stringContaining(
          '<code>[gallery ids="1"]</code></p>\n<pre><code>if (a &lt; b) {\n\n  return',
        ),
      },
    ],
    [
      20,
      'a table',
      {
        content: expect.stringMatching(/^<table>.*<p>A<\/p>.*<p>2<\/p>.*<\/table><p>Left<\/p><p>Right<\/p>$/),
      },
    ],
    [8, 'right-to-left text', { title: 'מימין לשמאל', tags: ['עברית'] }],
    [9, 'emoji', { title: 'Emoji 🎉 🚀', content: '<p>👩‍💻 at work 🇺🇳</p>' }],
    [13, 'a draft', { is_published: false, created_at: new Date('2013-05-06T07:08:09Z') }],
    [16, 'a category within others', { category: 'Development' }],
    [21, 'the block editor', { content: expect.stringContaining('<p>From the block editor.</p>') }],
    [30, 'a title that is a formula', { title: '=HYPERLINK("https://evil.example.com")' }],
    [31, 'an end of CDATA', { content: '<p>It holds ]]&gt; inside.</p>' }],
  ])('post %i keeps %s', async (id, _, words) => {
    expect(outcomeOf(id).notes).toEqual(['excerpt made of its first words']);
    expect(await postOf(id)).toMatchObject(words);
  });

  test('an excerpt that is made has no captions', async () => {
    const { content, excerpt } = await postOf(25);
    expect(content).toContain('<figcaption>What it shows</figcaption>');
    expect(excerpt).toBe('Text.');
  });

  test('pictures come with their words, by the featured one first', async () => {
    const { featured_image } = await postOf(25);
    expect(await site.database.fork().findOneOrFail(Picture, { path: featured_image! })).toMatchObject({
      width: 60,
      height: 40,
      alt: 'A green wall',
    });
    const shown = await site.database.fork().find(Post, { featured_image: { $ne: null } });
    const inTexts = await site.database.fork().find(MediaItem, { is_attached: false });
    const paths = new Set([...shown.map((post) => post.featured_image), ...inTexts.map(({ path }) => path)]);
    expect(inTexts.length).toBe(1);
    expect((await site.servedPictures()).length).toBe(paths.size);
    expect((await site.files()).quarantine).toEqual([]);
  });

  test.each([
    [22, /Content is required/],
    [23, /Content is required/],
    [24, /its state is trash/],
  ])('item %i is skipped and says why', (id, reason) => {
    expect(outcomeOf(id)).toMatchObject({ outcome: 'skipped' });
    expect(outcomeOf(id).notes[0]).toMatch(reason);
  });

  test('a second run adds nothing, also where a post was deleted since', async () => {
    await site.as('admin').blog.remove.mutate({ id: outcomeOf(32).id! });
    const before = await readEffects(site, Post);
    const again = await importForeignExport(site, await open(), { now });
    expect([...again.values()].every(({ outcome }) => outcome === 'skipped')).toBe(true);
    expect(again.get('32')!.notes[0]).toMatch(/deleted since/);
    expect(await readEffects(site, Post)).toEqual(before);
  });
});

test.each([
  ['at the beginning is shown once', '<img src="PICTURE"> <p>Text</p>', /^<p>Text<\/p>$/],
  ['further down stays there too', '<p>Text</p> <img src="PICTURE">', /^<p>Text<\/p>\s*<figure /],
  ['with a caption stays', '[caption id="a"]<img src="PICTURE"> Ours[/caption] Text', /^<figure .*>Ours</],
  ['that is all stays', '<img src="PICTURE">', /^<figure [^>]*><img [^>]*><\/figure>$/],
])('a picture of the text that becomes the picture of the post: one %s', async (_, html, expected) => {
  const site = await testApp();
  await withTemporaryFolder(async (folder) => {
    await writeUploadsFolder(folder, ['2013/01/inside.png']);
    const address = 'https://old.example.com/wp-content/uploads/2013/01/inside.png';
    const text = await readFile(fixture, 'utf8');
    const own = text.replace(
      /(?<=CDATA\[)<p>Text <img[^>]*damaged\.png"><\/p>/,
      html.replace('PICTURE', address),
    );
    await writeFile(join(folder, 'own.xml'), own);
    const opened = await openWordPress(join(folder, 'own.xml'), () => {});
    const { id } = (await importForeignExport(site, opened, { files: folder, now })).get('27')!;
    const { content, featured_image } = await site.database.fork().findOneOrFail(Post, { id: id! });
    expect(featured_image).not.toBeNull();
    expect(content).toMatch(expected);
  });
  await site.close();
});

test('a dry run reports the same and changes nothing', async () => {
  const site = await testApp();
  try {
    const before = await readEffects(site, Post);
    const dry = await importForeignExport(site, await open(), { isDryRun: true, now });
    expect(await readEffects(site, Post)).toEqual(before);
    const wet = await importForeignExport(site, await open(), { now });
    const withoutIds = (outcomes: Map<string, ImportOutcome>) =>
      [...outcomes.values()].map(({ id: _, ...rest }) => rest);
    expect(withoutIds(wet)).toEqual(withoutIds(dry));
  } finally {
    await site.close();
  }
});

test.each([
  ['<rss><channel><item></channel></rss>', /line 1: Unexpected close tag/],
  ['<rss><channel></channel></rss>', /is not an export of WordPress/],
  ['<rss><channel><wp:wxr_version>1.2</wp:wxr_version></channel></rss>', /name it by --source/],
  ['{"db":[]}', /line 1: /],
  ['', /is not an export of WordPress/],
])('the file %j is refused with its reason', async (text, reason) => {
  await withTemporaryFolder(async (folder) => {
    await writeFile(join(folder, 'x.xml'), text);
    await expect(openWordPress(join(folder, 'x.xml'), () => {})).rejects.toThrow(reason);
  });
});

describe('the command', () => {
  const run = (dataDir: string, ...words: string[]) =>
    promisify(execFile)(process.execPath, ['src/commands/import.ts', ...words], {
      env: { ...process.env, DATA_DIR: join(dataDir, 'data'), DATABASE_URL: '' },
    }).then(
      ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
      ({ code, stdout, stderr }) => ({ code, text: stdout + stderr }),
    );

  test.skipIf(isShortForm)(
    'categories keep their names or go where the file says, and each run has a report',
    async () => {
      await withTemporaryFolder(async (folder) => {
        const file = join(folder, 'old.xml');
        await copyFile(fixture, file);
        const looked = await run(folder, 'wordpress', file, '--dry-run');
        expect(looked).toMatchObject({ code: 0, text: expect.stringMatching(/New categories: News, /) });
        const map = JSON.parse(await readFile(`${file}.categories.json`, 'utf8'));
        for (const entry of Object.values<{ to: string | null }>(map.categories)) entry.to = 'Technology';
        await writeFile(join(folder, 'map.json'), JSON.stringify(map));
        const refused = await run(folder, 'wordpress', file, '--map', join(folder, 'map.json'));
        expect(refused).toMatchObject({
          code: 1,
          text: expect.stringMatching(/will lack \d+ of \d+ pictures/),
        });
        const taken = await run(folder, 'wordpress', file, '--map', join(folder, 'map.json'), '--yes');
        expect(taken).toMatchObject({ code: 0, text: expect.stringMatching(/Taken over: 30, /) });
        const database = new Database(join(folder, 'data', 'atrium.sqlite'));
        const isOn = () => database.prepare('select is_active from webhooks').pluck().get() === 1;
        database.exec(`insert into webhooks (name, url, events, created_at)
          values ('Build', 'https://example.com/', '["jobs.created"]', 0)`);
        const dry = await run(folder, 'wordpress', file, '--map', join(folder, 'map.json'), '--dry-run');
        expect([dry.code, isOn()], dry.text).toEqual([0, true]);
        const again = await run(folder, 'wordpress', file, '--map', join(folder, 'map.json'), '--yes');
        expect([again.text.includes('Webhooks are off'), isOn()], again.text).toEqual([true, false]);
        database.close();
        expect(again.text).toMatch(/What became of each, and why: \S+old\.xml\.report-4\.csv/);
        const lines = parse(await readFile(`${file}.report.csv`), { bom: true, columns: true }) as Record<
          string,
          string
        >[];
        expect(lines.length).toBe(36);
        expect(lines.find((line) => line['id there'] === '30')!.title).toMatch(/^'=HYPERLINK/);
      });
    },
  );
});
