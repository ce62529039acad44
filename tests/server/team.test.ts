import { describe, expect, test } from 'vitest';
import { Member } from '../../src/modules/team/team.module.ts';
import { storedValuesOf } from '../../src/shared/settings/choices.ts';
import { settingDefaults } from '../../src/shared/settings/defaults.ts';
import { databaseKinds } from '../support/database.ts';
import { callProcedure, testedApiKinds } from '../support/api-calls.ts';
import { createMember } from '../support/factories.ts';
import { picture } from '../support/pictures.ts';
import { testApp } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';
import { entriesOf, readEffects } from '../support/stored-effects.ts';

const teamRoles = storedValuesOf(settingDefaults.choices, 'team_roles');

const words = {
  name: 'Grace Hopper',
  role: 'Chief Technology Officer',
  description: 'Finds bugs.',
  section: 'leadership',
  expertise: ['Compilers', 'Clocks'],
};

const cases = databaseKinds.flatMap((kind) => testedApiKinds.map((face) => ({ kind, face })));

describe.each(cases)('the team on $kind through $face', ({ kind, face }) => {
  const site = useSite({ on: kind });
  const act = (name: string, input: Record<string, unknown> = {}) =>
    callProcedure(site, face, 'content_moderator', `team.${name}`, input);
  const create = async (more: Record<string, unknown> = {}) =>
    (await act('create', { ...words, ...more })).body.member;
  const isServed = async (path: string) => (await site.servedPictures()).includes(path);

  test('a new photo replaces the old one, and a change without a photo leaves it', async () => {
    const member = await create({ image: await picture() });
    const storedFile = await act('update', { ...words, id: member.id });
    expect(storedFile.body.member.image).toBe(member.image);
    const replaced = await act('update', {
      ...words,
      id: member.id,
      image: await picture({ format: 'webp' }),
    });
    expect(replaced.body.member.image).toMatch(/\.webp$/);
    expect(await isServed(replaced.body.member.image)).toBe(true);
    expect(await isServed(member.image)).toBe(false);
  });

  test('a photo is removed as one update, and a second removal finds none', async () => {
    const member = await create({ image: await picture() });
    expect(await act('removePhoto', { id: member.id })).toEqual({
      status: 200,
      body: { success: true, message: 'The photo has been removed.' },
    });
    expect(await isServed(member.image)).toBe(false);
    const stored = await site.database.fork().findOneOrFail(Member, member.id);
    expect(stored).toMatchObject({ image: null, version: 2 });

    const again = await act('removePhoto', { id: member.id });
    expect(again).toMatchObject({ status: 409, body: { message: 'This team member has no photo.' } });
    expect((await act('removePhoto', { id: 4711 })).status).toBe(404);
    const types = (await entriesOf(site, 'team', member.id)).map(({ type }) => type);
    expect(types).toEqual(['create', 'update']);
  });

  test('IN3 expertise is trimmed, without empty entries and duplicates', async () => {
    const member = await create({ expertise: ['  Go ', '', 'SQL', 'Go', '   '] });
    expect(member.expertise).toEqual(['Go', 'SQL']);
  });

  test('all broken rules of a form are reported at once, with messages', async () => {
    const before = await readEffects(site, Member);
    const answer = await act('create', {
      name: ' ',
      image: new File(['words'], 'me.png', { type: 'image/png' }),
    });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({
      name: ['Name is required'],
      role: ['Role is required'],
      description: ['Description is required'],
      section: ['Section is required'],
      expertise: ['At least one expertise is required'],
      image: ['The file must be a JPEG, PNG, WebP, AVIF or GIF picture.'],
    });
    expect(await readEffects(site, Member)).toEqual(before);
  });

  test.each([
    ['name', 'x'.repeat(121), 'Name may have at most 120 characters'],
    ['role', 'Chief Everything Officer', `Role must be one of: ${teamRoles.join(', ')}`],
    ['role', 'hr manager', `Role must be one of: ${teamRoles.join(', ')}`],
    ['description', 'x'.repeat(2001), 'Description may have at most 2,000 characters'],
    [
      'section',
      'Leadership',
      'Section must be one of: leadership, development, human-resource, tech-support',
    ],
    ['section', '', 'Section is required'],
    ['expertise', [], 'At least one expertise is required'],
    ['expertise', ['', '  '], 'At least one expertise is required'],
    ['expertise', '', 'At least one expertise is required'],
    ['expertise', '{', 'Expertise must be a list of text'],
    ['expertise', 'null', 'Expertise must be a list of text'],
    ['expertise', '{"a":1}', 'Expertise must be a list of text'],
    ['expertise', ['Go', 1], 'Expertise must be a list of text'],
    ['expertise', ['x'.repeat(201)], 'An entry of Expertise may have at most 200 characters'],
    [
      'image',
      'uploads/text.png',
      'Photo must be a file, the path of an uploaded picture, or the id of a picture of the library',
    ],
  ])('%s = %j is refused under the field, on create and on update', async (field, value, message) => {
    const { id } = await createMember(site.database.fork());
    const before = await readEffects(site, Member);
    for (const name of ['create', 'update']) {
      const answer = await act(name, { ...words, ...(name === 'update' && { id }), [field]: value });
      expect(answer, name).toMatchObject({ status: 422, body: { errors: { [field]: [message] } } });
    }
    expect(await readEffects(site, Member)).toEqual(before);
  });
});

