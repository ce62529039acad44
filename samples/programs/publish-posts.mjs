// Publishes a folder of Markdown files as blog posts. Run it again, and only what has changed is sent.
//   ATRIUM_URL=https://www.example.com ATRIUM_TOKEN=atr_… node publish-posts.mjs FOLDER
// The token needs the scope blog:write. The name of a file becomes the end of the post's address. Each file begins with
// fields, then has an empty line and the text:
//   title: We have moved
//   excerpt: Our new office is open.
//   category: Company News
//   picture: office.jpg
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

const { ATRIUM_URL = 'http://localhost:3000', ATRIUM_TOKEN } = process.env;
const [, , folder = '.'] = process.argv;
if (!ATRIUM_TOKEN) throw new Error('Set ATRIUM_TOKEN to an API token with the scope blog:write.');

/** Sends JSON or a form, and waits when the server asks for that. */
async function call(method, path, body) {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${ATRIUM_URL}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${ATRIUM_TOKEN}`,
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
    },
    body: isForm ? body : body && JSON.stringify(body),
  });
  if (answer.status === 429 || answer.status === 503) {
    const seconds = Number(answer.headers.get('retry-after') ?? 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    return call(method, path, body);
  }
  return { status: answer.status, body: await answer.json() };
}

/** Reads all posts by cursor. */
async function findPosts() {
  const posts = new Map();
  let cursor = '';
  do {
    const query = `per_page=100&sort=created_at${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const { status, body } = await call('GET', `/admin/blog-posts?${query}`);
    if (status !== 200) throw new Error(body.message);
    for (const post of body.posts) posts.set(post.slug, post);
    cursor = body.meta.next_cursor ?? '';
  } while (cursor);
  return posts;
}

const escapeHtml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Converts headings and paragraphs. Use a library for more of Markdown. */
function toHtml(markdown) {
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

async function readPost(file) {
  const [head = '', ...rest] = (await readFile(join(folder, file), 'utf8'))
    .replaceAll('\r\n', '\n')
    .split('\n\n');
  const lines = head.split('\n').map((line) => /^(\w+):\s*(.*)$/.exec(line) ?? []);
  const fields = Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]));
  const { title, excerpt, category, picture } = fields;
  const content = toHtml(rest.join('\n\n'));
  return {
    words: { title, excerpt, category, content, slug: basename(file, '.md'), is_published: true },
    picture,
  };
}

/** A form can have the picture with the words. JSON is enough without one. */
async function toBody(words, picture) {
  if (!picture) return words;
  const form = new FormData();
  for (const [name, value] of Object.entries(words)) form.append(name, String(value));
  form.append('featured_image', new Blob([await readFile(join(folder, picture))]), picture);
  return form;
}

/** Returns what became of the file. */
async function publish(file, posts) {
  const { words, picture } = await readPost(file);
  const before = posts.get(words.slug);
  const isSame = before && Object.entries(words).every(([name, value]) => before[name] === value);
  if (isSame && (!picture || before.featured_image)) return { text: 'unchanged' };
  const send = async (version) =>
    before
      ? call('PATCH', `/admin/blog-posts/${before.id}`, await toBody({ ...words, version }, picture))
      : call('POST', '/admin/blog-posts', await toBody(words, picture));
  let { status, body } = await send(before?.version);
  // Somebody has changed the post since it was read. The file is what counts here.
  if (status === 409 && body.current) ({ status, body } = await send(body.current.version));
  if (status === 422) {
    const problems = Object.entries(body.errors).map(([field, [message]]) => `${field}: ${message}`);
    return { text: `refused: ${problems.join('; ')}`, isRefused: true };
  }
  if (status >= 400) throw new Error(`${file}: ${body.message}`);
  return { text: before ? 'changed' : 'published' };
}

const posts = await findPosts();
for (const file of (await readdir(folder)).filter((name) => name.endsWith('.md')).sort()) {
  const { text, isRefused } = await publish(file, posts);
  console.log(`${file}: ${text}`);
  if (isRefused) process.exitCode = 1;
}
