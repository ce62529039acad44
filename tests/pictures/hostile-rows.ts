import { phonePhotograph } from '../support/pictures.ts';
import type { OpenSite } from './pictured-screens.ts';

const word = 'Kraftfahrzeughaftpflichtversicherungsangelegenheiten';
const rightToLeft = 'ברוכים הבאים לאתר שלנו (2026)';
const markup = '</script><img src=x onerror=alert(1)>{{1}} & "quoted"';
export const hostileText = `${word} ${rightToLeft} ${markup} `.repeat(3);

const first = '<first@example.com>';
const program = [
  '--b',
  'Content-Type: application/octet-stream',
  `Content-Disposition: attachment; filename="${word}.exe"`,
  '',
  'MZ program',
];
/** A mail, a reply from another address with a program, and an out-of-office reply. */
const hostileThread = [
  [
    'From: "Wörd" <eva@example.com>',
    `Subject: ${word}`,
    `Message-ID: ${first}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    hostileText,
  ],
  [
    'From: tom@example.net',
    `In-Reply-To: ${first}`,
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    `${hostileText}\r\n\r\n> ${hostileText}`,
    ...program,
    '--b--',
  ],
  ['From: eva@example.com', `In-Reply-To: ${first}`, 'Auto-Submitted: auto-replied', '', 'I am away.'],
].map((lines) => lines.join('\r\n'));

/**
 * Adds rows that are hard to lay out, with long words, right-to-left text and markup. Returns the id of one
 * such row for each list, by the name of the list. `writing` is the id of a draft with every kind of block.
 */
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
  await api('PUT', '/api/admin/settings/mail', { value: { opens_messages: true } });
  for (const mail of hostileThread)
    await fetch(`${site.url}/api/admin/mails`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'message/rfc822' },
      body: mail,
    });
  const ids: Record<string, number> = {};
  for (const title of [`${rightToLeft} ${rightToLeft}`, `${word} ${word}`]) {
    const lists = JSON.stringify([word, rightToLeft, markup]);
    ids['blog-posts'] = idIn(
      await form('/api/admin/blog-posts', {
        title,
        excerpt: hostileText,
        content: `<h2>${word}</h2><p>${word}</p><pre><code>${word.repeat(4)}</code></pre>`,
        category: 'Technology',
        tags: lists,
        is_published: '1',
      }),
    );
    ids.team = idIn(
      await form('/api/admin/team', {
        name: title.slice(0, 100),
        role: 'Senior Developer',
        section: 'development',
        description: hostileText,
        expertise: lists,
      }),
    );
    ids.jobs = idIn(
      await api('POST', '/api/admin/jobs', {
        title,
        type: 'Full-time',
        location: word,
        department: rightToLeft,
        description: hostileText,
        requirements: [word, markup],
        responsibilities: [rightToLeft],
        is_active: false,
      }),
    );
    ids.portfolio = idIn(
      await form('/api/admin/portfolios', {
        title,
        category: 'Web Development',
        description: hostileText,
        client: word,
        technologies: lists,
      }),
    );
    ids.testimonials = idIn(
      await form('/api/admin/testimonials', {
        quote: hostileText,
        person: title.slice(0, 110),
        role: word,
        company: word,
        service: 'Web Development',
      }),
    );
    ids.users = idIn(
      await api('POST', '/api/admin/users', {
        name: title.slice(0, 100),
        email: `${word.toLowerCase()}${title.length}@example.com`,
        role: 'hr',
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
      name,
      email: `${word.toLowerCase()}@example.com`,
      subject: `${word} ${markup}`,
      message: hostileText,
      ...more,
    });
  }
  // Changes and deletes rows, so that the log and the trash have entries of every kind.
  await api('PUT', `/api/admin/jobs/${ids.jobs}`, {
    title: `${word} ${word}`,
    type: 'Part-time',
    location: 'Ghent',
    department: word,
    description: hostileText,
    requirements: [word],
    responsibilities: [word],
    is_active: true,
  });
  for (const path of ['blog-posts', 'team', 'jobs', 'portfolios', 'testimonials']) {
    const answer = await api('GET', `/api/admin/${path}`);
    const rows = Object.values(answer).find(Array.isArray) as { id: number }[] | undefined;
    for (const { id } of rows?.slice(-2) ?? []) await api('DELETE', `/api/admin/${path}/${id}`);
  }
  const { items } = (await api('GET', '/api/admin/media?per_page=8')) as { items: { id: number }[] };
  const captions = [`${word} ${word}`, rightToLeft, markup, ''];
  const pictures = items.map(({ id }, place) => ({
    media_id: id,
    caption: captions[place] ?? 'Summer party',
    year: place % 2 ? 2010 + place : null,
    alt: place % 3 ? 'Ada at the door' : hostileText.slice(0, 250),
  }));
  await api('PUT', '/api/admin/gallery', { pictures });
  return { ...ids, ...(await addWriting(site, headers)) };
}

/**
 * Adds pictures to the library, and a draft of a blog post with every kind of block. Returns the ids of one
 * picture and of the draft.
 */
async function addWriting({ url, api }: Pick<OpenSite, 'url' | 'api'>, headers: Record<string, string>) {
  const media: number[] = [];
  for (const [at, name] of ['hills.jpg', `${word}.jpg`, `${rightToLeft}.jpg`, 'removed.jpg'].entries()) {
    const body = new FormData();
    body.append('file', new File([new Uint8Array(await phonePhotograph(at))], name, { type: 'image/jpeg' }));
    const answer = await fetch(`${url}/api/admin/media`, { method: 'POST', headers, body });
    media.push(((await answer.json()) as { id: number }).id);
  }
  await api('DELETE', `/api/admin/media/${media[3]}`);
  const [first, second, third] = media;
  const image = (id: number | undefined, alt = '') => `<img data-media="${id}"${alt && ` alt="${alt}"`}>`;
  const content = [
    `<h2>Morning in the hills</h2><p>Words with <strong>weight</strong>, <em>slant</em>, <code>code</code> and`,
    ` <a href="/blog/999999">a link to nowhere</a>. ${word}</p><h4>A skipped level</h4>`,
    `<figure data-kind="picture" data-width="wide">${image(first, 'Hills at noon')}<figcaption>The first stop</figcaption></figure>`,
    `<p>${rightToLeft}</p><ul><li><p>One</p><ul><li><p>Two</p></li></ul></li></ul><ol start="3"><li><p>Three</p></li></ol>`,
    `<figure data-kind="gallery">${image(second)}${image(third, 'Evening')}<figcaption>Two more</figcaption></figure>`,
    '<table><caption>Racks</caption><thead><tr><th scope="col"><p>Rack</p></th><th scope="col"><p>Weight</p></th></tr></thead>',
    `<tbody><tr><td><p>A1</p></td><td><p>${word}</p></td></tr></tbody></table>`,
    `<blockquote><p>Measure twice.</p></blockquote><aside data-kind="tip"><p>Bring a lamp.</p></aside>`,
    `<pre><code class="language-sh">${'tar --list archive.tar '.repeat(8)}</code></pre>`,
    '<figure data-kind="embed" data-embed="youtube:M7lc1UVf-VE"><figcaption>The drill</figcaption></figure>',
    '<p data-kind="action"><a href="/contact">Write to us</a></p><hr><p>The end.</p>',
  ].join('');
  const answer = await api('POST', '/api/admin/blog-posts', {
    title: 'Every kind of block',
    excerpt: 'A draft.',
    content,
    category: 'Technology',
    tags: [],
  });
  return { media: second!, writing: (answer.post as { id: number }).id };
}

/** A user who may view the panel but not manage anything. */
export const readOnlyUser = {
  name: `${rightToLeft} ${word}`,
  email: 'reader@example.com',
  role: 'user',
  password: 'a-quiet-Harbour-7',
};
