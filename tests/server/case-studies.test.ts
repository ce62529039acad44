import { describe, expect, test } from 'vitest';
import type { CaptionedPicture } from '../../src/shared/column-types.ts';
import { buildFormData } from '../support/callers.ts';
import { databaseKinds } from '../support/database.ts';
import { callProcedure } from '../support/api-calls.ts';
import { createProject } from '../support/factories.ts';
import { withTemporaryFolder } from '../support/foreign-imports.ts';
import { picture } from '../support/pictures.ts';
import { exportToFolder, importFromFolder, openTransferSite } from '../support/site-transfer.ts';
import { useSite } from '../support/use-site.ts';

const project = { title: 'A bridge', category: 'IT Support', description: 'Plain', client: 'A town' };
const testimonial = { quote: 'Good', person: 'P', role: 'R', company: 'C', service: 'IT Support' };
const figure = (number: string) => ({ unit: '%', number, meaning: 'less waiting' });
const compared = { unit: 'min', after: '4', before: '30', number: '4', meaning: 'of waiting' };

describe.each(databaseKinds)('case studies on %s', (kind) => {
  const site = useSite({ on: kind });

  const send = (words: Record<string, unknown>) => {
    const fields = Object.entries({ ...project, ...words }).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    return buildFormData(Object.fromEntries(fields));
  };
  const create = (words: Record<string, unknown>) =>
    site.rest('admin').post('/api/admin/portfolios', send(words));
  const upload = async (width: number): Promise<number> => {
    const sent = { file: await picture({ width }), alt: 'A hall' };
    return (await callProcedure(site, 'rest', 'admin', 'media.upload', sent)).body.item.id;
  };

  test('a project with its story is stored, shown whole on its page, and briefly in lists', async () => {
    const story = {
      client_description: 'A town by a river',
      sector: 'Public',
      year: '2025',
      duration: 'Five months',
      services: ['it-support'],
      problem: '<p>Slow<script>x()</script></p>',
      approach: '<p>Care</p>',
      outcome: '',
      figures: [figure('40'), compared],
      result_line: 'No more waiting',
      quote: 'Quiet at last.',
      quote_person: 'The clerk',
    };
    const { status, body } = await create(story);
    expect(status, JSON.stringify(body)).toBe(201);
    const { portfolio } = body as { portfolio: { id: number } };
    expect(portfolio).toMatchObject({ ...story, problem: '<p>Slow</p>', quote_role: null, gallery: [] });
    const visitor = site.rest('anonymous');
    const one = await visitor.get(`/api/portfolios/${portfolio.id}`);
    expect(one.body).toMatchObject({
      portfolio: {
        problem: '<p>Slow</p>',
        figures: [figure('40'), compared],
        result_line: 'No more waiting',
      },
      next: null,
    });
    const [listed] = (await visitor.get('/api/portfolios')).body.portfolios;
    expect(listed).toMatchObject({
      client_description: 'A town by a river',
      figures: [figure('40'), compared],
      result_line: 'No more waiting',
    });
    // A figure that compares nothing is stored as before figures could.
    const plain = (await create({ figures: [{ ...figure('40'), before: '', after: '' }] })).body.portfolio;
    expect(Object.keys(plain.figures[0])).toEqual(['unit', 'number', 'meaning']);
    expect(plain.result_line).toBeNull();
    for (const long of ['problem', 'approach', 'outcome', 'quote', 'gallery'])
      expect(listed, long).not.toHaveProperty(long);
  });

  test('five figures, a figure without a number and an unknown service are refused in words', async () => {
    const five = ['1', '2', '3', '4', '5'].map(figure);
    expect((await create({ figures: five })).body.errors).toEqual({
      figures: ['Result figures: at most 4 figures'],
    });
    expect((await create({ figures: [figure('')] })).body.errors).toEqual({
      figures: ['Result figures: each figure needs a number'],
    });
    for (const half of [{ before: '4' }, { after: '4' }])
      expect((await create({ figures: [{ ...figure('40'), ...half }] })).body.errors).toEqual({
        figures: ['Result figures: a figure needs the values before and after, or none'],
      });
    expect((await create({ figures: 'many' })).body.errors).toEqual({
      figures: ['Result figures must be a list of figures'],
    });
    const { errors } = (await create({ services: ['magic'] })).body;
    expect(errors.services[0]).toMatch(/^Services must be among: it-support, /);
  });

  test('a picture of a gallery counts as used, cannot be deleted, and is shown with its caption', async () => {
    const [one, other] = [await upload(40), await upload(50)];
    const gallery: CaptionedPicture[] = [
      { caption: 'The hall', media_id: other },
      { caption: '', media_id: one },
    ];
    const { id } = (await create({ gallery })).body as { id: number };
    const admin = site.as('admin');
    const { uses } = await admin.media.one.query({ id: one });
    expect(uses).toMatchObject([{ module: 'portfolio', id, place: 'gallery' }]);
    await expect(admin.media.remove.mutate({ id: one })).rejects.toMatchObject({ data: { httpStatus: 409 } });
    const { portfolio } = await site.as('anonymous').portfolio.publishedOne.query({ id });
    expect(portfolio.gallery).toMatchObject([
      { id: other, caption: 'The hall' },
      { id: one, caption: '' },
    ]);
    const missing = await create({ gallery: [{ caption: '', media_id: 999 }] });
    expect(missing.body.errors).toHaveProperty('gallery');
    const twice = await create({ gallery: [gallery[0], gallery[0]] });
    expect(twice.body.errors).toEqual({ gallery: ['Gallery has a picture twice'] });
  });

  test('an export brings gallery and references along, under the ids of the other site', () =>
    withTemporaryFolder(async (folder) => {
      const [from, to] = [await openTransferSite(kind), await openTransferSite(kind)];
      const admin = from.app.as('admin');
      const sent = { file: await picture({ width: 60 }), alt: 'A hall' };
      const { body } = await callProcedure(from.app, 'rest', 'admin', 'media.upload', sent);
      const gallery = [{ caption: 'The hall', media_id: body.item.id }];
      const em = from.app.database.fork();
      const { id } = await createProject(em, {
        gallery,
        figures: [figure('40'), compared],
        problem: '<p>Slow</p>',
        result_line: 'No more waiting',
      });
      const gone = await createProject(em, { title: 'Gone' });
      const words = { ...testimonial, is_published: true };
      await admin.testimonials.create.mutate({ ...words, project_id: id });
      await admin.testimonials.create.mutate({ ...words, person: 'Lost', project_id: gone.id });
      await admin.portfolio.remove.mutate({ id: gone.id });
      // Other rows have the ids on the other site.
      const there = to.app.database.fork();
      for (const title of ['Own', 'Other']) await createProject(there, { title }, new Date(2020, 1));
      await exportToFolder(from, folder);
      await importFromFolder(to, folder);
      const { portfolios } = await to.app.as('admin').portfolio.list.query({});
      const come = portfolios.find(({ problem }) => problem === '<p>Slow</p>')!;
      expect(come.id).not.toBe(id);
      expect(come).toMatchObject({
        figures: [figure('40'), compared],
        gallery: [{ caption: 'The hall' }],
        result_line: 'No more waiting',
      });
      const { uses } = await to.app.as('admin').media.one.query({ id: come.gallery[0]!.media_id });
      expect(uses).toMatchObject([{ module: 'portfolio', id: come.id, place: 'gallery' }]);
      const { testimonials } = await to.app.as('admin').testimonials.list.query({});
      expect(testimonials.map(({ person, project_id }) => [person, project_id]).toSorted()).toEqual([
        ['Lost', null],
        ['P', come.id],
      ]);
      await Promise.all([from.close(), to.close()]);
    }));

  test('featured projects come first, then those with figures, and the next project follows the order of the list', async () => {
    const ids: number[] = [];
    const figures = JSON.stringify([{ number: '600', unit: 'pages', meaning: 'each with an owner' }]);
    for (const title of ['One', 'Two', 'Three', 'Four']) {
      const is_featured = title === 'One' ? '1' : '0';
      const fields = title === 'Two' ? { title, is_featured, figures } : { title, is_featured };
      ids.push((await create(fields)).body.id as number);
    }
    const visitor = site.as('anonymous');
    const { portfolios } = await visitor.portfolio.featured.query();
    expect(portfolios.map(({ title }) => title)).toEqual(['One', 'Two', 'Four']);
    const nextOf = async (id: number) => (await visitor.portfolio.publishedOne.query({ id })).next?.title;
    expect(await nextOf(ids[3]!)).toBe('Three');
    expect(await nextOf(ids[0]!)).toBe('Four');
  });

  test('a testimonial names its project until that is gone, and again when it returns', async () => {
    const { id } = (await create({})).body as { id: number };
    const admin = site.as('admin');
    const words = { ...testimonial, is_published: true };
    const { testimonial: stored } = await admin.testimonials.create.mutate({ ...words, project_id: id });
    const shown = async () => (await site.as('anonymous').testimonials.published.query({})).testimonials[0];
    const named = async () => (await admin.testimonials.one.query({ id: stored.id })).testimonial.project_id;
    expect(await shown()).toMatchObject({ quote: 'Good', project: { id, title: 'A bridge' } });
    await admin.portfolio.remove.mutate({ id });
    expect([await named(), (await shown())?.project]).toEqual([null, null]);
    await admin.trash.portfolio.restore.mutate({ id });
    expect([await named(), (await shown())?.project?.id]).toEqual([id, id]);
    await expect(admin.testimonials.create.mutate({ ...words, project_id: 999 })).rejects.toMatchObject({
      data: { errors: { project_id: ['There is no such portfolio project.'] } },
    });
  });
});
