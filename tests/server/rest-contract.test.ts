import { expect, test } from 'vitest';
import { listProcedureAccess } from '../../src/commands/access-matrix.ts';
import { expandApiDocument } from '../support/api-document.ts';
import { buildFormData } from '../support/callers.ts';
import { createPost } from '../support/factories.ts';
import { sampledModules } from '../support/samples.ts';
import { useSite } from '../support/use-site.ts';

// Every REST row of the first release (docs/product.md, §7): a promise, written out whatever the code says today.
const rows = `
  POST   /api/admin/login
  POST   /api/admin/login/second-factor
  POST   /api/admin/sso/login
  POST   /api/admin/step-up
  POST   /api/admin/logout
  GET    /api/admin/user
  POST   /api/admin/forgot-password
  POST   /api/admin/reset-password
  GET    /api/admin/users
  POST   /api/admin/users
  GET    /api/admin/users/{id}
  PUT    /api/admin/users/{id}
  PATCH  /api/admin/users/{id}
  DELETE /api/admin/users/{id}
  DELETE /api/admin/users/{id}/factors
  GET    /api/admin/users/{id}/sessions
  DELETE /api/admin/users/{id}/sessions
  DELETE /api/admin/users/{id}/sessions/{session_id}
  POST   /api/admin/users/{id}/deactivate
  POST   /api/admin/users/{id}/reactivate
  GET    /api/admin/tokens
  POST   /api/admin/tokens
  DELETE /api/admin/tokens/{id}
  GET    /api/admin/webhooks
  POST   /api/admin/webhooks
  PATCH  /api/admin/webhooks/{id}
  DELETE /api/admin/webhooks/{id}
  GET    /api/admin/webhooks/{id}/secret
  POST   /api/admin/webhooks/{id}/secret
  POST   /api/admin/webhooks/{id}/test
  GET    /api/admin/webhooks/{id}/deliveries
  POST   /api/admin/webhooks/deliveries/{id}/repeat
  GET    /api/admin/blog-posts
  POST   /api/admin/blog-posts
  PUT    /api/admin/blog-posts/{id}
  DELETE /api/admin/blog-posts/{id}
  GET    /api/admin/blog-posts/trash
  POST   /api/admin/blog-posts/{id}/restore
  DELETE /api/admin/blog-posts/trash/{id}
  GET    /api/admin/team
  POST   /api/admin/team
  PUT    /api/admin/team/{id}
  DELETE /api/admin/team/{id}
  GET    /api/admin/team/trash
  POST   /api/admin/team/{id}/restore
  DELETE /api/admin/team/trash/{id}
  POST   /api/admin/team/{id}/remove-photo
  GET    /api/admin/jobs
  POST   /api/admin/jobs
  PUT    /api/admin/jobs/{id}
  DELETE /api/admin/jobs/{id}
  GET    /api/admin/jobs/trash
  POST   /api/admin/jobs/{id}/restore
  DELETE /api/admin/jobs/trash/{id}
  GET    /api/admin/portfolios
  POST   /api/admin/portfolios
  PUT    /api/admin/portfolios/{id}
  DELETE /api/admin/portfolios/{id}
  GET    /api/admin/portfolios/trash
  POST   /api/admin/portfolios/{id}/restore
  DELETE /api/admin/portfolios/trash/{id}
  GET    /api/admin/messages
  GET    /api/admin/messages.csv
  GET    /api/admin/messages/assignees
  GET    /api/admin/messages/unread
  GET    /api/admin/messages/{id}
  PATCH  /api/admin/messages/{id}/read
  PATCH  /api/admin/messages/{id}/unread
  DELETE /api/admin/messages/{id}
  GET    /api/admin/messages/{id}/attachment
  POST   /api/admin/messages/read
  POST   /api/admin/messages/unread
  POST   /api/admin/messages/spam
  POST   /api/admin/messages/not-spam
  POST   /api/admin/messages/trash
  POST   /api/admin/messages/restore
  POST   /api/admin/messages/undo
  POST   /api/admin/messages/delete
  POST   /api/admin/messages/assign
  POST   /api/admin/messages/remind
  POST   /api/admin/messages/state
  POST   /api/admin/messages/stage
  POST   /api/admin/messages/{id}/notes
  POST   /api/admin/messages/{id}/replies
  POST   /api/admin/messages/replies
  POST   /api/admin/messages/replies/{id}/{act}
  DELETE /api/admin/messages/replies/{id}
  GET    /api/admin/messages/files/{id}
  GET    /api/admin/messages/files/{id}/picture
  GET    /api/admin/messages/mails/{id}
  POST   /api/admin/mails
  GET    /api/admin/blocked-senders
  POST   /api/admin/blocked-senders
  DELETE /api/admin/blocked-senders/{id}
  GET    /api/admin/privacy/person
  GET    /api/admin/privacy/person.zip
  POST   /api/admin/privacy/erase
  GET    /api/admin/privacy/erasures
  GET    /api/admin/activities
  GET    /api/admin/activities.csv
  POST   /api/admin/activities
  POST   /api/admin/activities/{id}/undo
  GET    /api/admin/dashboard/stats
  GET    /api/admin/export
  GET    /api/admin/security-events
  POST   /api/visits
  GET    /api/admin/visits
  GET    /api/admin/visits.csv
  GET    /api/admin/translations
  GET    /api/admin/translations/xliff
  POST   /api/admin/translations/xliff
  GET    /api/blog-posts
  GET    /api/blog-posts/{id}
  GET    /api/blog-posts/by-slug/{slug}
  GET    /api/jobs/by-slug/{slug}
  GET    /api/admin/redirects
  POST   /api/admin/redirects
  POST   /api/admin/redirects/remove
  GET    /api/admin/redirects.csv
  GET    /api/team
  GET    /api/jobs
  GET    /api/jobs/{id}
  GET    /api/portfolios
  GET    /api/portfolios/{id}
  GET    /api/portfolios/by-slug/{slug}
  GET    /api/testimonials
  GET    /api/admin/pages/{id}/menu
  PUT    /api/admin/pages/{id}/menu
  GET    /api/pages
  GET    /api/pages/{id}
  GET    /api/pages/by-slug
  GET    /api/pages/placed
  GET    /api/clients
  GET    /api/test
  POST   /api/pages/{id}/form
  POST   /api/contact
  POST   /api/quotations
  POST   /api/internships
  POST   /api/jobs/{id}/applications
  GET    /api/site
  GET    /api/admin/settings
  GET    /api/admin/settings/{group}
  PUT    /api/admin/settings/{group}
  GET    /api/admin/settings/{group}/versions
  POST   /api/admin/settings/{group}/pictures
  POST   /api/admin/settings/{group}/preview
  POST   /api/admin/settings/{group}/restore
  POST   /api/admin/settings/{group}/preview
  GET    /api/admin/sample-content
  POST   /api/admin/sample-content/removal
  DELETE /api/admin/sample-content/removal
  GET    /api/admin/settings/choices/{list}/usage
  GET    /api/gallery
  GET    /api/admin/gallery
  PUT    /api/admin/gallery
  GET    /api/admin/media
  GET    /api/admin/media/{id}
  POST   /api/admin/media
  PUT    /api/admin/media/{id}
  POST   /api/admin/media/{id}/file
  DELETE /api/admin/media/{id}
  GET    /api/admin/media/trash
  POST   /api/admin/media/{id}/restore
  POST   /api/admin/media/restore
  DELETE /api/admin/media/trash/{id}
  POST   /api/admin/media/trash/delete
`;
const released = rows
  .trim()
  .split('\n')
  .map((row) => row.trim().replace(/\s+/, ' '));
