import { beforeEach, describe, expect, test } from 'vitest';
import { Message } from '../../src/modules/inbox/message.entity.ts';
import type { User } from '../../src/modules/users/user.ts';
import { createMessage, createUser } from '../support/factories.ts';
import { buildFormData, restCaller, type RestAnswer } from '../support/callers.ts';
import { picture } from '../support/pictures.ts';
import { sampledModules, testedModules } from '../support/samples.ts';
import { useSite } from '../support/use-site.ts';

const site = useSite();
const rest = () => site.rest('admin');
const postSample = () => sampledModules.find(({ name }) => name === 'blog')!.sample();

describe.each(testedModules)('a row of $name', ({ path, one, many, title, sample, picture: field, noun }) => {
  const url = `/api${path}`;
  const read = async (id: number) => (await rest().get(`${url}/${id}`)).body[one];

  test('is read alone as the list has it, and changes by any field without the others', async () => {
    const { id, [one]: created } = (await rest().post(url, sample())).body;
    expect(await read(id)).toEqual(created);
    expect((await rest().get(url)).body[many][0]).toEqual(created);

    const answer = await rest().patch(`${url}/${id}`, { [title]: 'Another' });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body[one]).toEqual({
      ...created,
      [title]: 'Another',
      version: created.version + 1,
      updated_at: answer.body[one].updated_at,
    });
    expect(await read(id)).toEqual(answer.body[one]);

    const stale = await rest().patch(`${url}/${id}`, { [title]: 'Late', version: created.version });
    expect(stale).toMatchObject({ status: 409, body: { current: { [title]: 'Another' } } });
    const wrong = await rest().patch(`${url}/${id}`, { [title]: ' ' });
    expect(wrong).toMatchObject({ status: 422, body: { errors: { [title]: [expect.any(String)] } } });
    expect((await rest().patch(`${url}/4711`, { [title]: 'A' })).status, noun).toBe(404);
  });

  test('keeps its version, its time and its tags when a save changes nothing, and the log is silent', async () => {
    const { id, [one]: created } = (await rest().post(url, sample())).body;
    const state = async () => {
      const [row, list, log] = [
        await rest().get(`${url}/${id}`),
        await rest().get(url),
        await rest().get('/api/admin/activities'),
      ];
      return { tags: [row.headers.etag, list.headers.etag], entries: log.body.meta.total, row: row.body };
    };
    const before = await state();
    const saves: [string, Promise<RestAnswer>][] = [
      ['PUT of the row as it is read', rest().put(`${url}/${id}`, created)],
      ['PUT of what was sent', rest().put(`${url}/${id}`, sample())],
      ['PATCH of one field', rest().patch(`${url}/${id}`, { [title]: created[title] })],
      ['PATCH of no field', rest().patch(`${url}/${id}`, {})],
      ['PATCH with the version', rest().patch(`${url}/${id}`, { version: created.version })],
    ];
    for (const [way, save] of saves) {
      const { status, body } = await save;
      expect({ status, row: body[one] }, way).toEqual({ status: 200, row: created });
    }
    expect(await state()).toEqual(before);
  });

  test.runIf(field)(
    'takes a picture as a file, as its path or as its id, and null takes it off',
    async () => {
      const { id } = (await rest().post(url, sample())).body;
      const change = async (value: unknown) => {
        const body = value instanceof Blob ? buildFormData({ [field!]: value }) : { [field!]: value };
        const { status, body: answer } = await rest().patch(`${url}/${id}`, body);
        expect(status, JSON.stringify(answer)).toBe(200);
        return answer[one][field!] as string | null;
      };
      const own = await change(await picture({ width: 61, height: 60 }));
      expect(own).toMatch(/^uploads\//);
      expect(await change(own)).toBe(own);
      const file = await picture({ width: 62, height: 60 });
      const { item } = (await rest().post('/api/admin/media', buildFormData({ file, alt: 'A wall' }))).body;
      expect(await change(item.id)).toBe(item.path);
      expect(await change(null)).toBeNull();
      const unknown = await rest().patch(`${url}/${id}`, { [field!]: 4711 });
      expect(unknown).toMatchObject({ status: 422, body: { errors: { [field!]: [expect.any(String)] } } });
      const copy = await rest().post(url, { ...sample(), [field!]: item.path });
      expect(copy.body[one][field!]).toBe(item.path);
    },
  );
});

