import { describe, expect, test } from 'vitest';
import { jsToXliff12, xliff12ToJs } from 'xliff';
import { defaultTexts } from '../../src/shared/settings/defaults.ts';
import { buildFormData } from '../support/callers.ts';
import { callProcedure } from '../support/api-calls.ts';
import { picture } from '../support/pictures.ts';
import type { TestApp } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';

const post = {
  title: 'Measuring',
  excerpt: 'How we measure a staircase.',
  category: 'Innovation',
  content:
    '<p>Take a <a href="/contact">rule</a> &amp; a pencil.</p><ul><li>One</li><li>Two<br />lines</li></ul>',
  tags: ['Stairs'],
  is_published: true,
};
const job = {
  title: 'Joiner',
  department: 'Workshop',
  location: 'Zürich',
  type: 'Full-time',
  description: 'Wood.',
  requirements: ['Hands', 'Eyes'],
  responsibilities: ['Stairs'],
  is_active: true,
};
const person = {
  name: 'Ada Vogt',
  role: 'Chief Executive Officer',
  section: 'leadership',
  description: 'Builds stairs.',
  expertise: ['Oak'],
};

type Values = Record<
  'contact' | 'services' | 'terms',
  { steps: string[]; heading: string; text: string } & { title: string }[]
>;
const textsOfGermanSteps = defaultTexts.de.pages.contact.steps.slice(1);

type Unit = { source: unknown; target?: unknown };
type Exchange = { resources: Record<string, Record<string, Unit>> };