/** The rows that every module has. */
const ofModules = sampledModules.flatMap(({ path, publicBy, schedule, position, folder, isTranslated }) =>
  [
    ...[
      'GET /',
      'POST /',
      'GET /{id}',
      'PUT /{id}',
      'PATCH /{id}',
      'DELETE /{id}',
      'POST /delete',
      'POST /group',
      'POST /undo',
    ],
    ...['GET /trash', 'POST /{id}/restore', 'POST /restore', 'DELETE /trash/{id}', 'POST /trash/delete'],
    ...['GET /{id}/versions', 'GET /{id}/versions/{number}', 'PUT /{id}/versions/{number}'],
    'POST /{id}/versions/{number}/restore',
    ...(publicBy ? ['POST /publication'] : []),
    ...(schedule
      ? ['PUT /{id}/publishing', 'POST /{id}/preview', 'DELETE /{id}/preview', 'POST /{id}/duplicate']
      : []),
    ...(position ? ['POST /{id}/move'] : []),
    ...(folder ? ['GET /{id}/addresses', 'POST /{id}/addresses/give-up'] : []),
    ...(isTranslated ? ['GET /{id}/translations', 'POST /{id}/translations'] : []),
  ].map((row) => row.replace('/', `/api${path}/`).replace(/\/$/, '')),
);
const wanted = [...new Set([...released, ...ofModules])];