describe('a user', () => {
  let user: User;
  beforeEach(async () => {
    user = await createUser(site.database.fork(), { email: 'ada@example.com', name: 'Ada', role: 'hr' });
  });

  test('is read alone, and changes by any field without the others', async () => {
    const { user: before } = (await rest().get(`/api/admin/users/${user.id}`)).body;
    expect(before).toMatchObject({ id: user.id, name: 'Ada', role: 'hr' });
    const cases = [{ name: 'Ada Byron' }, { role: 'user' }, { email: 'byron@example.com' }] as const;
    let expected = before;
    for (const change of cases) {
      const answer = await rest().patch(`/api/admin/users/${user.id}`, change);
      const { version, updated_at } = answer.body.user;
      expected = { ...expected, ...change, version, updated_at };
      expect(answer, JSON.stringify(change)).toMatchObject({ status: 200, body: { user: expected } });
    }
    const stale = await rest().patch(`/api/admin/users/${user.id}`, { name: 'Late', version: 1 });
    expect(stale).toMatchObject({ status: 409, body: { current: { name: 'Ada Byron' } } });
  });
});

test('a message that is read alone stays unread, and spam is listed by its folder', async () => {
  const em = site.database.fork();
  const { id } = await createMessage(em, { subject: 'Hello' });
  const spam = await createMessage(em, { subject: 'Buy', spam_reasons: ['only links'] });
  const { message } = (await rest().get(`/api/admin/messages/${id}`)).body;
  expect(message).toMatchObject({ id, subject: 'Hello', is_read: false });
  expect(await site.database.fork().findOneOrFail(Message, id)).toMatchObject({ is_read: false });
  const subjects = async (query: string) =>
    (await rest().get(`/api/admin/messages${query}`)).body.messages.map(
      (one: { subject: string }) => one.subject,
    );
  expect(await subjects('')).toEqual(['Hello']);
  expect(await subjects('?folder=inbox')).toEqual(['Hello']);
  expect(await subjects('?folder=spam')).toEqual(['Buy']);
  const read = (await rest().get(`/api/admin/messages/${spam.id}`)).body.message;
  expect(read).toMatchObject({ subject: 'Buy', spam_reasons: ['only links'] });
  expect((await rest().get('/api/admin/messages?folder=archive')).status).toBe(422);
});

describe('a program with a token', () => {
  const callerOf = async (...scopes: string[]) => {
    const { secret } = (await rest().post('/api/admin/tokens', { name: 'Program', scopes })).body;
    return restCaller(site.app, async () => ({ authorization: `Bearer ${secret}` }));
  };

  test('gets the address of each picture beside its id and that of the row in the panel, and may send both back', async () => {
    const file = await picture({ width: 300 });
    const { item } = (await rest().post('/api/admin/media', buildFormData({ file, alt: 'A wall' }))).body;
    const program = await callerOf('blog:write');
    const content = `<p>Words</p><figure data-kind="picture"><img data-media="${item.id}" alt="A wall"></figure>`;
    const { id, post } = (await program.post('/api/admin/blog-posts', { ...postSample(), content })).body;
    expect(post.content).toContain(
      `<img data-media="${item.id}" src="http://localhost:3000/${item.path}" alt="A wall">`,
    );
    expect(post.panel_url).toBe(`http://localhost:3000/admin/blog-posts/${id}/edit`);
    const { body: read } = await program.get(`/api/admin/blog-posts/${id}`);
    expect(read.post).toEqual(post);
    const again = await program.put(`/api/admin/blog-posts/${id}`, read.post);
    expect(again.body.post, 'what it read').toEqual(post);
    const at = `/api/admin/blog-posts/${id}`;
    await program.patch(at, { excerpt: 'Another' });
    const answers = {
      publishing: await program.put(`${at}/publishing`, { seo_title: 'Words' }),
      copy: await program.post(`${at}/duplicate`),
      'restored version': await program.post(`${at}/versions/1/restore`),
      conflict: await program.patch(at, { excerpt: 'Late', version: 1 }),
    };
    for (const [name, { body }] of Object.entries(answers)) {
      const row = body.post ?? body.current;
      expect(row.content, name).toContain(`src="http://localhost:3000/${item.path}"`);
      expect(row.panel_url, name).toBe(`http://localhost:3000/admin/blog-posts/${row.id}/edit`);
    }
    const person = (await rest().get(`/api/admin/blog-posts/${id}`)).body.post;
    expect(person.content).toContain(`<img data-media="${item.id}" alt="A wall">`);
    expect(person).not.toHaveProperty('panel_url');
  });

  test('reads the members of one row that it names, under a tag of their own', async () => {
    const { id } = (await rest().post('/api/admin/blog-posts', postSample())).body;
    const url = `/api/admin/blog-posts/${id}`;
    const some = await rest().get(`${url}?fields=id,title`);
    expect(some.body).toEqual({ post: { id, title: postSample().title } });
    const { errors } = (await rest().get(`${url}?fields=titel`)).body;
    expect(errors.fields[0]).toContain('The nearest one is title');
    const refused = await rest().patch(url, { title: 'Other' }, { 'if-match': String(some.headers.etag) });
    expect(refused.status).toBe(412);
  });
});
