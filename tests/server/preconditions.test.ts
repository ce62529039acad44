import { beforeEach, describe, expect, test } from 'vitest';
import { findRowReads, listRestOperations } from '../../src/http/api/rest-operations.ts';
import { appRouter } from '../../src/router.ts';
import { buildFormData, type RestAnswer } from '../support/callers.ts';
import { createMessage, createUser } from '../support/factories.ts';
import { picture } from '../support/pictures.ts';
import { sampledModules } from '../support/samples.ts';
import { useSite } from '../support/use-site.ts';
import { chooseByForm } from '../support/test-form.ts';

const site = useSite();
const rest = () => site.rest('admin');
const operations = listRestOperations(appRouter);
const reads = findRowReads(operations);

/** Every change of a row that can be read alone. */
const changes = operations.flatMap(({ meta }) => {
  const { method, path } = meta.openapi!;
  return method !== 'GET' && reads.has(path) ? [{ method, path }] : [];
});

interface Target {
  address: string;
  /** Returns a body that changes nothing, or little, for the response that reads the row. */
  bodyFor: (stored: Stored) => object;
}
// biome-ignore lint/suspicious/noExplicitAny: tests read responses like callers without types
type Stored = any;

describe('If-Match', () => {
  const targets = new Map<string, Target>();
  beforeEach(async () => {
    targets.clear();
    const add = (path: string, id: number, body: object) =>
      targets.set(path, { address: `/api${path.replace('{id}', String(id))}`, bodyFor: () => body });
    for (const { path, sample } of sampledModules)
      add(`${path}/{id}`, (await rest().post(`/api${path}`, sample())).body.id, sample());
    const { em } = site.work();
    add('/admin/messages/{id}', (await createMessage(em)).id, {});
    const user = await createUser(em, { email: 'eve@example.com' });
    add('/admin/users/{id}', user.id, { name: 'Eve', email: user.email, role: user.role });
    const file = await picture({ width: 61, height: 60 });
    const { id } = (await rest().post('/api/admin/media', buildFormData({ file }))).body;
    add('/admin/media/{id}', id, { alt: 'A wall' });
    targets.set('/admin/settings/{group}', {
      address: '/api/admin/settings/search',
      bodyFor: ({ value }) => ({ value }),
    });
    targets.set('/admin/gallery', { address: '/api/admin/gallery', bodyFor: ({ album }) => album });
  });

  const change = async (method: string, { address, bodyFor }: Target, tag: string) => {
    const body = bodyFor((await rest().get(address)).body);
    const headers = { 'if-match': tag };
    if (method === 'DELETE') return rest().delete(address, headers);
    return method === 'PUT' ? rest().put(address, body, headers) : rest().patch(address, body, headers);
  };

  test('with the tag of another state is a 412 with the stored row, for every change of a row', async () => {
    expect(new Set(changes.map(({ path }) => path))).toEqual(new Set(targets.keys()));
    for (const [at, { method, path }] of changes.entries()) {
      const target = targets.get(path)!;
      const { body: stored } = await rest().get(target.address);
      const members = Object.values(stored);
      // One function compares the tags of all rows. In the short form the spellings take turns.
      const tags = ['"zzz"', 'zzz', '"a", W/"b"', '""'];
      for (const tag of chooseByForm(tags, [tags[at % tags.length]!])) {
        const answer = await change(method, target, tag);
        expect(answer.status, `${method} ${path} ${tag}`).toBe(412);
        expect(answer.body.current, path).toEqual(members.length === 1 ? members[0] : stored);
      }
      expect((await rest().get(target.address)).body, path).toEqual(stored);
    }
  });

  test('with the tag of the stored state, weak or strong or among others, or with *, is a save', async () => {
    for (const [at, { method, path }] of changes.entries()) {
      const target = targets.get(path)!;
      const isLast = method === 'DELETE';
      const spellings = isLast ? ['%'] : ['%', 'W/%', '"a", %', '*'];
      for (const spelling of chooseByForm(spellings, [spellings[at % spellings.length]!])) {
        const { headers } = await rest().get(target.address);
        const tag = spelling.replace('%', String(headers.etag));
        const answer = await change(method, target, tag);
        expect(answer.status, `${method} ${path} ${tag} ${JSON.stringify(answer.body)}`).toBe(200);
      }
    }
  });

  test('never fits with the tag of a list or of some fields, and may come with a version', async () => {
    const target = targets.get('/admin/jobs/{id}')!;
    for (const other of ['/api/admin/jobs', '/api/admin/jobs?fields=id,title']) {
      const { headers } = await rest().get(other);
      expect((await change('PATCH', target, String(headers.etag))).status, other).toBe(412);
    }
    const { headers, body } = await rest().get(target.address);
    const [tag, version] = [String(headers.etag), body.job.version];
    const patch = (input: object) => rest().patch(target.address, input, { 'if-match': tag });
    expect((await patch({ title: 'New', version: version + 1 })).status).toBe(409);
    expect((await patch({ title: 'New', version })).status).toBe(200);
    expect((await patch({ title: 'Newer' })).status).toBe(412);
    expect((await rest().patch('/api/admin/jobs/4711', { title: 'A' }, { 'if-match': '*' })).status).toBe(
      404,
    );
  });

  test('is checked for every act below the row, and refused by calls about no single row', async () => {
    const { address } = targets.get('/admin/blog-posts/{id}')!;
    const { address: user } = targets.get('/admin/users/{id}')!;
    const { address: message } = targets.get('/admin/messages/{id}')!;
    const { address: media } = targets.get('/admin/media/{id}')!;
    const { address: member } = targets.get('/admin/team/{id}')!;
    const id = Number(address.split('/').at(-1));
    const file = await picture({ width: 62, height: 60 });
    await rest().patch(member, { image: Number(media.split('/').at(-1)) });
    const read = (at: string) => rest().get(at);
    const acts: [string, string, (headers: Record<string, string>) => Promise<RestAnswer>][] = [
      ['form', address, (headers) => rest().post(address, postForm(), headers)],
      ['publishing', address, (headers) => rest().put(`${address}/publishing`, { slug: 'a' }, headers)],
      ['version', address, (headers) => rest().post(`${address}/versions/1/restore`, {}, headers)],
      ['copy', address, (headers) => rest().post(`${address}/duplicate`, {}, headers)],
      ['move', member, (headers) => rest().post(`${member}/move`, { after: null }, headers)],
      ['photo', member, (headers) => rest().post(`${member}/remove-photo`, {}, headers)],
      ['read', message, (headers) => rest().patch(`${message}/read`, {}, headers)],
      ['note', message, (headers) => rest().post(`${message}/notes`, { text: 'N' }, headers)],
      ['deactivation', user, (headers) => rest().post(`${user}/deactivate`, {}, headers)],
      ['file', media, (headers) => rest().post(`${media}/file`, buildFormData({ file }), headers)],
    ];
    for (const [act, at, send] of acts) {
      const stored = (await read(at)).body;
      const refused = await send({ 'if-match': '"zzz"' });
      expect([refused.status, refused.body.current !== undefined], act).toEqual([412, true]);
      expect((await read(at)).body, act).toEqual(stored);
      const { etag } = (await read(at)).headers;
      const accepted = await send({ 'if-match': String(etag) });
      expect(accepted.status, `${act}: ${JSON.stringify(accepted.body)}`).toBeLessThan(300);
    }
    const others: [string, (headers: Record<string, string>) => Promise<RestAnswer>][] = [
      ['create', (headers) => rest().post('/api/admin/blog-posts', { title: 'T' }, headers)],
      ['upload', (headers) => rest().post('/api/admin/media', buildFormData({ file }), headers)],
      ['bulk', (headers) => rest().post('/api/admin/blog-posts/delete', { ids: [id] }, headers)],
      [
        'redirect',
        (headers) => rest().post('/api/admin/redirects', { path: '/a', target: '/blog' }, headers),
      ],
    ];
    for (const [call, send] of others)
      for (const tag of ['"zzz"', '*'])
        expect((await send({ 'if-match': tag })).status, `${call} ${tag}`).toBe(412);
    expect((await read(address)).status).toBe(200);
    expect((await site.rest('anonymous').put(address, {}, { 'if-match': '*' })).status).toBe(401);
  });
});

