import { describe, expect, test } from 'vitest';
import { Member } from '../../src/modules/team/team.module.ts';
import { User } from '../../src/modules/users/user.ts';
import { buildFormData } from '../support/callers.ts';
import { createMember, createUser } from '../support/factories.ts';
import { useSite } from '../support/use-site.ts';

const oneLine = /must be one line of text$/;
const invisible = /may not contain control characters, nor marks that change the direction of text$/;
const refused: [string, RegExp][] = [
  ['A\nB', oneLine],
  ['A\u2028B', oneLine],
  ['A\u0007B', invisible],
  ['A\tB', invisible],
  ['A\u202eB', invisible],
  ['A\u2067B\u2069', invisible],
];

const job = {
  title: 'Clerk',
  description: 'Work',
  type: 'Full-time',
  location: 'Here',
  department: 'Sales',
  requirements: ['One'],
  responsibilities: ['Two'],
  application_link: '',
};
const project = { title: 'Tram', category: 'IT Support', description: 'Done', client: 'Somebody' };
const member = { name: 'Ada', role: 'Senior Developer', section: 'development', description: 'Builds' };
const post = { title: 'Notes', excerpt: 'Why', content: '<p>Text</p>', category: 'Technology' };
const user = { name: 'Ida', email: 'ida@example.com', role: 'user', password: 'a-quiet-Harbour-7' };
const letter = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'Good day' };

describe('names and titles', () => {
  const site = useSite();

  const send: Record<string, (name: string) => Promise<{ status: number; body: { errors?: object } }>> = {
    'a post’s title': (title) =>
      site.rest('admin').post('/api/admin/blog-posts', buildFormData({ ...post, title })),
    'a member’s name': (name) =>
      site.rest('admin').post('/api/admin/team', buildFormData({ ...member, name, expertise: '["A"]' })),
    'a job’s title': (title) => site.rest('admin').post('/api/admin/jobs', { ...job, title }),
    'a job’s department': (department) => site.rest('admin').post('/api/admin/jobs', { ...job, department }),
    'a project’s title': (title) =>
      site.rest('admin').post('/api/admin/portfolios', buildFormData({ ...project, title })),
    'a project’s client': (client) =>
      site.rest('admin').post('/api/admin/portfolios', buildFormData({ ...project, client })),
    'a user’s name': (name) => site.rest('admin').post('/api/admin/users', { ...user, name }),
    'a visitor’s name': (name) => site.rest('anonymous').post('/api/contact', { ...letter, name }),
    'a visitor’s subject': (subject) => site.rest('anonymous').post('/api/contact', { ...letter, subject }),
  };

  test.each(Object.entries(send))('%s is refused with invisible characters', async (label, act) => {
    for (const [name, words] of refused) {
      const { status, body } = await act(name);
      expect(status, `${label} ${JSON.stringify(name)}`).toBe(422);
      expect(Object.values(body.errors ?? {})).toEqual([[expect.stringMatching(words)]]);
    }
  });

  test('one’s own name is refused with them too', async () => {
    for (const [name] of refused) {
      await expect(site.as('hr').account.rename.mutate({ name })).rejects.toMatchObject({
        data: { httpStatus: 422, errors: { name: [expect.any(String)] } },
      });
    }
  });

  test.each(['שָׁלוֹם\u200f!', 'Élodie O’Neil-Ørsted', '山田 太郎', 'علی\u200cرضا', '👩‍👩‍👧 & family'])(
    'a name like %s is taken as it is',
    async (name) => {
      const { status, body } = await send['a member’s name']!(name);
      expect([status, (body as { member?: { name: string } }).member?.name]).toEqual([201, name]);
    },
  );

  test('what was stored before is shown as it is', async () => {
    const em = site.database.fork();
    const [{ id }, old] = [await createMember(em), await createUser(em, { email: 'old@example.com' })];
    await em.nativeUpdate(Member, { id }, { name: 'Old\u202eName\u0007' });
    await em.nativeUpdate(User, { id: old.id }, { name: 'Old\u202eName' });
    expect((await site.rest('admin').get('/api/admin/team')).body.team).toContainEqual(
      expect.objectContaining({ id, name: 'Old\u202eName\u0007' }),
    );
    expect((await site.rest('admin').get('/api/admin/users?search=old')).body.users).toMatchObject([
      { name: 'Old\u202eName' },
    ]);
  });

  test('two people may have the same name; their addresses distinguish them', async () => {
    for (const email of ['one@example.com', 'two@example.com']) {
      const answer = await site.rest('admin').post('/api/admin/users', { ...user, name: 'Ada Byron', email });
      expect(answer.status).toBe(201);
    }
  });
});
