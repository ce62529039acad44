import { describe, expect, test } from 'vitest';
import { Project } from '../../src/modules/portfolio/portfolio.module.ts';
import { databaseKinds } from '../support/database.ts';
import { callProcedure, testedApiKinds } from '../support/api-calls.ts';
import { createProject } from '../support/factories.ts';
import { picture } from '../support/pictures.ts';
import { useSite } from '../support/use-site.ts';
import { readEffects } from '../support/stored-effects.ts';

const words = {
  title: 'A quiet move',
  category: 'System Migration',
  description: 'Nobody noticed.',
  client: 'A library',
  technologies: ['DNS', 'rsync'],
};
const unknownUpload = `uploads/${'0'.repeat(32)}-00000000.png`;
const notThere = 'There is no uploaded picture at this path.';

const cases = databaseKinds.flatMap((kind) => testedApiKinds.map((face) => ({ kind, face })));

describe.each(cases)('the portfolio on $kind through $face', ({ kind, face }) => {
  const site = useSite({ on: kind });
  const act = (name: string, input: Record<string, unknown> = {}) =>
    callProcedure(site, face, 'content_moderator', `portfolio.${name}`, input);
  const create = async (more: Record<string, unknown> = {}) =>
    (await act('create', { ...words, ...more })).body.portfolio;
  const isServed = async (path: string) => (await site.servedPictures()).includes(path);

  test('IN3 technologies are trimmed without duplicates, may be absent, and stay when a change names none', async () => {
    const project = await create({ technologies: [' DNS ', 'DNS', '', 'TLS'] });
    expect(project.technologies).toEqual(['DNS', 'TLS']);
    const { technologies: _, ...others } = words;
    const silent = await act('update', { ...others, id: project.id });
    expect(silent.body.portfolio.technologies).toEqual(['DNS', 'TLS']);
    const emptied = await act('update', { ...others, id: project.id, technologies: [] });
    expect(emptied.body.portfolio.technologies).toEqual([]);
    expect(await create({ technologies: undefined })).toMatchObject({ technologies: [] });
  });

  test.each(['image', 'existing_image'])(
    'UP10 %s accepts an http(s) address, which is stored unchanged',
    async (field) => {
      const address = 'http://127.0.0.1:9/picture.png?size=2';
      const project = await create({ [field]: address });
      expect(project.image).toBe(address);
      const moved = await act('update', { ...words, id: project.id, [field]: 'https://example.com/b.jpg' });
      expect(moved.body.portfolio.image).toBe('https://example.com/b.jpg');
    },
  );

  test('a file wins over an address, and empty fields leave the picture as it is', async () => {
    const project = await create({ image: await picture(), existing_image: 'https://example.com/a.png' });
    expect(project.image).toMatch(/^uploads\//);
    const stored = await act('update', { ...words, id: project.id, image: '', existing_image: '' });
    expect(stored.body.portfolio.image).toBe(project.image);
    const same = await act('update', { ...words, id: project.id, existing_image: project.image });
    expect(same.body.portfolio.image).toBe(project.image);
    expect(await isServed(project.image)).toBe(true);
  });

  test('a picture that is replaced goes, unless another project still shows it', async () => {
    const first = await create({ image: await picture() });
    const second = await create({ existing_image: first.image });
    expect(second.image).toBe(first.image);
    await act('update', { ...words, id: first.id, image: 'https://example.com/a.png' });
    expect(await isServed(second.image)).toBe(true);
    await act('remove', { id: second.id });
    expect(await isServed(second.image)).toBe(false);
  });

  test('a picture is shared with posts and members, and removed with the last row that shows it', async () => {
    const article = { title: 'T', excerpt: 'E', content: '<p>C</p>', category: 'Technology' };
    const person = {
      name: 'N',
      role: 'HR Officer',
      description: 'D',
      section: 'leadership',
      expertise: ['E'],
    };
    const { body } = await callProcedure(site, face, 'admin', 'blog.create', {
      ...article,
      featured_image: await picture(),
    });
    const { member } = (
      await callProcedure(site, face, 'admin', 'team.create', { ...person, image: await picture() })
    ).body;
    const { post } = body;
    const fromPost = await create({ image: post.featured_image });
    const fromMember = await create({ existing_image: member.image });

    await callProcedure(site, face, 'admin', 'blog.remove', { id: post.id });
    await callProcedure(site, face, 'admin', 'team.removePhoto', { id: member.id });
    expect(await isServed(post.featured_image)).toBe(true);
    expect(await isServed(member.image)).toBe(true);
    for (const { id } of [fromPost, fromMember]) await act('remove', { id });
    expect(await isServed(post.featured_image)).toBe(false);
    expect(await isServed(member.image)).toBe(false);
  });

  test('a picture that one row drops while another begins to use it is never lost to a stored row', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id, image } = await create({ image: await picture() });
      const [, taken] = await Promise.all([
        act('remove', { id }),
        act('create', { ...words, existing_image: image }),
      ]);
      expect([200, 201, 422]).toContain(taken.status);
      expect(await isServed(image)).toBe(taken.status !== 422);
    }
  });

  test('all broken rules of a form are reported at once, with messages', async () => {
    const before = await readEffects(site, Project);
    const answer = await act('create', { image: new File(['words'], 'me.png', { type: 'image/png' }) });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({
      title: ['Title is required'],
      description: ['Description is required'],
      category: ['Category is required'],
      client: ['Client is required'],
      image: ['The file must be a JPEG, PNG, WebP, AVIF or GIF picture.'],
    });
    expect(await readEffects(site, Project)).toEqual(before);
  });

  const addressRule = (label: string) =>
    `${label} must be a web address (http or https) or the path of an uploaded picture`;
  test.each([
    ['title', 'x'.repeat(201), 'Title may have at most 200 characters'],
    ['description', ' ', 'Description is required'],
    ['category', 'IT support', /^Category must be one of: IT Support, /],
    ['client', '', 'Client is required'],
    ['technologies', '{', 'Technologies must be a list of text'],
    ['technologies', '"x"', 'Technologies must be a list of text'],
    ['technologies', ['a', null], 'Technologies must be a list of text'],
    ['image', unknownUpload, notThere],
    ['existing_image', unknownUpload, notThere],
    ['image', 'javascript:alert(1)', addressRule('Image')],
    ['image', '//example.com/a.png', addressRule('Image')],
    ['existing_image', '../../secret', addressRule('Image')],
    ['existing_image', 'uploads/../../secret.png', addressRule('Image')],
    ['existing_image', '/etc/passwd', addressRule('Image')],
    ['existing_image', 'https://me@example.com/a.png', addressRule('Image')],
    ['existing_image', `https://example.com/${'x'.repeat(2000)}`, addressRule('Image')],
  ])('%s = %j is refused under the field, on create and on update', async (field, value, message) => {
    const { id } = await createProject(site.database.fork());
    const before = await readEffects(site, Project);
    for (const name of ['create', 'update']) {
      const answer = await act(name, { ...words, ...(name === 'update' && { id }), [field]: value });
      expect(answer.status, name).toBe(422);
      expect(answer.body.errors[field]?.[0], name).toMatch(message);
    }
    expect(await readEffects(site, Project)).toEqual(before);
  });

  test('a save that started from an older version is refused with the current row, and shows no file', async () => {
    const { id } = await create();
    await act('update', { ...words, id, version: 1, title: 'First' });
    const readShown = async () => ({
      ...(await readEffects(site, Project)),
      files: await site.servedPictures(),
    });
    const before = await readShown();
    const late = await act('update', { ...words, id, version: 1, image: await picture() });
    expect(late).toMatchObject({ status: 409, body: { current: { id, title: 'First', version: 2 } } });
    expect(await readShown()).toEqual(before);
  });
});

