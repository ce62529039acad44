// Keeps a copy of all blog posts in a file up to date. A webhook tells it of each change, so it never polls.
//   ATRIUM_URL=https://www.example.com ATRIUM_TOKEN=atr_… WEBHOOK_SECRET=whsec_… PORT=8443 node receive-events.mjs posts.json
// The token needs the scope blog:read. The webhook (Settings, Webhooks) has the events of the blog and this server's
// address. Events come over the internet, so let a proxy with a certificate stand before it.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const {
  ATRIUM_URL = 'http://localhost:3000',
  ATRIUM_TOKEN,
  WEBHOOK_SECRET = '',
  PORT = '8443',
} = process.env;
const [, , file = 'posts.json'] = process.argv;
if (!ATRIUM_TOKEN) throw new Error('Set ATRIUM_TOKEN to an API token with the scope blog:read.');
const key = Buffer.from(WEBHOOK_SECRET.replace(/^whsec_/, ''), 'base64');
const posts = new Map();

async function read(path) {
  const answer = await fetch(`${ATRIUM_URL}/api${path}`, {
    headers: { authorization: `Bearer ${ATRIUM_TOKEN}` },
  });
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`${path}: ${(await answer.json()).message}`);
  return answer.json();
}

/** At the start: what changed while this program was away. */
async function readAll() {
  let cursor = '';
  do {
    const page = await read(`/admin/blog-posts?per_page=100&sort=created_at${cursor && `&cursor=${cursor}`}`);
    for (const post of page.posts) posts.set(post.id, post);
    cursor = encodeURIComponent(page.meta.next_cursor ?? '');
  } while (cursor);
}

/** A crash leaves the old or the new file. */
async function store() {
  await writeFile(`${file}.new`, JSON.stringify([...posts.values()], null, 2));
  await rename(`${file}.new`, file);
}

/** As Standard Webhooks defines it; its packages for many languages do the same. */
function isSigned({ headers }, body) {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures = '' } = headers;
  if (Math.abs(Date.now() / 1000 - Number(at)) > 300) return false;
  const expected = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest();
  return signatures.split(' ').some((signature) => {
    const sent = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  });
}

/** An event only names the row. What is read now is never older than the event, so one that comes twice does no harm. */
async function handle({ type, data }) {
  const [module, act] = type.split('.');
  if (module !== 'blog') return;
  const answer = act === 'deleted' ? null : await read(`/admin/blog-posts/${data.id}`);
  if (answer) posts.set(data.id, answer.post);
  else posts.delete(data.id);
  await store();
  console.log(`${type} ${data.id}`);
}

async function bodyOf(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** One after the other, so that two events about a post are handled in their order. */
let last = Promise.resolve();

const server = createServer(async (request, response) => {
  const body = await bodyOf(request);
  if (!isSigned(request, body)) return response.writeHead(401).end();
  const handled = last.then(() => handle(JSON.parse(body)));
  last = handled.catch(() => {});
  // Only 2xx says that the event has arrived. After any other answer it comes again.
  await handled.then(
    () => response.writeHead(204).end(),
    (error) => {
      console.error(error.message);
      response.writeHead(500).end();
    },
  );
});

await readAll();
await store();
server.listen(Number(PORT), () => console.log(`${posts.size} posts, listening on ${server.address().port}`));
