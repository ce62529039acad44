import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { link, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { inForm } from '../support/form.ts';
import { inFolder } from '../support/imports.ts';
import { treeMemoryOf } from '../support/process-facts.ts';
import { startServer } from '../support/running-server.ts';
import { flagsOf, startEnvironment } from '../support/start-command.ts';
import { tell } from './figures.ts';

const posts = inForm(2000, 20);
const pictures = inForm(50, 5);
/** A company's old server, with one picture in each post. */
const host = 'https://old.example.com';
const maxMegabytes = 512;
const lookEveryMs = 200;

const nameOf = (post: number) => `2019/0${1 + (post % 9)}/photo-${post}`;
const linkOf = (post: number) => `/2019/0${1 + (post % 9)}/post-${post}/`;

/** Two megabytes of noise, which no encoder can compress. */
async function photograph(seed: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 100 + seed, sigma: 30 } as const;
  const create = { width: 1900, height: 1480, channels: 3, background: '#808080', noise } as const;
  return sharp({ create }).jpeg({ quality: 93 }).toBuffer();
}

/** Each post has a file of its own name, which has the bytes of one of few photographs. */
async function writeUploads(folder: string): Promise<number> {
  await mkdir(folder);
  let bytes = 0;
  for (let at = 0; at < pictures; at += 1) {
    const content = await photograph(at);
    bytes += content.length;
    await writeFile(join(folder, `original-${at}.jpg`), content);
  }
  for (let post = 1; post <= posts; post += 1) {
    const path = join(folder, `${nameOf(post)}.jpg`);
    await mkdir(join(path, '..'), { recursive: true });
    await link(join(folder, `original-${post % pictures}.jpg`), path);
  }
  return bytes / pictures;
}

async function writeExport(file: string): Promise<void> {
  const out = createWriteStream(file);
  out.write(`<rss><channel><wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>${host}</wp:base_blog_url>`);
  for (let post = 1; post <= posts; post += 1) {
    const picture = `${host}/wp-content/uploads/${nameOf(post)}`;
    const words = `<p>Words of post ${post}. </p>`.repeat(20);
    const next = `<p><a href="${host}${linkOf((post % posts) + 1)}">The next one</a></p>`;
    const html = `${words}<img src="${picture}-300x200.jpg" alt="Photograph ${post}">${next}`;
    out.write(`<item><title>Post ${post}</title><link>${host}${linkOf(post)}</link><wp:post_id>${post}</wp:post_id>
      <wp:post_type>post</wp:post_type><wp:status>publish</wp:status><wp:post_date_gmt>2019-01-02 10:00:00</wp:post_date_gmt>
      <wp:post_date>2019-01-02 10:00:00</wp:post_date><category domain="category" nicename="works">Works</category>
      <content:encoded><![CDATA[<p>First</p>${html}]]></content:encoded></item>`);
  }
  out.end('</channel></rss>');
  await finished(out);
}

test('an import of 2,000 posts with 2,000 pictures of 2 MB stays below 512 MB, and every old address leads to a page', async (context) => {
  await inFolder(async (folder) => {
    const uploads = join(folder, 'uploads');
    const bytes = await writeUploads(uploads);
    const file = join(folder, 'old.xml');
    await writeExport(file);
    const categories = { works: { name: 'Works', to: 'Technology' } };
    await writeFile(`${file}.categories.json`, JSON.stringify({ categories }));

    // The import
    const dataDir = join(folder, 'data');
    const started = performance.now();
    const program = [...flagsOf('import'), 'src/commands/import.ts', 'wordpress', file, '--files', uploads];
    const child = spawn(process.execPath, program, {
      env: { ...startEnvironment, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const ended = once(child, 'exit');
    let most = 0;
    while (child.exitCode === null) {
      most = Math.max(most, treeMemoryOf(child.pid!));
      await Promise.race([ended, wait(lookEveryMs)]);
    }
    const seconds = (performance.now() - started) / 1000;
    expect(child.exitCode, output).toBe(0);
    expect(output).toMatch(inForm(/Taking over: 50 %/, /Taking over: 100 %/));
    const report = parse(await readFile(`${file}.report.csv`), { bom: true, columns: true }) as Record<
      string,
      string
    >[];
    expect(report.filter(({ outcome }) => outcome === 'skipped')).toEqual([]);
    expect(report.length).toBe(posts);

    // Its old addresses
    const server = await startServer({ LOG_LEVEL: 'error' }, dataDir);
    let requests = 0;
    const answerOf = async (url: string) => {
      requests += 1;
      return fetch(server.url + url, { redirect: 'manual' });
    };
    for (let post = 1; post <= posts; post += 1) {
      const upload = `/wp-content/uploads/${nameOf(post)}-150x150.jpg`;
      for (const url of [
        linkOf(post),
        `/?p=${post}`,
        `${linkOf(post)}feed/`,
        upload,
        '/2019/',
        '/category/works/',
      ]) {
        const { status, headers } = await answerOf(url);
        expect([url, status]).toEqual([url, 301]);
        if (post % 20 === 0) expect((await answerOf(headers.get('location')!)).status).toBe(200);
      }
    }
    await server.end('SIGTERM');
    const rate = (posts / seconds).toFixed(1);
    const size = (bytes / 1e6).toFixed(1);
    tell(context, {
      requests,
      notes: [`${Math.round(most)} MB at most`, `${rate} posts a second`, `pictures of ${size} MB`],
    });
    expect(most).toBeLessThan(maxMegabytes);
  });
});