const site = useSite();

test('every row of the call table is served, and no other', () => {
  const served = listProcedureAccess().flatMap(({ rest }) => rest ?? []);
  expect(served.toSorted()).toEqual(wanted.toSorted());
});

test('the OpenAPI document describes each operation with its responses', async () => {
  const body = expandApiDocument((await site.rest('anonymous').get('/api/openapi.json')).body);
  expect(body.openapi).toBe('3.1.0');
  for (const row of wanted) {
    const [method = '', path = ''] = row.split(' ');
    const operation = body.paths[path.replace('/api', '')]?.[method.toLowerCase()];
    expect(operation?.responses, row).toMatchObject({ 422: expect.anything(), 500: expect.anything() });
  }
  expect(body.paths['/admin/blog-posts'].post.responses).toHaveProperty('201');
  expect(body.paths['/admin/blog-posts/{id}'].post.requestBody.content).toHaveProperty('multipart/form-data');
});

test('each read carries a tag, and is an empty 304 for the program that has it, until the content changes', async () => {
  const admin = await site.openSession('admin');
  const reads = wanted.filter(
    (row) => row.startsWith('GET') && !/[{]|[.]csv|xliff|export|by-slug|placed|person/.test(row),
  );
  for (const url of reads.map((row) => row.split(' ')[1]!)) {
    const get = (headers = {}) =>
      site.app.inject({ url, headers: { authorization: `Bearer ${admin}`, ...headers } });
    const { etag } = (await get()).headers;
    expect(etag, url).toMatch(/^"[^"]+"$/);
    const again = await get({ 'if-none-match': `"another", W/${etag}` });
    expect([again.statusCode, again.body, again.headers.etag], url).toEqual([304, '', etag]);
    expect((await get({ 'if-none-match': '"another"' })).statusCode, url).toBe(200);
  }
  const posts = (headers = {}) =>
    site.app.inject({
      url: '/api/admin/blog-posts',
      headers: { authorization: `Bearer ${admin}`, ...headers },
    });
  const { etag } = (await posts()).headers;
  await createPost(site.database.fork());
  expect((await posts({ 'if-none-match': String(etag) })).statusCode).toBe(200);
});

test('an unknown address and a bad id are a 404 with a message and a request id', async () => {
  for (const path of ['/api/nothing', '/api/blog-posts/0', '/api/blog-posts/abc', '/api/blog-posts/1.5']) {
    const answer = await site.rest('anonymous').get(path);
    expect(answer, path).toMatchObject({
      status: 404,
      body: { message: expect.any(String), request_id: expect.any(String) },
    });
  }
  const tooLarge = await site.rest('anonymous').get(`/api/blog-posts/${2 ** 53}`);
  expect(tooLarge.status).toBe(404);
});

test('a wrong method gets a 405 that lists the allowed ones, and changes nothing', async () => {
  const refused = [
    ['POST', '/api/admin/jobs/1', 'GET, HEAD, PUT, PATCH, DELETE'],
    ['PUT', '/api/admin/blog-posts', 'GET, HEAD, POST'],
    ['DELETE', '/api/blog-posts/1', 'GET, HEAD'],
    ['DELETE', '/api/contact', 'POST'],
    ['GET', '/api/admin/logout', 'POST'],
  ] as const;
  for (const [method, url, allow] of refused) {
    const answer = await site.app.inject({
      method,
      url,
      payload: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.statusCode, answer.headers.allow], url).toEqual([405, allow]);
    expect(answer.json()).toMatchObject({ message: 'This address does not take that method.' });
  }
});

test('IN10 malformed JSON is a 400 and another kind of body a 415, on both faces', async () => {
  for (const url of ['/api/admin/login', '/trpc/auth.login']) {
    const broken = {
      method: 'POST',
      url,
      payload: '{"email":',
      headers: { 'content-type': 'application/json' },
    } as const;
    expect((await site.app.inject(broken)).statusCode, url).toBe(400);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const answer = await site.app.inject({
        ...broken,
        payload: 'email=a',
        headers: { 'content-type': type },
      });
      expect(answer.statusCode, `${url} ${type}`).toBe(415);
    }
  }
});

