import { describe, expect, test } from 'vitest';
import { MediaItem } from '../../src/pictures/media-item.entity.ts';
import { databaseKinds } from '../support/database.ts';
import { callProcedure, type ApiKind, testedApiKinds } from '../support/api-calls.ts';
import { picture } from '../support/pictures.ts';
import { sweepTwice } from '../support/sweeps.ts';
import { useSite } from '../support/use-site.ts';

const post = { title: 'T', excerpt: 'E', content: '<p>C</p>', category: 'Technology', is_published: true };
const member = {
  name: 'Ada',
  role: 'Senior Developer',
  description: 'D',
  section: 'development',
  expertise: ['Engines'],
};
const testimonial = {
  quote: 'Good work.',
  person: 'Grace',
  role: 'Admiral',
  company: 'Navy',
  service: 'IT Support',
};
const forms = [
  { module: 'blog', one: 'post', column: 'featured_image', words: post },
  { module: 'team', one: 'member', column: 'image', words: member },
  { module: 'testimonials', one: 'testimonial', column: 'portrait', words: testimonial },
] as const;
const gone = 'This picture is no longer in the library. Choose another one.';

describe.each(databaseKinds)('a picture chosen from the library on %s', (kind) => {
  const site = useSite({
    on: kind,
    parts: { renderPage: async () => ({ status: 404, head: '', html: '' }) },
  });
  const act = (name: string, input: Record<string, unknown> = {}, face: ApiKind = 'rest') =>
    callProcedure(site, face, 'admin', name, input);
  const upload = async (width = 60) => {
    const file = await picture({ width }, `wall-${width}.png`);
    return (await act('media.upload', { file, alt: `Wall ${width}` })).body.item as {
      id: number;
      path: string;
    };
  };

  test.each(testedApiKinds)('is shown by every form through %s, and stays in the library', async (face) => {
    for (const [at, { module, one, column, words }] of forms.entries()) {
      const [first, second] = [await upload(60 + at), await upload(90 + at)];
      const made = await act(`${module}.create`, { ...words, existing_image: first.path }, face);
      expect(made.body[one], JSON.stringify(made.body)).toMatchObject({
        [column]: first.path,
        picture: { alt: `Wall ${60 + at}` },
      });
      const { id } = made.body;
      expect((await act('media.one', { id: first.id })).body.uses).toMatchObject([{ id, place: column }]);
      expect((await act('media.remove', { id: first.id })).status).toBe(409);
      const change = { ...words, id };
      const silent = await act(`${module}.update`, { ...change, existing_image: '' }, face);
      expect(silent.body[one][column]).toBe(first.path);
      const changed = await act(`${module}.update`, { ...change, existing_image: second.path }, face);
      expect(changed.body[one]).toMatchObject({ [column]: second.path, picture: { alt: `Wall ${90 + at}` } });
      const file = await picture({ width: 120 + at });
      const both = { ...change, [column]: file, existing_image: first.path };
      const sent = await act(`${module}.update`, both, face);
      expect([first.path, second.path, null]).not.toContain(sent.body[one][column]);
      expect((await act(`${module}.remove`, { id }, face)).status).toBe(200);
      await sweepTwice(site.work());
      for (const { path } of [first, second]) expect(await site.servedPictures()).toContain(path);
      expect((await act('media.remove', { id: first.id })).status).toBe(200);
    }
  });

  test.each([
    { by: 'path', choose: ({ path }: MediaItem) => ({ existing_image: path }) },
    { by: 'id', choose: ({ id }: MediaItem) => ({ portrait: id }) },
  ])(
    'belongs to the library for good, although it came with another form, by its $by',
    async ({ choose }) => {
      const { body } = await act('team.create', { ...member, image: await picture({ width: 66 }) });
      const path = body.member.image as string;
      const item = () => site.database.fork().findOneOrFail(MediaItem, { path });
      expect((await item()).is_attached).toBe(true);
      const made = await act('testimonials.create', { ...testimonial, ...choose(await item()) });
      expect(made.body.testimonial.portrait).toBe(path);
      expect((await item()).is_attached).toBe(false);
      await act('team.remove', { id: body.id });
      await act('testimonials.remove', { id: made.body.id });
      await sweepTwice(site.work());
      expect(await site.servedPictures()).toContain(path);
      expect((await item()).path).toBe(path);
    },
  );

  test.each(testedApiKinds)(
    'is refused in plain words when the library does not have it, through %s',
    async (face) => {
      const { id, path } = await upload();
      await act('media.remove', { id });
      const unknown = `uploads/${'0'.repeat(32)}-${'0'.repeat(16)}.webp`;
      const noPath = 'Image must be the path of a picture in the library';
      for (const { module, words } of forms) {
        const kept = (await act(`${module}.create`, words)).body.id as number;
        for (const [value, reason] of [
          [path, gone],
          [unknown, gone],
          ['https://example.com/a.png', noPath],
          ['uploads/../secret.png', noPath],
        ]) {
          for (const [name, more] of [
            ['create', {}],
            ['update', { id: kept }],
          ] as const) {
            const answer = await act(`${module}.${name}`, { ...words, ...more, existing_image: value }, face);
            expect(answer, `${module}.${name}`).toMatchObject({
              status: 422,
              body: { errors: { existing_image: [reason] } },
            });
          }
        }
      }
    },
  );

  test('is not one without an item, even if a row shows the file', async () => {
    const { body } = await act('team.create', { ...member, image: await picture({ width: 66 }) });
    await site.database.fork().nativeDelete(MediaItem, {});
    const answer = await act('testimonials.create', { ...testimonial, existing_image: body.member.image });
    expect(answer.body.errors).toEqual({ existing_image: [gone] });
  });
});