describe.each(cases)('the lists of the portfolio on $kind through $face', ({ kind, face }) => {
  const site = useSite({
    on: kind,
    fill: async (site) => {
      const em = site.database.fork();
      await createProject(em, { title: 'Desk', category: 'IT Support', client: 'Müller & Söhne' });
      await createProject(em, { title: 'Move', category: 'System Migration' });
      await createProject(em, { title: 'Phones', category: 'IT Support' });
    },
  });
  const list = async (query = {}) => (await callProcedure(site, face, 'admin', 'portfolio.list', query)).body;
  const titlesIn = ({ portfolios }: { portfolios: { title: string }[] }) =>
    portfolios.map(({ title }) => title);

  test('projects are listed newest first with the counts by category', async () => {
    const answer = await list();
    expect(titlesIn(answer)).toEqual(['Phones', 'Move', 'Desk']);
    expect(answer.meta).toEqual({ total: 3, page: 1, per_page: 1000 });
    expect(answer.stats).toMatchObject({ total: 3, by: { 'IT Support': 2, 'Web Development': 0 } });
  });

  test('a category, a page and a search each return their part', async () => {
    expect(titlesIn(await list({ category: 'IT Support' }))).toEqual(['Phones', 'Desk']);
    expect(titlesIn(await list({ page: 2, per_page: 2 }))).toEqual(['Desk']);
    expect((await list({ page: 1 })).meta.per_page).toBe(8);
    expect(titlesIn(await list({ search: 'MÜLLER' }))).toEqual(['Desk']);
    expect(titlesIn(await list({ search: '_' }))).toEqual([]);
  });

  test('the public list returns the projects of a category, or all, and nothing else', async () => {
    const all = await callProcedure(site, face, 'anonymous', 'portfolio.published');
    expect(Object.keys(all.body)).toEqual(['portfolios']);
    expect(titlesIn(all.body)).toEqual(['Phones', 'Move', 'Desk']);
    const some = await callProcedure(site, face, 'anonymous', 'portfolio.published', {
      category: 'System Migration',
    });
    expect(titlesIn(some.body)).toEqual(['Move']);
  });
});
