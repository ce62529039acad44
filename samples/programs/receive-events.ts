// Keeps a copy of all blog posts in a file up to date. A webhook tells it of each change, so it never polls.
//   ATRIUM_URL=https://www.example.com ATRIUM_TOKEN=atr_… WEBHOOK_SECRET=whsec_… PORT=8443 node receive-events.ts posts.json
// The token needs the scope blog:read. The webhook (Settings, Webhooks) has the events of the blog and this server's
// address. Events come over the internet, so let a proxy with a certificate stand before it.
import { rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { AtriumError, createAtrium, pages, type Schemas } from 'atrium-client';
import { receiveEvents } from 'atrium-client/events';

const {
  ATRIUM_URL = 'http://localhost:3000',
  ATRIUM_TOKEN,
  WEBHOOK_SECRET = '',
  PORT = '8443',
} = process.env;
const [, , file = 'posts.json'] = process.argv;
if (!ATRIUM_TOKEN) throw new Error('Set ATRIUM_TOKEN to an API token with the scope blog:read.');
const atrium = createAtrium({ url: ATRIUM_URL, token: ATRIUM_TOKEN });
const copies = new Map<number, Schemas['Post']>();

/** At the start: what changed while this program was away. */
async function readAll() {
  for await (const { posts } of pages((next) =>
    atrium.GET('/admin/blog-posts', { params: { query: { per_page: 100, sort: 'created_at', ...next } } }),
  ))
    for (const post of posts) copies.set(post.id, post);
}

/** A crash leaves the old or the new file. */
async function store() {
  await writeFile(`${file}.new`, JSON.stringify([...copies.values()], null, 2));
  await rename(`${file}.new`, file);
}

/** What is read now is never older than the event, so one that comes twice does no harm. */
async function readAgain(id: number) {
  try {
    const { data } = await atrium.GET('/admin/blog-posts/{id}', { params: { path: { id } } });
    copies.set(id, data.post);
  } catch (error) {
    if (!(error instanceof AtriumError && error.status === 404)) throw error;
    copies.delete(id);
  }
}

const server = createServer(
  receiveEvents(WEBHOOK_SECRET, async ({ type, data }) => {
    if (type === 'blog.deleted') copies.delete(data.id);
    else if (type === 'blog.created' || type === 'blog.updated') await readAgain(data.id);
    else return;
    await store();
    console.log(`${type} ${data.id}`);
  }),
);

await readAll();
await store();
server.listen(Number(PORT), () => console.log(`${copies.size} posts, listening on ${PORT}`));
