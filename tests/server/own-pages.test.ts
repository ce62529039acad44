import { expect, test } from 'vitest';
import { fixedPlaces, pagesFacts } from '../../src/modules/pages/pages.facts.ts';
import { pagesModule } from '../../src/modules/pages/pages.module.ts';
import { blockKinds } from '../../src/shared/blocks/block-kinds.ts';
import type { Block, Column, Columns } from '../../src/shared/column-types.ts';
import { callProcedure } from '../support/api-calls.ts';
import { picture } from '../support/pictures.ts';
import { randomFrom, seed } from '../support/random.ts';
import { publicUrl, loadBuiltPages } from '../support/built-pages.ts';
import { sampledModules } from '../support/samples.ts';
import { useSite } from '../support/use-site.ts';

const site = useSite({ parts: loadBuiltPages });
const act = (name: string, input: Record<string, unknown>) =>
  callProcedure(site, 'rest', 'admin', name, input);
const page = { title: 'Prices', place: 'Page' as const, is_published: true };
const html = async (url: string) => (await site.app.inject({ url })).body;
const mainOf = (document: string) => /<main.*<\/main>/s.exec(document)?.[0] ?? '';
const upload = async (width: number) => {
  const { body } = await act('media.upload', { file: await picture({ width }), alt: 'A hall' });
  return body.item as { id: number; path: string };
};

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  'Donaudampfschifffahrtsgesellschaftskapitän',
  'مرحبا بالعالم',
  '{{constructor}}',
];

/** Returns a value that the field takes. */
function exampleValue(
  column: Column,
  pick: <T>(values: readonly T[]) => T,
  media: readonly number[],
): unknown {
  const text = pick(hostile);
  switch (column.kind) {
    case 'items':
      return [fieldsOf(column.fields, pick, media), fieldsOf(column.fields, pick, media)];
    case 'choice':
      return pick(column.values);
    case 'tick':
      return pick([true, false]);
    case 'media':
      return pick([...media, null]);
    case 'gallery':
      return media.map((media_id) => ({ media_id, caption: text }));
    case 'figures':
      return [{ number: '4', unit: '<b>', meaning: text.slice(0, 100) }];
    case 'reference':
      return null;
    case 'references':
      return [];
    case 'html': {
      const figure = `<figure data-kind="picture"><img data-media="${pick(media)}" alt="a"><figcaption></figcaption></figure>`;
      return `<p onclick="x()">${text}</p><p><a href="javascript:alert(1)">a</a></p>${figure}`;
    }
    case 'optionalText':
      return column.format === 'address'
        ? pick(['/contact', 'https://example.com/', '#faq-1'])
        : text.slice(0, column.max);
    default:
      return 'max' in column ? text.slice(0, column.max) : text;
  }
}

function fieldsOf(
  columns: Columns,
  pick: <T>(values: readonly T[]) => T,
  media: readonly number[],
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, exampleValue(column, pick, media)]),
  );
}