describe('translations as XLIFF', () => {
  let ids: { post: number; job: number; page: number; person: number };
  const fill = async (site: TestApp) => {
    const rest = site.rest('admin');
    const send = async (url: string, body: object) => {
      const answer = await rest.post(`/api/admin${url}`, body);
      expect(answer.status, `${url} ${JSON.stringify(answer.body)}`).toBe(201);
      return answer.body.id as number;
    };
    await rest.put('/api/admin/settings/region', { value: { further_languages: ['de', 'fr'] } });
    const faq = { kind: 'faq', key: 'faq-1', entries: [{ question: 'When?', answer: '<p>Now</p>' }] };
    ids = {
      post: await send('/blog-posts', post),
      job: await send('/jobs', job),
      page: await send('/pages', {
        title: 'Care',
        slug: 'care',
        place: 'Page',
        is_published: true,
        blocks: [faq],
      }),
      person: await send('/team', person),
    };
  };
  const site = useSite({ fill });
  const rest = () => site.rest('admin');
  const exported = async (query = 'lang=de') => {
    const { status, body } = await rest().get(`/api/admin/translations/xliff?${query}`);
    expect(status, JSON.stringify(body).slice(0, 300)).toBe(200);
    return body as string;
  };
  const imported = (text: string | Uint8Array, as: 'admin' | 'hr' = 'admin') =>
    site
      .rest(as)
      .post('/api/admin/translations/xliff', buildFormData({ file: new File([text as BlobPart], 'de.xlf') }));
  const translationOf = async (path: string, id: number, lang = 'de') => {
    const { translations } = (await rest().get(`/api/admin${path}/${id}/translations`)).body;
    return (translations as { id: number; lang: string; outdated: string[] }[]).find(
      (one) => one.lang === lang,
    );
  };
  /** As a translator's program does: every text gets words, and its tags stay. */
  const translated = async (text: string, only: (original: string) => boolean = () => true) => {
    const file = (await xliff12ToJs(text)) as Exchange;
    const german = (value: unknown): unknown => {
      if (typeof value === 'string')
        return value.replaceAll(/[A-Za-z]{3,}/g, (word) => `${word.slice(0, 80)}ü`);
      if (Array.isArray(value)) return value.map(german);
      const [[name, inner] = []] = Object.entries(value as object);
      const contents = (inner as { contents?: unknown }).contents;
      return { [name!]: { ...inner, ...(contents !== undefined && { contents: german(contents) }) } };
    };
    for (const [original, units] of Object.entries(file.resources))
      for (const unit of Object.values(units)) {
        delete unit.target;
        if (only(original)) unit.target = german(unit.source);
      }
    return (await jsToXliff12(file)) as string;
  };

  test('what a translator’s program writes comes back into each place, with whole tags, as drafts', async () => {
    const before = await exported();
    expect(before).toContain(`<file original="blog/${ids.post}" source-language="en" target-language="de"`);
    expect(before).toContain('<note>Title</note>');
    const { status, body } = await imported(
      await translated(before, (name) => /^(?:blog|jobs|pages|team)/.test(name)),
    );
    expect([status, body.problems], JSON.stringify(body)).toEqual([200, []]);
    expect(body.created).toBeGreaterThanOrEqual(4);
    const rowOf = async (path: string, id: number, one: string) =>
      (await rest().get(`/api/admin${path}/${(await translationOf(path, id))!.id}`)).body[one];
    expect(await rowOf('/blog-posts', ids.post, 'post')).toMatchObject({
      lang: 'de',
      title: 'Measuringü',
      is_published: false,
      content:
        '<p>Takeü a <a href="/contact">ruleü</a> &amp; a pencilü.</p><ul><li>Oneü</li><li>Twoü<br />linesü</li></ul>',
    });
    expect(await rowOf('/jobs', ids.job, 'job')).toMatchObject({
      requirements: ['Handsü', 'Eyesü'],
      is_active: false,
    });
    expect((await rowOf('/pages', ids.page, 'page')).blocks[0]).toMatchObject({
      key: 'faq-1',
      entries: [{ question: 'Whenü?', answer: '<p>Nowü</p>' }],
    });
    expect(await rowOf('/team', ids.person, 'member')).toMatchObject({
      description: 'Buildsü stairsü.',
      lang: 'de',
    });
    const again = await imported(await translated(before));
    expect(again.body).toMatchObject({ created: 0, changed: 0 });
  });

  test('an export has what is missing and outdated, and its import ends that a text is outdated', async () => {
    await imported(await translated(await exported('lang=de&module=blog')));
    const german = (await translationOf('/blog-posts', ids.post))!.id;
    await rest().patch(`/api/admin/blog-posts/${german}`, { is_published: true });
    expect(await exported('lang=de&module=blog')).not.toContain(`blog/${ids.post}"`);
    await rest().patch(`/api/admin/blog-posts/${ids.post}`, { title: 'Measuring twice' });
    const outdated = await exported('lang=de&module=blog');
    const units = Object.keys(((await xliff12ToJs(outdated)) as Exchange).resources[`blog/${ids.post}`]!);
    expect(units).toEqual(['title']);
    expect(outdated).toContain('<target state="needs-review-translation">Measuringü</target>');
    expect((await imported(outdated)).body, 'a state that says so is no translation').toMatchObject({
      changed: 0,
      untranslated: expect.any(Number),
    });
    await rest().patch(`/api/admin/blog-posts/${ids.post}`, { title: 'Measuring thrice' });
    const late = (await imported(await translated(outdated, (name) => name === `blog/${ids.post}`))).body;
    expect(late).toMatchObject({
      changed: 1,
      visible: 1,
      problems: [
        { unit: 'title', problem: expect.stringContaining('The original has changed since the export.') },
      ],
    });
    expect((await translationOf('/blog-posts', ids.post))!.outdated).toEqual(['title']);
    const fresh = await translated(
      await exported('lang=de&module=blog'),
      (name) => name === `blog/${ids.post}`,
    );
    expect((await imported(fresh)).body).toMatchObject({ changed: 1, problems: [] });
    expect((await translationOf('/blog-posts', ids.post))!.outdated).toEqual([]);
  });

  test('texts of the settings come back into each place by their own rules, and visitors see them', async () => {
    const store = async (group: string, change: (value: Values) => object) => {
      const { value, version } = (await rest().get(`/api/admin/settings/${group}`)).body;
      const saved = await rest().put(`/api/admin/settings/${group}`, { value: change(value), version });
      expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    };
    await store('pages', ({ contact, ...pages }) => ({
      ...pages,
      contact: { ...contact, heading: 'Talk & listen', steps: ['Read aloud', ...contact.steps.slice(1)] },
    }));
    await store('lists', ({ services, ...lists }) => ({
      ...lists,
      services: services.map((one: object, at: number) => (at === 0 ? { ...one, title: 'Staircases' } : one)),
    }));
    await store('legal', ({ terms, ...legal }) => ({
      ...legal,
      terms: { ...terms, text: '<p>Of <strong>oak</strong>.</p>' },
    }));
    const act = (name: string, input: object = {}) =>
      callProcedure(site, 'rest', 'admin', name, input as Record<string, unknown>);
    const wall = (await act('media.upload', { file: await picture({}, 'wall.png'), alt: 'Green wall' })).body
      .id as number;
    expect((await act('gallery.update', { pictures: [{ media_id: wall, caption: 'Party' }] })).status).toBe(
      200,
    );
    const captions = async () => (await act('gallery.one')).body.album.pictures[0].translations;
    const file = await exported('lang=de&module=settings');
    const written = /<source>(.*)<\/source>/g;
    expect([...file.matchAll(written)].map(([, source]) => source)).toEqual(
      expect.arrayContaining([
        'Talk &amp; listen',
        'Read aloud',
        'Staircases',
        'Party',
        'Green wall',
        '<g id="1" ctype="x-html-p">Of <g id="2" ctype="x-html-strong">oak</g>.</g>',
      ]),
    );
    expect(file).toContain('<file original="settings/pages" source-language="en" target-language="de"');

    const { body } = await imported(await translated(file));
    expect(body, JSON.stringify(body)).toMatchObject({ created: 0, problems: [] });
    expect(body.visible).toBe(body.changed);
    const german = async (group: string) =>
      (await rest().get(`/api/admin/settings/${group}.de`)).body.value as Values;
    expect((await german('pages')).contact).toMatchObject({
      heading: 'Talkü & listenü',
      steps: ['Readü aloudü', ...textsOfGermanSteps],
    });
    expect((await german('lists')).services[0]!.title).toBe('Staircasesü');
    expect((await german('legal')).terms.text).toBe('<p>Of <strong>oakü</strong>.</p>');
    expect(await captions()).toEqual({ de: { caption: 'Partyü', alt: 'Greenü wallü' } });
    expect(await exported('lang=de&module=settings')).not.toContain('<file');
    expect(await exported('lang=fr')).toContain('original="settings/pages"');

    const long = 'x'.repeat(2000);
    const bad = wrapped(
      `${unit('contact.heading', 'Talk &amp; listen', long)}\n${unit('contact.steps.0', 'Read', 'Vorlesen')}\n${unit('contact.nowhere', 'A', 'B')}`,
      'original="settings/pages" source-language="en" target-language="de"',
    );
    expect((await imported(bad)).body).toMatchObject({
      changed: 1,
      problems: [
        { line: 4, unit: 'contact.heading', problem: expect.stringMatching(/at most \d+ characters/) },
        {
          line: 5,
          unit: 'contact.steps.0',
          problem: expect.stringContaining('has changed since the export'),
        },
        { line: 6, unit: 'contact.nowhere', problem: 'The original has no such text.' },
      ],
    });
    expect((await german('pages')).contact).toMatchObject({
      heading: 'Talkü & listenü',
      steps: ['Vorlesen', ...textsOfGermanSteps],
    });
    const ofGallery = wrapped(
      `${unit(`pictures.${wall}.caption`, 'Party', long)}\n${unit(`pictures.${wall}.alt`, 'Green', 'Wand')}\n${unit('pictures.0.alt', 'A', 'B')}`,
      'original="settings/gallery" source-language="en" target-language="de"',
    );
    expect((await imported(ofGallery)).body).toMatchObject({
      changed: 1,
      visible: 1,
      problems: [
        {
          line: 4,
          unit: `pictures.${wall}.caption`,
          problem: expect.stringMatching(/at most \d+ characters/),
        },
        { line: 5, problem: expect.stringContaining('has changed since the export') },
        { line: 6, problem: 'The original has no such text.' },
      ],
    });
    expect(await captions()).toEqual({ de: { caption: 'Partyü', alt: 'Wand' } });
    expect((await imported(ofGallery, 'hr')).body.problems).toMatchObject([
      { line: 2, problem: expect.stringContaining('is no text that you may edit.') },
    ]);
    // A picture at the place 1 and another with the id 1: the error of the former is not one of the latter.
    const door = (await act('media.upload', { file: await picture({ width: 61 }, 'door.png'), alt: 'Door' }))
      .body.id as number;
    const two = [
      { media_id: wall, caption: 'Party', translations: await captions() },
      { media_id: door, caption: 'Door' },
    ];
    expect([wall, (await act('gallery.update', { pictures: two })).status]).toEqual([1, 200]);
    expect((await act('media.change', { id: door, alt: '' })).status).toBe(200);
    expect((await imported(ofGallery.replace(long, 'Fest'))).body).toMatchObject({
      visible: 0,
      problems: [
        { line: 2, unit: null, problem: 'Say what the picture shows, and who is in it.' },
        { line: 6, unit: 'pictures.0.alt' },
      ],
    });
    const ofStranger = await imported(bad, 'hr');
    expect(ofStranger.body.problems).toMatchObject([
      { line: 2, problem: expect.stringContaining('is no text that you may edit.') },
    ]);
  });

  const wrapped = (units: string, file = `original="blog/ID" source-language="en" target-language="de"`) =>
    `<xliff version="1.2">\n<file ${file.replaceAll('ID', String(ids.post))}>\n<body>\n${units}\n</body>\n</file>\n</xliff>`;
  const unit = (id: string, source: string, target: string) =>
    `<trans-unit id="${id}"><source>${source}</source><target>${target}</target></trans-unit>`;
  const title = () => unit('title', 'Measuring', 'Messen');
  const html = (target: string) =>
    unit(
      'content',
      '<g id="1">Take a <g id="2">rule</g> &amp; a pencil.</g><g id="3"><g id="4">One</g><g id="5">Two<x id="6"/>lines</g></g>',
      target,
    );
  const whole =
    '<g id="1">Ein <g id="2">Maß</g>.</g><g id="3"><g id="4">Eins</g><g id="5">Zwei<x id="6"/>Zeilen</g></g>';

  test('what does not fit is named by its line, and everything else is stored', async () => {
    const cases: [why: string, text: string, problem: string, line: number][] = [
      [
        'a tag is missing',
        wrapped(`${title()}\n${html(whole.replace('<x id="6"/>', ''))}`),
        'The tag <x id="6"> is missing.',
        5,
      ],
      [
        'a tag is there twice',
        wrapped(`${title()}\n${html(whole.replace('<x id="6"/>', '<x id="6"/><x id="6"/>'))}`),
        'The tag <x id="6"> is there 2 times.',
        5,
      ],
      [
        'a tag is not ours',
        wrapped(`${title()}\n${html(`${whole}<g id="9">!</g>`)}`),
        'The tag <g id="9"> is not in the original.',
        5,
      ],
      [
        'a tag is of another kind',
        wrapped(`${title()}\n${html(`${whole}<bpt id="1">&lt;script&gt;</bpt>`)}`),
        'The element <bpt> is not one of this file’s.',
        5,
      ],
      [
        'a tag in a line',
        wrapped(`${title()}\n${unit('excerpt', 'How we measure a staircase.', 'A <g id="1">b</g>')}`),
        'The tag <g id="1"> is not in the original.',
        5,
      ],
      [
        'an unknown text',
        wrapped(`${title()}\n${unit('slug', 'x', 'y')}`),
        'The original has no such text.',
        5,
      ],
      ['the same text twice', wrapped(`${title()}\n${title()}`), 'This text is in the file twice.', 5],
      [
        'too long',
        wrapped(`${title()}\n${unit('excerpt', 'How we measure a staircase.', 'x'.repeat(5000))}`),
        'Excerpt may have at most',
        5,
      ],
    ];
    for (const [why, text, problem, line] of cases) {
      const { status, body } = await imported(text);
      expect(status, `${why} ${JSON.stringify(body)}`).toBe(200);
      expect(body.problems, why).toEqual([
        {
          line,
          original: `blog/${ids.post}`,
          unit: expect.any(String),
          problem: expect.stringContaining(problem),
        },
      ]);
      const id = (await translationOf('/blog-posts', ids.post))!.id;
      const stored = JSON.stringify((await rest().get(`/api/admin/blog-posts/${id}`)).body);
      expect(stored, why).toContain('"title":"Messen"');
      expect(stored, why).not.toContain('&lt;script');
    }
  });

  test('a file for another row, language or person stores nothing', async () => {
    const cases: [why: string, file: string, problem: string][] = [
      [
        'no such row',
        'original="blog/999999" source-language="en" target-language="de"',
        'There is no such blog post.',
      ],
      [
        'no row at all',
        'original="../../etc/passwd" source-language="en" target-language="de"',
        'is no row that you may edit.',
      ],
      [
        'accounts',
        'original="users/1" source-language="en" target-language="de"',
        'is no row that you may edit.',
      ],
      [
        'a language that the site has not',
        'original="blog/ID" source-language="en" target-language="it"',
        'The site is not in the language “it”.',
      ],
      [
        'the language of the original',
        'original="blog/ID" source-language="en" target-language="en-GB"',
        'The original is in this language already.',
      ],
      [
        'the original in another language',
        'original="blog/ID" source-language="fr" target-language="de"',
        'The original is not in fr, but in en.',
      ],
    ];
    for (const [why, file, problem] of cases) {
      const { status, body } = await imported(wrapped(title(), file));
      expect([status, body.created], `${why} ${JSON.stringify(body)}`).toEqual([200, 0]);
      expect(body.problems, why).toMatchObject([{ line: 2, problem: expect.stringContaining(problem) }]);
    }
    const { body } = await imported(wrapped(title()), 'hr');
    expect(body.problems).toMatchObject([
      { problem: expect.stringContaining('is no row that you may edit.') },
    ]);
    expect(await translationOf('/blog-posts', ids.post)).toBeUndefined();
  });

  test('a broken or hostile file is refused by its line, and stores nothing', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>\n${wrapped(title())}`;
    const cases: [why: string, text: string | Uint8Array, problem: RegExp][] = [
      ['cut off', wrapped(title()).slice(0, -20), /^Line 5: this is no XML\./],
      [
        'a wrong end',
        wrapped(`${title()}\n<trans-unit id="x"><source>a</target></trans-unit>`),
        /^Line 5: this is no XML\./,
      ],
      ['an entity', wrapped(unit('title', 'Measuring', '&nbsp;')), /^Line 4: this is no XML\./],
      ['a document type', bomb, /^Line 1: a document type is not read\./],
      ['no XML', 'PK\u0003\u0004', /^Line 1: this is no XML\./],
      ['another format', '<tmx version="1.4"><body/></tmx>', /^Line 1: this is no XLIFF\./],
      [
        'a later version',
        '<xliff version="2.0"><file id="f"/></xliff>',
        /^Line 1: this is XLIFF 2\.0\. Please save it as XLIFF 1\.2\./,
      ],
      ['empty', '', /no XLIFF 1\.2/],
      [
        'deep',
        `<xliff version="1.2"><file original="blog/1">${'<group>'.repeat(5000)}`,
        /^Line 1: the elements are nested too deeply\./,
      ],
      ['no text', new Uint8Array([0xff, 0x00, 0x80, 0x81]), /no text in UTF-8/],
      [
        'too many',
        wrapped('<trans-unit id="a"/>'.repeat(50_001)),
        /^Line 4: there are more than 50,000 texts\./,
      ],
    ];
    for (const [why, text, problem] of cases) {
      const { status, body } = await imported(text);
      expect(status, `${why} ${JSON.stringify(body)}`).toBe(422);
      expect(body.errors.file[0], why).toMatch(problem);
    }
    expect(await translationOf('/blog-posts', ids.post)).toBeUndefined();
  });
});
