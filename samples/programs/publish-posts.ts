// Publishes a folder of Markdown files as blog posts. Run it again, and only what has changed is sent.
//   ATRIUM_URL=https://www.example.com ATRIUM_TOKEN=atr_… node publish-posts.ts FOLDER
// The token needs the scope blog:write. The name of a file becomes the end of the post's address. Each file begins with
// fields, then has an empty line and the text:
//   title: We have moved
//   excerpt: Our new office is open.
//   category: Company News
//   picture: office.jpg
import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AtriumError, createAtrium, type Schemas } from 'atrium-client';

const { ATRIUM_URL = 'http://localhost:3000', ATRIUM_TOKEN } = process.env;
const [, , folder = '.'] = process.argv;
if (!ATRIUM_TOKEN) throw new Error('Set ATRIUM_TOKEN to an API token with the scope blog:write.');

const atrium = createAtrium({ url: ATRIUM_URL, token: ATRIUM_TOKEN });

const externalIdOf = (file: string) => `markdown:${file}`;

/** What earlier runs have made of the files, a hundred in one call. */
async function findPosts(files: readonly string[]) {
  const found = new Map<string | undefined, Schemas['Post']>();
  for (let at = 0; at < files.length; at += 100) {
    const external_id = files.slice(at, at + 100).map(externalIdOf);
    const fields = 'id,version,external_id,external_hash';
    const query = { external_id, fields, per_page: 100 };
    const { data } = await atrium.GET('/admin/blog-posts', { params: { query } });
    for (const post of data.posts) found.set(post.external_id, post);
  }
  return found;
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Converts headings and paragraphs. Use a library for more of Markdown. */
function toHtml(markdown: string) {
  const blocks = markdown.split(/\n{2,}/).map((block) => block.trim());
  return blocks
    .filter(Boolean)
    .map((block) =>
      block.startsWith('## ')
        ? `<h2>${escapeHtml(block.slice(3))}</h2>`
        : `<p>${escapeHtml(block.replaceAll('\n', ' '))}</p>`,
    )
    .join('');
}

async function readPost(file: string) {
  const [head = '', ...rest] = (await readFile(join(folder, file), 'utf8'))
    .replaceAll('\r\n', '\n')
    .split('\n\n');
  const lines = head.split('\n').map((line) => /^(\w+):\s*(.*)$/.exec(line) ?? []);
  const fields = Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]));
  const { title = '', excerpt = '', category = '', picture } = fields;
  const content = toHtml(rest.join('\n\n'));
  return {
    words: { title, excerpt, category, content, slug: basename(file, '.md'), is_published: true },
    picture,
  };
}

async function publish(file: string, before: Schemas['Post'] | undefined): Promise<string> {
  const { words, picture } = await readPost(file);
  const image = picture ? await openAsBlob(join(folder, picture)) : undefined;
  const sent = createHash('sha256').update(JSON.stringify(words));
  if (image) sent.update(await image.bytes());
  const external_hash = sent.digest('hex');
  // What staff have changed in the post since then stays until the file changes.
  if (before?.external_hash === external_hash) return 'unchanged';
  const external = { external_id: externalIdOf(file), external_hash };
  const body = { ...words, ...external, ...(image && { featured_image: image }) };
  if (!before) {
    await atrium.POST('/admin/blog-posts', { body });
    return 'published';
  }
  const change = (version: number | undefined) =>
    atrium.PATCH('/admin/blog-posts/{id}', {
      params: { path: { id: before.id } },
      body: { ...body, version },
    });
  await change(before.version).catch((error) => {
    // Somebody has changed the post since it was read. The file is what counts here.
    if (error instanceof AtriumError && error.status === 409) return change(error.body.current?.version);
    throw error;
  });
  return 'changed';
}

/** Names the fields that were refused. */
function explain(error: unknown): string {
  if (!(error instanceof AtriumError && error.body.errors)) throw error;
  process.exitCode = 1;
  const problems = Object.entries(error.body.errors).map(([field, [message]]) => `${field}: ${message}`);
  return `refused: ${problems.join('; ')}`;
}

const files = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
const posts = await findPosts(files);
for (const file of files)
  console.log(`${file}: ${await publish(file, posts.get(externalIdOf(file))).catch(explain)}`);