test.each([
  ['/api/admin/blog-posts', 'This address takes a multipart/form-data body or JSON.'],
  ['/api/admin/media', 'This address takes a multipart/form-data body.'],
])('a POST to %s without a body is told which one it takes', async (url, message) => {
  const answer = await site.rest('admin').post(url);
  expect(answer).toMatchObject({ status: 415, body: { message } });
});

test('a form that a JSON operation gets is a 415, after the authorization', async () => {
  const form = buildFormData({ title: 'A job' });
  const answers = await Promise.all(
    (['hr', 'user'] as const).map((role) => site.rest(role).post('/api/admin/jobs', form)),
  );
  expect(answers.map(({ status }) => status)).toEqual([415, 403]);
  expect(answers[0]!.body.message).toBe('This address takes a JSON body.');
});

test('a value of another kind is told in words', async () => {
  const reply = { text: 'Hello', pictures: {} };
  for (const [method, url, input, field, message] of [
    ['post', '/api/admin/portfolios', { existing_image: {} }, 'existing_image', 'Image must be text'],
    ['post', '/api/admin/users', { password: 5 }, 'password', 'Password is required'],
    ['post', '/api/admin/messages/1/replies', reply, 'pictures', 'This field must be a list'],
    [
      'put',
      '/api/admin/settings/site',
      { language: 'xx' },
      'language',
      'This field must be one of: en, de, fr, es, tr',
    ],
  ] as const) {
    const { body } = await site.rest('admin')[method](url, input);
    expect(body.errors?.[field], url).toEqual([message]);
  }
});

test('a page or a size out of range is a 422 under its field', async () => {
  for (const query of ['page=0', 'page=abc', 'per_page=0', 'per_page=101']) {
    const answer = await site.rest('anonymous').get(`/api/blog-posts?${query}`);
    expect(answer, query).toMatchObject({
      status: 422,
      body: { errors: { [query.split('=')[0]!]: [expect.any(String)] } },
    });
  }
});

test('a batch of more than ten calls is refused whole', async () => {
  const paths = Array.from({ length: 11 }, () => 'site.test').join(',');
  const answer = await site.app.inject(`/trpc/${paths}?batch=1&input=%7B%7D`);
  expect(answer.statusCode).toBe(429);
  expect(answer.headers['retry-after']).toBeDefined();
});
