import { createWriteStream } from 'node:fs';
import { link, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import sharp from 'sharp';

/** The address of a company's old WordPress site. */
const host = 'https://old.example.com';

interface ForeignSite {
  /** `uploads` is the path of the new folder with uploads. `file` is the path of the new WordPress export. */
  uploads: string;
  file: string;
  posts: number;
  /** How many different photographs the posts have. */
  pictures: number;
}

export const uploadNameOf = (post: number) => `2019/0${1 + (post % 9)}/photo-${post}`;
export const postLinkOf = (post: number) => `/2019/0${1 + (post % 9)}/post-${post}/`;

/** Creates a photograph of two megabytes. The content is noise, which no encoder can compress well. */
async function photograph(seed: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 100 + seed, sigma: 30 } as const;
  const create = { width: 1900, height: 1480, channels: 3, background: '#808080', noise } as const;
  return sharp({ create }).jpeg({ quality: 93 }).toBuffer();
}

/**
 * Writes one file per post. The files are links to a few photographs, so that they need little space. Returns
 * the average number of bytes of a photograph.
 */
async function writeUploads({ uploads: folder, posts, pictures }: ForeignSite): Promise<number> {
  await mkdir(folder);
  let bytes = 0;
  for (let at = 0; at < pictures; at += 1) {
    const content = await photograph(at);
    bytes += content.length;
    await writeFile(join(folder, `original-${at}.jpg`), content);
  }
  for (let post = 1; post <= posts; post += 1) {
    const path = join(folder, `${uploadNameOf(post)}.jpg`);
    await mkdir(join(path, '..'), { recursive: true });
    await link(join(folder, `original-${post % pictures}.jpg`), path);
  }
  return bytes / pictures;
}

async function writeExport({ file, posts }: ForeignSite): Promise<void> {
  const out = createWriteStream(file);
  out.write(`<rss><channel><wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>${host}</wp:base_blog_url>`);
  for (let post = 1; post <= posts; post += 1) {
    const picture = `${host}/wp-content/uploads/${uploadNameOf(post)}`;
    const words = `<p>Words of post ${post}. </p>`.repeat(20);
    const next = `<p><a href="${host}${postLinkOf((post % posts) + 1)}">The next one</a></p>`;
    const html = `${words}<img src="${picture}-300x200.jpg" alt="Photograph ${post}">${next}`;
    out.write(`<item><title>Post ${post}</title><link>${host}${postLinkOf(post)}</link><wp:post_id>${post}</wp:post_id>
      <wp:post_type>post</wp:post_type><wp:status>publish</wp:status><wp:post_date_gmt>2019-01-02 10:00:00</wp:post_date_gmt>
      <wp:post_date>2019-01-02 10:00:00</wp:post_date><category domain="category" nicename="works">Works</category>
      <content:encoded><![CDATA[<p>First</p>${html}]]></content:encoded></item>`);
  }
  out.end('</channel></rss>');
  await finished(out);
}

/**
 * Writes the export, the file that maps its categories, and the folder of uploads. Returns the average number
 * of bytes of a photograph.
 */
export async function writeWordpressExport(site: ForeignSite): Promise<number> {
  const bytes = await writeUploads(site);
  await writeExport(site);
  const categories = { works: { name: 'Works', to: 'Technology' } };
  await writeFile(`${site.file}.categories.json`, JSON.stringify({ categories }));
  return bytes;
}
