import { describe, expect, test } from 'vitest';
import { User } from '../../src/modules/users/user.ts';
import { isImitation, mixesAlphabets } from '../../src/shared/look-alikes.ts';
import { buildFormData, restCaller } from '../support/callers.ts';
import { createUser } from '../support/factories.ts';
import { useSite } from '../support/use-site.ts';

const users = '/api/admin/users';

test('a word of one alphabet is no mixture, nor are words of several, nor Japanese, Chinese and Korean', () => {
  const honest = [
    'Zoë Lindqvist',
    'Иван Smith',
    'Ивана-Марія',
    'Αθηνά',
    'Øystein O’Brien',
    'Łukasz',
    'Nguyễn',
  ];
  const asian = ['東京タワー', 'Tシャツ', 'カラオケbox', '김민준', 'LG전자', '李明', 'ㄅㄆ李', 'D꞉東'];
  const others = [
    'שרה כהן',
    'محمد',
    'अनिता',
    'ქეთევან',
    'Հայկ',
    'Kahoʻolawe',
    'Об’єкт',
    'X Æ A-12',
    'ª',
    '１',
  ];
  for (const text of [...honest, ...asian, ...others])
    expect([text, mixesAlphabets(text)]).toEqual([text, false]);
  const mixed = ['Аdmin', 'раypal', 'Α1ice', 'Ada Вyron', 'а.b', 'Lіsa', 'משהa', 'Hаy', 'a東б', 'ꓮda', 'Ꭺda'];
  for (const text of mixed) expect([text, mixesAlphabets(text)]).toEqual([text, true]);
});

test('texts that look the same are told from texts that are the same', () => {
  const pairs: [string, string, boolean][] = [
    ['Сора', 'Copa', true],
    ['Ａda', 'Ada', true],
    ['A\u200bda', 'Ada', true],
    ['A\u00adda Byron', 'Ada  Byron', true],
    ['𝐀da', 'Ada', true],
    ['ada', 'Ada', false],
    ['Zoe\u0308', 'Zoë', false],
    ['Zoë', 'Zoe', false],
    ['Ada', 'Ada', false],
    ['Анна', 'Anna', false],
    ['Ada Byron.', 'Ada Byron', true],
    ['Ada “Byron”', 'Ada Byron', true],
    ['Jan OBrien', 'Jan O’Brien', true],
    ['Ada Byronʼ', 'Ada Byron', true],
    ['Ada Byron™', 'Ada Byron', true],
    ["Jan O'Brien", 'Jan O’Brien', false],
    ['Ann\u2011Marie', 'Ann-Marie', false],
    ['Ada B.', 'Ada C.', false],
  ];
  for (const [text, of, isOne] of pairs) expect([text, of, isImitation(text, of)]).toEqual([text, of, isOne]);
});

describe('the name of a person', () => {
  const site = useSite({
    fill: async (site) => {
      await createUser(site.database.fork(), { name: 'Copa Oxo', email: 'copa@example.com' });
      await createUser(site.database.fork(), { name: 'Ехо Сара', email: 'exo@example.com' });
    },
  });

  let count = 0;
  const create = async (name: string) => {
    count += 1;
    const person = { email: `person${count}@example.com`, role: 'user', password: 'sunflower7house' };
    const { status, body } = await site.rest('admin').post(users, { name, ...person });
    return { status, problem: body.errors?.name?.[0], id: body.id };
  };
  const refused: [name: string, words: RegExp][] = [
    ['Аdmin', /letters of different alphabets/],
    ['Ada Вyron', /letters of different alphabets/],
    ['Сора Охо', /looks like that of another person/],
    ['Exo Capa', /looks like that of another person/],
    ['Copa O\u200bxo', /looks like that of another person/],
    ['Schedule', /the program/],
    ['schedule', /the program/],
    ['Ｓchedule', /the program/],
    ['Administrator', /the program/],
    ['Command line', /the program/],
    ...['Administrator.', '“Administrator”', 'Admin-istrator', 'Administratorʼ', 'Administrator ™'].map(
      (name): [string, RegExp] => [name, /the program/],
    ),
    ...['Command-line', 'Erased_person', '·Schedule·'].map((name): [string, RegExp] => [name, /the program/]),
    ['Copa Oxo.', /looks like that of another person/],
    ['“Copa” Oxo', /looks like that of another person/],
  ];

  test('may be that of another person, but may not imitate one or be an actor of the program', async () => {
    for (const [name, words] of refused) {
      expect([name, await create(name)]).toEqual([
        name,
        { status: 422, problem: expect.stringMatching(words), id: undefined },
      ]);
    }
    for (const name of ['Copa Oxo', 'copa oxo', 'Ехо Сара', 'Copä Oxo', 'Schedule Planner']) {
      expect([name, (await create(name)).status]).toEqual([name, 201]);
    }
  });

  test('is refused in the same words to an admin who changes it, and to its owner', async () => {
    const { id } = await create('Vera Holm');
    const user = await site.database.fork().findOneOrFail(User, id);
    const authorization = `Bearer ${await site.openSessionOf(user)}`;
    const own = restCaller(site.app, async () => ({ authorization }));
    for (const [name, words] of refused) {
      const { email, role } = user;
      const byAdmin = await site.rest('admin').put(`${users}/${id}`, { name, email, role });
      expect([name, byAdmin.status, byAdmin.body.errors?.name]).toEqual([
        name,
        422,
        [expect.stringMatching(words)],
      ]);
      const byOwner = await own.post('/trpc/account.rename', { name });
      const errors = { name: [expect.stringMatching(words)] };
      expect(byOwner).toMatchObject({ status: 422, body: { error: { data: { errors } } } });
    }
  });

  test('of an earlier version stays when other fields are saved', async () => {
    const em = site.database.fork();
    for (const name of ['Аdmin', 'Сора Охо', 'Schedule']) {
      count += 1;
      const { id, email } = await createUser(em, { name, email: `old${count}@example.com` });
      const saved = await site.rest('admin').put(`${users}/${id}`, { name, email, role: 'hr' });
      expect([name, saved.status, saved.body.user?.name]).toEqual([name, 200, name]);
    }
  });
});

describe('the slug of a post', () => {
  const site = useSite();

  test('mixes no alphabets in a word, and one of an earlier version can be saved again', async () => {
    const words = {
      title: 'T',
      excerpt: 'E',
      content: '<p>C</p>',
      category: 'Technology',
      is_published: '1',
    };
    const { id } = (await site.rest('admin').post('/api/admin/blog-posts', buildFormData(words))).body;
    const save = async (slug: string) => {
      const { status, body } = await site
        .rest('admin')
        .put(`/api/admin/blog-posts/${id}/publishing`, { slug });
      return [slug, status, body.errors?.slug?.[0]];
    };
    const problem = expect.stringMatching(/letters of different alphabets/);
    for (const slug of ['раypal', 'about-раypal', 'αlpha'])
      expect(await save(slug)).toEqual([slug, 422, problem]);
    for (const slug of ['paypal', 'обзор-typescript', '東京-tower', 'обзор']) {
      expect(await save(slug)).toEqual([slug, 200, undefined]);
    }
    const db = site.database.fork().getKysely<{ addresses: { path: string } }>();
    await db
      .updateTable('addresses')
      .set({ path: '/blog/раypal' })
      .where('path', '=', '/blog/обзор')
      .execute();
    expect(await save('раypal')).toEqual(['раypal', 200, undefined]);
  });
});