describe.each(cases)('the lists of the team on $kind through $face', ({ kind, face }) => {
  const site = useSite({
    on: kind,
    fill: async (site) => {
      const em = site.database.fork();
      for (const [name, section] of [
        ['Zoë', 'tech-support'],
        ['Bob', 'development'],
        ['Eve', 'leadership'],
        ['100%', 'human-resource'],
        ['Amy', 'development'],
        ['Dan', 'leadership'],
      ] as const) {
        await createMember(em, { name, section });
      }
    },
  });
  const list = async (query = {}) => (await callProcedure(site, face, 'admin', 'team.list', query)).body;
  const namesIn = ({ team }: { team: { name: string }[] }) => team.map(({ name }) => name);

  test('members are sorted by section, then by creation', async () => {
    const answer = await list();
    expect(namesIn(answer)).toEqual(['Eve', 'Dan', 'Bob', 'Amy', '100%', 'Zoë']);
    expect(answer.meta).toEqual({ total: 6, page: 1, per_page: 1000 });
    expect(answer.stats).toEqual({
      total: 6,
      by: { leadership: 2, development: 2, 'human-resource': 1, 'tech-support': 1 },
    });
    expect(namesIn((await callProcedure(site, face, 'anonymous', 'team.published')).body)).toEqual(
      namesIn(answer),
    );
  });

  test('a page, a section and a search each return their part, and the counts include all members', async () => {
    const second = await list({ page: 2, per_page: 2 });
    expect(namesIn(second)).toEqual(['Bob', 'Amy']);
    expect(second.meta).toEqual({ total: 6, page: 2, per_page: 2 });
    expect((await list({ page: 1 })).meta.per_page).toBe(8);
    expect(namesIn(await list({ section: 'leadership' }))).toEqual(['Eve', 'Dan']);
    const found = await list({ search: 'ZOË' });
    expect(namesIn(found)).toEqual(['Zoë']);
    expect(found.stats.total).toBe(6);
    expect(namesIn(await list({ search: '%' }))).toEqual(['100%']);
    expect((await list({ search: 'senior dev' })).meta.total).toBe(6);
  });

  test('the public list returns the team and nothing else', async () => {
    const { body } = await callProcedure(site, face, 'anonymous', 'team.published');
    expect(Object.keys(body)).toEqual(['team']);
    expect(body.team[0]).toMatchObject({ name: 'Eve', image: null, expertise: ['Engines'] });
  });
});

test('IN12 a photo is removed without a body, with any content type', async () => {
  const site = await testApp();
  for (const headers of [undefined, { 'content-type': 'application/json' }]) {
    const { id } = await createMember(site.database.fork(), { image: 'uploads/gone.png' });
    const answer = await site.rest('admin').post(`/api/admin/team/${id}/remove-photo`, undefined, headers);
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
  }
  await site.close();
});
