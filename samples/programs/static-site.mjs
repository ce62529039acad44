// Builds a static site of all published posts, and builds it again whenever visitors of the company site see something
// else. It has nothing of Atrium's style sheets.
//   ATRIUM_URL=https://www.example.com WEBHOOK_SECRET=whsec_… PORT=8443 node static-site.mjs FOLDER
// The webhook (Settings, Webhooks) has the event site.changed alone. No token is needed: the site shows what is public.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

const { ATRIUM_URL = 'http://localhost:3000', WEBHOOK_SECRET = '', PORT = '8443' } = process.env;
const [, , folder = 'site'] = process.argv;
const key = Buffer.from(WEBHOOK_SECRET.replace(/^whsec_/, ''), 'base64');

const escapeHtml = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const pageOf = (title, body) =>
  `<!DOCTYPE html>\n<meta charset="utf-8">\n<title>${escapeHtml(title)}</title>\n${body}\n`;

/** With their texts, twenty in one call. Pictures have whole addresses. */
async function readPosts() {
  const posts = [];
  for (let page = 1; ; page += 1) {
    const answer = await fetch(`${ATRIUM_URL}/api/blog-posts?include=content&per_page=20&page=${page}`);
    if (!answer.ok) throw new Error((await answer.json()).message);
    const { posts: some, meta } = await answer.json();
    posts.push(...some);
    if (posts.length >= meta.total || some.length === 0) return posts;
  }
}

async function build() {
  const posts = await readPosts();
  await mkdir(folder, { recursive: true });
  const written = new Set(['index.html']);
  for (const post of posts) {
    const name = `${post.slug ?? post.id}.html`;
    const body = `<h1>${escapeHtml(post.title)}</h1>\n${post.content}`;
    await writeFile(join(folder, name), pageOf(post.title, body));
    written.add(name);
  }
  const links = posts.map(
    ({ slug, id, title }) => `<li><a href="${slug ?? id}.html">${escapeHtml(title)}</a></li>`,
  );
  await writeFile(join(folder, 'index.html'), pageOf('Posts', `<ul>\n${links.join('\n')}\n</ul>`));
  for (const name of await readdir(folder)) if (!written.has(name)) await rm(join(folder, name));
  console.log(`built ${posts.length} posts`);
}

let building = Promise.resolve();

/** Builds do not overlap. One that fails is tried again with the next event. */
function buildAgain() {
  building = building.then(build).catch((error) => console.error(error.message));
}

function isSigned({ headers }, body) {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures = '' } = headers;
  if (Math.abs(Date.now() / 1000 - Number(at)) > 300) return false;
  const expected = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest();
  return signatures.split(' ').some((signature) => {
    const sent = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  });
}

const server = createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts).toString();
  if (!isSigned(request, body)) return response.writeHead(401).end();
  if (JSON.parse(body).type === 'site.changed') buildAgain();
  // At once: a build may take longer than the ten seconds that the sender waits.
  response.writeHead(204).end();
});

await build();
server.listen(Number(PORT), () => console.log(`listening on ${server.address().port}`));