function postForm(): FormData {
  return buildFormData({
    _method: 'PUT',
    title: 'T',
    excerpt: 'E',
    content: '<p>C</p>',
    category: 'Technology',
    is_published: '0',
  });
}

test('a key that a call does not take is named in its answer, and one of a wrong length is refused where it counts', async () => {
  const key = { 'idempotency-key': 'a-key-of-a-caller' };
  const job = sampledModules.find(({ name }) => name === 'jobs')!.sample();
  const created = await rest().post('/api/admin/jobs', job, key);
  expect(created).toMatchObject({ status: 201 });
  expect(created.headers['idempotency-key-ignored']).toBeUndefined();
  const address = `/api/admin/jobs/${created.body.id}`;
  const contact = { name: 'Ada', email: 'ada@example.com', subject: 'S', message: 'M' };
  const answers = {
    read: await rest().get(address, key),
    'public read': await site.rest('anonymous').get('/api/jobs', key),
    'cached read': await site.rest('anonymous').get('/api/jobs', key),
    save: await rest().patch(address, { title: 'Other' }, key),
    'refused save': await rest().patch(address, { title: '' }, key),
    form: await site.rest('anonymous').post('/api/contact', contact, key),
    deletion: await rest().delete(address, key),
  };
  for (const [call, { headers }] of Object.entries(answers))
    expect(headers['idempotency-key-ignored'], call).toBe('true');
  expect((await site.rest('anonymous').get('/api/jobs')).headers['idempotency-key-ignored']).toBeUndefined();
  for (const wrong of ['short', 'a'.repeat(129), ' ']) {
    const refused = await rest().post('/api/admin/jobs', job, { 'idempotency-key': wrong });
    expect(refused, wrong).toMatchObject({
      status: 422,
      body: { errors: { 'Idempotency-Key': [expect.any(String)] } },
    });
  }
});
