// Builds a static site of all published posts, and builds it again whenever visitors of the company site see something
// else. It has nothing of Atrium's style sheets.
//   ATRIUM_URL=https://www.example.com WEBHOOK_SECRET=whsec_… PORT=8443 node static-site.ts FOLDER
// The webhook (Settings, Webhooks) has the event site.changed alone. No token is needed: the site shows what is public.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createAtrium, type Schemas } from 'atrium-client';
import { receiveEvents } from 'atrium-client/events';

const { ATRIUM_URL = 'http://localhost:3000', WEBHOOK_SECRET = '', PORT = '8443' } = process.env;
const [, , folder = 'site'] = process.argv;
const atrium = createAtrium({ url: ATRIUM_URL });

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const pageOf = (title: string, body: string) =>
  `<!DOCTYPE html>\n<meta charset="utf-8">\n<title>${escapeHtml(title)}</title>\n${body}\n`;

/** With their texts, twenty in one call. Pictures have whole addresses. */
async function readPosts() {
  const posts: Schemas['PublicPostSummary'][] = [];
  for (let page = 1; ; page += 1) {
    const query = { include: 'content', per_page: 20, page } as const;
    const { data } = await atrium.GET('/blog-posts', { params: { query } });
    posts.push(...data.posts);
    if (posts.length >= data.meta.total || data.posts.length === 0) return posts;
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

const server = createServer(
  receiveEvents(WEBHOOK_SECRET, ({ type }) => {
    // Not awaited: a build may take longer than the ten seconds that the sender waits.
    if (type === 'site.changed') buildAgain();
  }),
);

await build();
server.listen(Number(PORT), () => console.log(`listening on ${PORT}`));
