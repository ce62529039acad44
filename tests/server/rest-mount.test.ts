import { afterAll, beforeAll, expect, test } from 'vitest';
import { expandApiDocument } from '../support/api-document.ts';
import { createJob } from '../support/factories.ts';
import { sampledModules } from '../support/samples.ts';
import { type Caller, type TestApp, testApp } from '../support/test-app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await testApp();
});
afterAll(() => site.close());

test('the path names the row, whatever id the body or the query has', async () => {
  const em = site.database.fork();
  const [named, other] = [await createJob(em, { title: 'Named' }), await createJob(em, { title: 'Other' })];
  const jobs = sampledModules.find(({ name }) => name === 'jobs')!;
  const change = { ...jobs.sample(), title: 'Changed', id: other.id };
  const { status, body } = await site.rest('admin').put(`/api/admin/jobs/${named.id}`, change);
  expect([status, body.job.id]).toEqual([200, named.id]);
  const read = async (id: number, query = '') =>
    (await site.rest('anonymous').get(`/api/jobs/${id}${query}`)).body.job.title;
  expect(await read(named.id, `?id=${other.id}`)).toBe('Changed');
  expect(await read(other.id)).toBe('Other');
});

test('a path whose id is no number names no row, for any operation and any caller', async () => {
  const callers: Caller[] = ['anonymous', 'user', 'admin'];
  for (const id of ['0', '-1', '01', '1.5', '1e3', 'abc', '%20', '9'.repeat(17)]) {
    for (const caller of callers) {
      const rest = site.rest(caller);
      const answers = {
        GET: await rest.get(`/api/jobs/${id}`),
        PUT: await rest.put(`/api/admin/jobs/${id}`, {}),
        PATCH: await rest.patch(`/api/admin/messages/${id}/read`),
        POST: await rest.post(`/api/admin/jobs/${id}/restore`),
        DELETE: await rest.delete(`/api/admin/users/${id}`),
      };
      for (const [method, { status }] of Object.entries(answers)) {
        expect(status, `${method} ${id} as ${caller}`).toBe(404);
      }
    }
  }
});

test('the document describes the refusals that an operation really answers', async () => {
  const document = expandApiDocument((await site.rest('anonymous').get('/api/openapi.json')).body);
  const admin = site.rest('admin');
  const { user } = (await admin.get('/api/admin/user')).body;
  const send = async (payload: string, type: string) => {
    const headers = { authorization: `Bearer ${await site.openSession('hr')}`, 'content-type': type };
    return site.app.inject({ method: 'POST', url: '/api/admin/jobs', payload, headers });
  };
  const answers: [path: string, method: string, status: number, answered: number][] = [
    ['/admin/jobs', 'post', 400, (await send('{', 'application/json')).statusCode],
    ['/admin/jobs', 'post', 401, (await site.rest('anonymous').post('/api/admin/jobs', {})).status],
    ['/admin/jobs', 'post', 403, (await site.rest('user').post('/api/admin/jobs', {})).status],
    ['/admin/jobs/{id}', 'delete', 404, (await admin.delete('/api/admin/jobs/4711')).status],
    ['/admin/users/{id}', 'delete', 409, (await admin.delete(`/api/admin/users/${user.id}`)).status],
    ['/admin/jobs', 'post', 413, (await send(' '.repeat(2 ** 21), 'application/json')).statusCode],
    ['/admin/jobs', 'post', 415, (await send('a', 'text/plain')).statusCode],
    ['/admin/jobs', 'post', 422, (await admin.post('/api/admin/jobs', {})).status],
  ];
  for (const [path, method, status, answered] of answers) {
    expect(answered, `${method} ${path}`).toBe(status);
    expect(document.paths[path][method].responses, `${method} ${path}`).toHaveProperty(String(status));
  }
});