test('any page of blocks shows only pictures that it holds, and has no script of its own', async () => {
  const next = randomFrom(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)]!;
  const pictures = await Promise.all([40, 41, 42, 43].map(upload));
  const usual = (await html('/services')).match(/<script/g)?.length;
  for (let round = 0; round < 4; round += 1) {
    const media = pictures.map(({ id }) => id).filter(() => next() < 0.6);
    const kinds = Object.entries<{ fields: Columns }>(blockKinds);
    const blocks = kinds.map(([kind, { fields }]) => ({
      kind,
      ...fieldsOf(fields, pick, media.length ? media : [pictures[0]!.id]),
    }));
    // A form takes one file.
    for (const block of blocks.filter(({ kind }) => kind === 'form'))
      for (const field of (block as unknown as { fields: { type: string }[] }).fields) field.type = 'Line';
    const made = await act('pages.create', { ...page, blocks });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const document = await html(`/pages/${made.body.id}`);
    expect(document.match(/<script/g)).toHaveLength(usual ?? 0);
    const main = mainOf(document);
    expect(main).not.toMatch(/href="javascript:/i);
    // In the value of an attribute, a text that looks like another attribute is only text.
    expect(main.replaceAll(/="[^"]*"/g, '')).not.toMatch(/<[^>]* on\w+/i);
    const shown = pictures.filter(({ path }) => main.includes(path));
    expect(shown.length).toBeGreaterThan(0);
    for (const { id } of shown) {
      const { uses } = await site.as('admin').media.one.query({ id });
      expect(uses.some((use) => use.module === 'page' && use.id === made.body.id)).toBe(true);
    }
  }
});

test('an empty block of each kind is not shown, and questions are told to search engines', async () => {
  const kinds = Object.keys(blockKinds).filter(
    (kind) => !['form', 'testimonial', 'projects', 'people', 'action'].includes(kind),
  );
  const { body } = await act('pages.create', { ...page, blocks: kinds.map((kind) => ({ kind })) });
  expect(mainOf(await html(`/pages/${body.id}`))).not.toContain('<section');
  const entries = [{ question: 'How long?', answer: '<p>Two <b>weeks</b></p>' }];
  await act('pages.update', { id: body.id, ...page, blocks: [{ kind: 'faq', entries }] });
  const document = await html(`/pages/${body.id}`);
  expect(document).toContain(`"@type":"FAQPage","@id":"${publicUrl}/pages/${body.id}#questions"`);
  expect(document).toContain('"text":"Two weeks"');
});

test('a block names rows that exist, and shows those that visitors see', async () => {
  const { testimonials } = site.as('admin');
  const { sample } = sampledModules.find(({ name }) => name === 'testimonials')!;
  const said = { ...sample(), quote: 'They came at once.', is_published: true };
  const made = await testimonials.create.mutate(said as never);
  const blocks = [{ kind: 'testimonial', testimonial: made.id }];
  const refused = await act('pages.create', { ...page, blocks: [{ kind: 'projects', projects: [99] }] });
  expect(refused.body.errors).toMatchObject({ 'blocks.0.projects': [expect.stringMatching(/no such/i)] });
  const { body } = await act('pages.create', { ...page, blocks });
  expect(mainOf(await html(`/pages/${body.id}`))).toContain('They came at once.');
  await testimonials.update.mutate({ id: made.id, ...said, is_published: false } as never);
  expect(mainOf(await html(`/pages/${body.id}`))).not.toContain('They came at once.');
  await testimonials.remove.mutate({ id: made.id });
  // The page can still be saved
  const stored = (await act('pages.one', { id: body.id })).body.page.blocks as Block[];
  expect((await act('pages.update', { id: body.id, ...page, title: 'Other', blocks: stored })).status).toBe(
    200,
  );
  // A version that named the row is restored without it
  const { version } = (await act('pages.update', { id: body.id, ...page, blocks: [] })).body.page;
  const restored = (await act('versions.pages.restore', { id: body.id, number: 1, version })).body;
  expect(restored.left_out).toEqual(['blocks']);
  expect(restored.page.blocks[0].testimonial).toBeNull();
});

test('an import gives the rows that blocks name the ids of this site, and leaves out others', () => {
  const row = {
    blocks: [
      { key: 'a', kind: 'projects', projects: [1, 2] },
      { key: 'b', kind: 'testimonial', testimonial: 3 },
    ],
  };
  pagesModule.content.renameInBlocks!(row, (content, id) => (content === 'portfolio' && id === 1 ? 11 : 0));
  expect(row.blocks).toMatchObject([{ projects: [11] }, { testimonial: null }]);
});

test('blocks on a fixed page are shown there while they are published, and have no address of their own', async () => {
  const { previews, settings } = site.as('admin');
  const text = (heading: string) => ({ key: 'text-1', kind: 'text', heading, body: '<p>Words</p>' });
  const on = (place: string, heading: string, more: object = {}) =>
    act('pages.create', { ...page, place, blocks: [text(heading)], ...more });
  const { fixedPages } = pagesFacts;
  for (const place of fixedPlaces) {
    expect((await on(place, `Only ${place}`)).body.page).toMatchObject({
      path: fixedPages[place],
      slug: null,
    });
    expect(mainOf(await html(fixedPages[place]))).toContain(`Only ${place}`);
  }
  expect(await html('/gallery')).not.toContain('Only On');

  // Keys are ids, so the page has each of them once
  const made = (await on('On About', 'Closed in winter', { slug: 'winter', intro: 'Soon' })).body;
  const about = mainOf(await html('/about'));
  const ids = [...about.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(about.indexOf('Only On About')).toBeLessThan(about.indexOf('Closed in winter'));

  // Staff move them among the sections, but cannot hide them there
  const { version, value } = await settings.one.query({ group: 'pages' });
  const changed = { ...value, about: { ...(value.about as object), sections: ['own', 'values'] } };
  await settings.update.mutate({ group: 'pages', version, value: changed });
  const moved = mainOf(await html('/about'));
  expect(moved.indexOf('Closed in winter')).toBeLessThan(moved.indexOf('id="values-title"'));

  // No address, no menu, no form
  const { statusCode, headers } = await site.app.inject({ url: `/pages/${made.id}` });
  expect([statusCode, headers.location]).toEqual([301, '/about']);
  expect((await site.app.inject({ url: '/winter' })).statusCode).toBe(404);
  expect(await html('/sitemap.xml')).not.toContain('/pages/');
  const menu = await act('pages.setMenu', { id: made.id, place: 'header' });
  expect(menu.body.errors).toMatchObject({ place: [expect.stringMatching(/on a fixed page/)] });
  const form = await on('On Home', '', { blocks: [{ kind: 'form' }] });
  expect(form.body.errors).toMatchObject({ 'blocks.0': [expect.stringMatching(/page of its own/)] });

  // A draft is shown only in its preview, there with the keys of its form
  const draft = { ...page, place: 'On About' as const, is_published: false, blocks: [text('Closed today')] };
  await act('pages.update', { id: made.id, ...draft });
  expect(await html('/about')).not.toContain('Closed');
  const { document } = await previews.pages.show.mutate({ id: made.id, values: draft });
  expect(document).toMatch(/id="text-1-title">Closed today/);
  expect(document).toContain('Only On About');
  const begun = (...entries: unknown[]) =>
    previews.pages.show.mutate({ values: { ...draft, blocks: [{ kind: 'faq', entries }] } });
  const { document: typed } = await begun({ question: 'How long?', answer: '' });
  expect(typed).toContain('How long?');
  await expect(begun(null)).rejects.toMatchObject({ data: { httpStatus: 422 } });
  const { link } = await previews.pages.share.mutate({ id: made.id });
  expect(await html(link.replace(publicUrl, ''))).toContain('Closed today');

  // A page that had an address leads from there to the fixed page
  const { id } = (await act('pages.create', { ...page, slug: 'offers' })).body;
  await act('pages.update', { id, ...page, place: 'On Services' });
  const { headers: from } = await site.app.inject({ url: '/offers' });
  expect(from.location).toBe('/services');
});
