import type { OpenSite } from './panel-table.ts';

const word = 'Kraftfahrzeughaftpflichtversicherungsangelegenheiten';
const rightToLeft = 'ברוכים הבאים לאתר שלנו (2026)';
const markup = '</script><img src=x onerror=alert(1)>{{1}} & "quoted"';
const long = `${word} ${rightToLeft} ${markup} `.repeat(3);

/** Adds rows with long words, text from right to left, markup and no picture. Returns their ids by the name of the list. */
export async function addHostileRows(site: Pick<OpenSite, 'url' | 'api'>, headers: Record<string, string>) {
  const { api } = site;
  const form = async (path: string, fields: Record<string, string>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    return (await fetch(site.url + path, { method: 'POST', headers, body })).json();
  };
  const idIn = (answer: object): number => {
    const row = Object.values(answer).find((value) => typeof value?.id === 'number');
    if (!row) throw new Error(`a row was refused: ${JSON.stringify(answer)}`);
    return row.id;
  };
  const ids: Record<string, number> = {};
  for (const title of [`${rightToLeft} ${rightToLeft}`, `${word} ${word}`]) {
    const lists = JSON.stringify([word, rightToLeft, markup]);
    ids['blog-posts'] = idIn(
      await form('/api/admin/blog-posts', {
        ...{
          title,
          excerpt: long,
          content: `<h2>${word}</h2><p>${word}</p><pre><code>${word.repeat(4)}</code></pre>`,
        },
        ...{ category: 'Technology', tags: lists, is_published: '1' },
      }),
    );
    ids.team = idIn(
      await form('/api/admin/team', {
        ...{ name: title.slice(0, 100), role: 'Senior Developer', section: 'development', description: long },
        expertise: lists,
      }),
    );
    ids.jobs = idIn(
      await api('POST', '/api/admin/jobs', {
        ...{ title, type: 'Full-time', location: word, department: rightToLeft, description: long },
        ...{ requirements: [word, markup], responsibilities: [rightToLeft], is_active: false },
      }),
    );
    ids.portfolio = idIn(
      await form('/api/admin/portfolios', {
        ...{ title, category: 'Web Development', description: long, client: word, technologies: lists },
      }),
    );
    ids.testimonials = idIn(
      await form('/api/admin/testimonials', {
        ...{
          quote: long,
          person: title.slice(0, 110),
          role: word,
          company: word,
          service: 'Web Development',
        },
      }),
    );
    ids.users = idIn(
      await api('POST', '/api/admin/users', {
        ...{
          name: title.slice(0, 100),
          email: `${word.toLowerCase()}${title.length}@example.com`,
          role: 'hr',
        },
        password: 'a-quiet-Harbour-7',
      }),
    );
  }
  for (const [name, more] of [
    [word, { website: 'http://spam.example' }],
    [rightToLeft, {}],
    [word, {}],
  ] as const) {
    await api('POST', '/api/contact', {
      ...{
        name,
        email: `${word.toLowerCase()}@example.com`,
        subject: `${word} ${markup}`,
        message: long,
        ...more,
      },
    });
  }
  // The log and the trash have entries of every kind.
  await api('PUT', `/api/admin/jobs/${ids.jobs}`, {
    ...{
      title: `${word} ${word}`,
      type: 'Part-time',
      location: 'Ghent',
      department: word,
      description: long,
    },
    ...{ requirements: [word], responsibilities: [word], is_active: true },
  });
  for (const path of ['blog-posts', 'team', 'jobs', 'portfolios', 'testimonials']) {
    const answer = await api('GET', `/api/admin/${path}`);
    const rows = Object.values(answer).find(Array.isArray) as { id: number }[] | undefined;
    for (const { id } of rows?.slice(-2) ?? []) await api('DELETE', `/api/admin/${path}/${id}`);
  }
  const { items } = (await api('GET', '/api/admin/media?per_page=8')) as { items: { id: number }[] };
  const captions = [`${word} ${word}`, rightToLeft, markup, ''];
  const pictures = items.map(({ id }, place) => ({
    ...{ media_id: id, caption: captions[place] ?? 'Summer party', year: place % 2 ? 2010 + place : null },
    alt: place % 3 ? 'Ada at the door' : long.slice(0, 250),
  }));
  await api('PUT', '/api/admin/gallery', { pictures });
  return ids;
}

/** A person who reads the panel and manages nothing. */
export const reader = {
  ...{ name: `${rightToLeft} ${word}`, email: 'reader@example.com', role: 'user' },
  password: 'a-quiet-Harbour-7',
};
