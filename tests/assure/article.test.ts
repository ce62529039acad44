import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowserSite } from '../support/browser-site.ts';
import { readFeed } from '../support/feeds.ts';
import { createActionCounter, estimateMinutes } from '../support/action-counter.ts';
import { findMarkupProblems } from '../support/markup.ts';
import { openScreen } from '../support/panel-screens.ts';
import { phonePhotograph } from '../support/pictures.ts';
import { expectAccessible } from '../support/real-browser.ts';
import { readSamples } from '../support/sample-site.ts';
import { signInToApis } from '../support/running-server.ts';

const site = useBrowserSite();
let path: string;

const widths = [320, 390, 768, 1440];
/** A folder for pictures of the article at each width. */
const shots = process.env.ARTICLE_SHOTS;
const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
};

const words = 2000;
const singles = 7;
const inGallery = 3;
const code = 'pg_restore --list ledger.dump | head\ncreatedb drill\npg_restore --dbname=drill ledger.dump';
const rows = [
  ['System', 'Restored in', 'Complete'],
  ['Ledger', '42 minutes', 'Yes'],
  ['Mailbox', '3 hours', 'All but two days'],
];

/** The blocks of the article as somebody types them. */
function blocksOf(count: number): string[] {
  const html = readSamples('posts')
    .map(({ content }) => content)
    .join('\n');
  const blocks: string[] = [];
  for (const [, tag = '', inner = ''] of html.matchAll(/<(p|h2|h3)>(.*?)<\/\1>/g)) {
    const text = inner
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&amp;', '&')
      .trim();
    blocks.push(tag === 'p' ? text : `${tag === 'h2' ? '##' : '###'} ${text}`);
    if (blocks.join(' ').split(/\s+/).length >= count) break;
  }
  return blocks;
}

type Hands = ReturnType<typeof createActionCounter>;

