// Posts with a picture, changes the post although somebody else does so too, reads all posts, and waits for an event.
//   ATRIUM_URL=https://www.example.com ATRIUM_TOKEN=atr_… WEBHOOK_SECRET=whsec_… PORT=8443 node first-steps.ts office.jpg
// The token needs the scope blog:write. The webhook (Settings, Webhooks) has the event blog.updated and this program's
// address.
import { openAsBlob } from 'node:fs';
import { createServer } from 'node:http';
import { AtriumError, createAtrium, pages } from 'atrium-client';
import { receiveEvents } from 'atrium-client/events';

const {
  ATRIUM_URL = 'http://localhost:3000',
  ATRIUM_TOKEN = '',
  WEBHOOK_SECRET = '',
  PORT = '8443',
} = process.env;
const [, , picture = 'office.jpg'] = process.argv;
const atrium = createAtrium({ url: ATRIUM_URL, token: ATRIUM_TOKEN });

const server = createServer(
  receiveEvents(WEBHOOK_SECRET, ({ type, data }) => {
    console.log(`event: ${type} ${JSON.stringify(data)}`);
    server.close();
  }),
);
await new Promise<void>((resolve) => server.listen(Number(PORT), resolve));

// A post with a picture
const created = await atrium.POST('/admin/blog-posts', {
  params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
  body: {
    title: 'We have moved',
    excerpt: 'Our new office is open.',
    content: '<p>Come in.</p>',
    category: 'Technology',
    featured_image: await openAsBlob(picture),
    image_alt: 'The new office',
  },
});
const { id, version, featured_image } = created.data.post;
console.log(`created: ${featured_image}`);

// Two changes of the version that was read: the second is a 409, and goes out again with the version of now
const change = (title: string, from: number) =>
  atrium.PATCH('/admin/blog-posts/{id}', { params: { path: { id } }, body: { title, version: from } });
await change('We are moving', version);
const { data } = await change('We have arrived', version).catch((error) => {
  if (!(error instanceof AtriumError && error.status === 409)) throw error;
  console.log(`409: ${error.message}`);
  return change('We have arrived', error.body.current?.version ?? version);
});
console.log(`changed: ${data.post.title}`);

// A wrong field is a 422
await change('', version).catch((error) => {
  if (!(error instanceof AtriumError && error.status === 422)) throw error;
  console.log(`422: ${JSON.stringify(error.body.errors)}`);
});

// All posts
const ids = new Set<number>();
for await (const { posts } of pages((next) =>
  atrium.GET('/admin/blog-posts', {
    params: { query: { per_page: 100, sort: 'created_at', fields: 'id', ...next } },
  }),
))
  for (const post of posts) ids.add(post.id);
console.log(`posts: ${ids.size}`);