async function addPictures(page: Page, hands: Hands, command: string, numbers: number[]): Promise<void> {
  const files = await Promise.all(
    numbers.map(async (number) => ({
      name: `IMG_${number}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await phonePhotograph(number),
    })),
  );
  const chooser = page.waitForEvent('filechooser');
  await hands.type(`/${command}`);
  await page.getByRole('option').first().waitFor();
  await hands.key('Enter');
  // One click on each file, and one on the button that opens them.
  hands.counts.clicks += numbers.length + 1;
  await (await chooser).setFiles(files);
}

async function describe(page: Page, hands: Hands, at: number): Promise<void> {
  await hands.click(page.getByLabel('Content').locator('figure img').nth(at));
  const bar = page.getByRole('group', { name: /^Picture/ });
  await hands.fill(bar.getByLabel('What the picture shows'), `Hills at noon, seen from road ${at + 1}`);
}

test('an article with pictures, a table, code, a gallery and a video is written and published', {
  timeout: 400_000,
}, async () => {
  const page = await openScreen(site.browser, site.server, '/admin/blog-posts');
  const hands = createActionCounter(page);
  const { click, write, choose, type, key } = hands;
  await click(
    page
      .getByRole('button', { name: 'Create New Post' })
      .or(page.getByRole('link', { name: 'Create New Post' })),
  );
  await write('Title', 'A restore drill in the hills');
  await write('Excerpt', 'What ten pictures and one table tell about a morning with a backup.');
  await choose(page.getByLabel('Category'), 'Technology');
  await click(page.getByLabel('Content'));

  const blocks = blocksOf(words);
  const every = Math.floor(blocks.length / singles);
  let pictures = 0;
  for (const [at, block] of blocks.entries()) {
    const [, marks, text = block] = /^(#+) (.*)$/.exec(block) ?? [];
    if (marks) {
      for (const mark of marks) await key(mark);
      await key('Space');
    }
    await type(text);
    await key('Enter');
    if (at % every === 1 && pictures < singles) {
      pictures += 1;
      await addPictures(page, hands, 'picture', [pictures]);
      await expect.poll(() => page.getByLabel('Content').locator('figure img').count()).toBe(pictures);
      // The caret is in the caption. The next block is below the picture.
      await type(`Stop ${pictures} of the walk`);
      await key('Enter');
    }
  }
  await type('/table');
  await key('Enter');
  for (const cell of rows.flat()) {
    await type(cell);
    await key('Tab');
  }
  await write('Caption', 'What came back, and when', page.getByRole('group', { name: 'Table' }));
  await click(page.getByLabel('Content').locator('td').last());
  await key('Escape');
  await type('/code');
  await key('Enter');
  for (const line of code.split('\n')) {
    await type(line);
    if (!code.endsWith(line)) await key('Enter');
  }
  await key('Control+Enter');
  await addPictures(page, hands, 'gallery', [8, 9, 10]);
  await expect.poll(() => page.getByLabel('Content').locator('figure img').count()).toBe(singles + inGallery);
  await click(page.getByLabel('Content').locator('p').last());
  await key('Control+End');
  await type('/video');
  await key('Enter');
  const dialog = page.getByRole('dialog', { name: 'Video' });
  await write('Address of the video', 'https://www.youtube.com/watch?v=M7lc1UVf-VE', dialog);
  await write('Title', 'The drill in two minutes', dialog);
  await click(dialog.getByRole('button', { name: 'Add' }));
  for (let at = 0; at < singles + inGallery; at += 1) await describe(page, hands, at);
  await click(page.getByLabel('Publish immediately'));
  await click(page.getByRole('button', { name: 'Save Blog Post' }));
  await page.waitForURL('**/admin/blog-posts', { timeout: 180_000 });

  const { clicks, fields, letters } = hands.counts;
  const typed = blocks.join('').length;
  console.info(
    `The article took ${clicks} clicks, ${fields} fields and ${letters} letters: about ${estimateMinutes(hands.counts).toFixed(0)} minutes, of which ${(typed / 180).toFixed(0)} for its words.`,
  );
  expect(clicks + fields).toBeLessThanOrEqual(70);
  const { trpc } = await signInToApis(site.server);
  const { posts } = await trpc.blog.list.query({});
  const { id, content } = posts[0]!;
  path = `/blog/${id}`;
  expect(content.match(/<img data-media="\d+" alt="Hills[^"]*">/g)).toHaveLength(singles + inGallery);
  for (const part of ['<table><caption>', '<pre><code>', 'data-kind="gallery"', 'data-embed="youtube:'])
    expect(content).toContain(part);
  await page.context().close();
  await untilPicturesAreMade();
});

/** The server makes the smaller sizes in the background. */
async function untilPicturesAreMade(): Promise<void> {
  await expect
    .poll(
      async () => (await (await fetch(site.server.url + path)).text()).match(/<picture><source/g)?.length,
      {
        timeout: 180_000,
      },
    )
    .toBeGreaterThanOrEqual(singles + inGallery);
}

/** Returns what has moved while the page was read from top to bottom, once its fonts had arrived. */
async function movedWhileReading(page: Page): Promise<string[]> {
  // `fonts.ready` may come before a font is asked for, and always before the frame that shows it.
  await page.evaluate(async () => {
    const families = ['Inter Variable', 'Bricolage Grotesque Variable'];
    await Promise.all(families.map((family) => document.fonts.load(`1rem "${family}"`)));
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  });
  await page.evaluate(() => {
    const moved: string[] = [];
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      const shifts = list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[];
      for (const { sources } of shifts)
        moved.push(
          ...sources.map(({ node }) => (node as Element | null)?.outerHTML?.slice(0, 160) ?? 'text'),
        );
    }).observe({ type: 'layout-shift' });
  });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 600) {
    await page.evaluate(async (to) => {
      window.scrollTo({ top: to, behavior: 'instant' });
      // A picture begins to load in the frame after it comes near, and is shown in the frame after its load.
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      const near = [...document.images].filter(
        (image) => image.getBoundingClientRect().top < 2 * innerHeight,
      );
      await Promise.all(near.map((image) => image.decode()));
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    }, top);
  }
  return page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved);
}

test.each(['light', 'dark'] as const)(
  'the article fits every width, moves nothing and is accessible, %s',
  { timeout: 240_000 },
  async (colorScheme) => {
    for (const width of widths) {
      const page = await site.browser.visit(site.server.url + path, {
        colorScheme,
        viewport: { width, height: 900 },
        reducedMotion: 'reduce',
      });
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      expect(await movedWhileReading(page), `${width}`).toEqual([]);
      expect(requests.filter((url) => !url.startsWith(site.server.url))).toEqual([]);
      const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
      expect(await page.evaluate(overflow), `${width}`).toBe(0);
      await expectAccessible(page);
      await shoot(page, `article-${width}-${colorScheme}`);
      await page.context().close();
    }
  },
);

test('the article is valid HTML, reads the same without script, prints, and is whole in the feed', {
  timeout: 120_000,
}, async () => {
  expect(await findMarkupProblems(await (await fetch(site.server.url + path)).text())).toEqual([]);
  const textOf = async (javaScriptEnabled: boolean) => {
    const page = await site.browser.visit(site.server.url + path, { javaScriptEnabled });
    const text = await page.locator('.prose').first().innerText();
    const count = await page.locator('.prose img').count();
    await page.context().close();
    return { text, count };
  };
  expect(await textOf(false)).toEqual(await textOf(true));

  const printed = await site.browser.visit(site.server.url + path, {
    viewport: { width: 794, height: 1123 },
  });
  await printed.emulateMedia({ media: 'print' });
  expect(await printed.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(794);
  if (shots) await printed.pdf({ path: `${shots}/article.pdf`, format: 'A4' });
  await shoot(printed, 'article-print');
  await printed.context().close();

  const feed = await readFeed(await (await fetch(`${site.server.url}/feed.xml`)).text());
  const html = feed.items[0]!['content:encoded'] ?? feed.items[0]!.content ?? '';
  const addresses = [...html.matchAll(/<img[^>]* src="([^"]*)"/g)].map(([, src = '']) => src);
  expect(addresses).toHaveLength(singles + inGallery);
  for (const address of addresses) expect((await fetch(address)).status, address).toBe(200);
  expect(html).toContain('https://www.youtube.com/watch?v=M7lc1UVf-VE');
});

test('the same kinds of blocks are read from right to left in Arabic', { timeout: 120_000 }, async () => {
  const { trpc } = await signInToApis(site.server);
  const { posts } = await trpc.blog.list.query({});
  const [figure = ''] = /<figure data-kind="picture">.*?<\/figure>/.exec(posts[0]!.content) ?? [];
  const [gallery = ''] = /<figure data-kind="gallery">.*?<\/figure>/.exec(posts[0]!.content) ?? [];
  const text = 'المصنع يعمل منذ الربيع، والعجلة الثالثة تنتظر محورها.';
  const content = `<h2>صباح في التلال</h2><p>${text}</p>${figure}<ul><li><p>${text}</p></li></ul>${gallery}
    <blockquote><p>${text}</p></blockquote><table><tbody><tr><td><p>الدفتر</p></td><td><p>٤٢ دقيقة</p></td></tr></tbody></table>
    <aside data-kind="tip"><p>${text}</p></aside><pre><code>pg_restore drill</code></pre>`;
  const { post } = await trpc.blog.create.mutate({
    title: 'صباح في التلال',
    excerpt: text,
    category: 'Technology',
    tags: [],
    is_published: true,
    content,
  });
  for (const width of [390, 1440]) {
    const page = await site.browser.visit(`${site.server.url}/blog/${post.id}`, {
      viewport: { width, height: 900 },
    });
    const directions = await page
      .locator('.prose :is(h2, p, li, blockquote, aside)')
      .evaluateAll((all) =>
        all
          .filter(({ textContent }) => /\p{Script=Arabic}/u.test(textContent))
          .map((element) => getComputedStyle(element).direction),
      );
    expect(new Set(directions)).toEqual(new Set(['rtl']));
    expect(await page.locator('.prose pre').evaluate((element) => getComputedStyle(element).direction)).toBe(
      'ltr',
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await shoot(page, `arabic-${width}`);
    await page.context().close();
  }
});

test('a picture that is replaced in the library is on the page, in the feed and in the API at once', async () => {
  const { trpc, headers } = await signInToApis(site.server);
  const { posts } = await trpc.blog.list.query({});
  const { content } = posts.find(({ id }) => path === `/blog/${id}`)!;
  const id = Number(/data-media="(\d+)"/.exec(content)?.[1]);
  const { item } = await trpc.media.one.query({ id });
  const read = async () => {
    const addresses = [path, '/feed.xml', `/api/blog-posts/${path.split('/')[2]}`];
    return Promise.all(addresses.map(async (address) => (await fetch(site.server.url + address)).text()));
  };
  // The second answer comes from the cache.
  await read();
  for (const text of await read()) expect(text).toContain(item.path);
  const form = new FormData();
  form.append(
    'file',
    new File([new Uint8Array(await phonePhotograph(11))], 'other.jpg', { type: 'image/jpeg' }),
  );
  form.append('version', String(item.version));
  const answer = await fetch(`${site.server.url}/api/admin/media/${id}/file`, {
    method: 'POST',
    headers,
    body: form,
  });
  const replaced = (await answer.json()) as { item: { path: string } };
  expect(answer.status, JSON.stringify(replaced)).toBe(200);
  for (const text of await read()) {
    expect(text).toContain(replaced.item.path);
    expect(text).not.toContain(item.path);
  }
});
