import { foldText } from '../../src/shared/fold-text.ts';
import { ActivityInput } from '../../src/log/activity.schema.ts';
import { blogModule } from '../../src/modules/blog/blog.module.ts';
import { isOnlyLinks } from '../../src/modules/inbox/spam.ts';
import { jobsModule } from '../../src/modules/jobs/jobs.module.ts';
import { teamModule } from '../../src/modules/team/team.module.ts';
import { changedFieldsOf } from '../../src/shared/diff.ts';
import { cleanHtml, plainText } from '../../src/shared/writing/clean-html.ts';
import { toStoredLink } from '../../src/shared/writing/links-and-embeds.ts';
import { escapeXml } from '../../src/shared/xml.ts';
import { cleanPost, shortenText } from '../../src/transfer/clean-post.ts';
import { sectionsOfWordPress, sectionsOfGhost } from '../../src/transfer/page-sections.ts';
import { toReadableHtml } from '../../src/transfer/wordpress-html.ts';
import { buildFormData } from './callers.ts';
import type { Operation } from './cost-growth.ts';
import type { TestApp } from './test-app.ts';

const entries = (text: string) => Array.from({ length: text.length / 8 }, (_, at) => text.slice(at, at + 8));
const noPictures = { byId: () => undefined, uploadedTo: () => [] };

export const textOperations: Operation[] = [
  { name: 'clean a text', run: (text) => cleanHtml(text) },
  { name: 'clean a post of another site', run: (text) => cleanPost(text) },
  { name: 'read the words of a text', run: (text) => plainText(text) },
  { name: 'read a text of WordPress', run: (text) => toReadableHtml(text, noPictures) },
  { name: 'read and clean it', run: (text) => cleanPost(toReadableHtml(text, noPictures).html) },
  {
    name: 'divide a page of WordPress',
    run: (text) => sectionsOfWordPress(text, (raw) => toReadableHtml(raw, noPictures).html),
  },
  { name: 'divide a page of Ghost', run: (text) => sectionsOfGhost(text) },
  { name: 'shorten a text', run: (text) => shortenText(text, 200) },
  { name: 'fold a text', run: (text) => foldText(text) },
  { name: 'look for links', run: (text) => isOnlyLinks(text) },
  { name: 'read an address', run: (text) => toStoredLink(text) },
  { name: 'escape a text', run: (text) => escapeXml(text) },
  {
    name: 'compare two texts',
    run: (text) => changedFieldsOf({ a: text, b: [text] }, { a: `${text}x`, b: entries(text) }, ['a', 'b']),
  },
  {
    name: 'read the fields of a post',
    run: (text) => blogModule.Input.safeParse({ title: text, content: text, tags: entries(text) }),
  },
  {
    name: 'read a list in a form',
    run: (text) => teamModule.Input.safeParse({ expertise: JSON.stringify(entries(text)) }),
  },
  {
    name: 'read the lists of a job',
    run: (text) =>
      jobsModule.Input.safeParse({
        requirements: entries(text),
        responsibilities: entries(text).map(() => 1),
      }),
  },
  {
    name: 'read metadata',
    run: (text) =>
      ActivityInput.safeParse({
        metadata: Object.fromEntries(entries(text).map((key, at) => [`${at}${key}`, [key]])),
      }),
  },
];

/**
 * The maximum length of an input in the URL or in a header. Node accepts 16 kB for the URL and all headers
 * together.
 */
const inHead = 12_000;

export function requestOperations(site: TestApp, token: string): Operation[] {
  const authorization = `Bearer ${token}`;
  const ask = async (options: {
    method?: 'GET' | 'POST';
    url: string;
    headers?: Record<string, string>;
    payload?: string;
  }) => {
    const { statusCode } = await site.app.inject({
      method: 'GET',
      ...options,
      headers: { authorization, ...options.headers },
    });
    if (statusCode === 500) throw new Error(`${options.method ?? 'GET'} ${options.url.slice(0, 80)} failed`);
    return undefined;
  };
  const json = { 'content-type': 'application/json' };
  const get = (name: string, url: (text: string) => string): Operation => ({
    name: `GET ${name}`,
    longest: inHead,
    run: (text) => ask({ url: url(text) }),
  });
  const post = (name: string, url: string, body: (text: string) => unknown): Operation => ({
    name: `POST ${name}`,
    longest: 256_000,
    run: (text) => ask({ method: 'POST', url, headers: json, payload: JSON.stringify(body(text)) }),
  });
  const withHeader = (header: string): Operation => ({
    name: `the header ${header}`,
    longest: inHead,
    run: (text) => ask({ url: '/api/blog', headers: { [header]: text.replaceAll(/[^ -~]/g, ' ') } }),
  });
  const part = (text: string) => encodeURIComponent(text.toWellFormed()).slice(0, inHead).replace(/%.?$/, '');
  return [
    get('a search', (text) => `/api/admin/messages?search=${part(text)}`),
    get('a page', (text) => `/blog/${part(text)}`),
    get('an upload', (text) => `/uploads/${part(text)}`),
    get('any address', (text) => `/x${text.replaceAll(/[^!-~]/g, '')}`),
    get('many parameters', (text) => `/api/blog?${text.replaceAll(/[^!-~]/g, '&')}`),
    get('the input of a call', (text) => `/trpc/blog.published?input=${part(text)}`),
    post('a message', '/api/contact', (text) => ({
      name: text,
      email: `${text}@example.com`,
      subject: text,
      message: text,
    })),
    post('a sign-in', '/api/admin/login', (text) => ({ email: text, password: text })),
    post('a job', '/api/admin/jobs', (text) => ({ title: text, requirements: entries(text) })),
    post('an entry of the log', '/api/admin/activities', (text) => ({
      type: 'create',
      module: 'blog',
      description: text,
      metadata: { [text]: text },
    })),
    {
      name: 'POST malformed JSON',
      longest: 256_000,
      run: (text) => ask({ method: 'POST', url: '/api/admin/activities', headers: json, payload: text }),
    },
    {
      name: 'POST a post',
      longest: 90_000,
      run: async (text) => {
        const fields = { title: 'T', excerpt: text, content: text, category: 'Technology', tags: text };
        const { status } = await site.rest('admin').post('/api/admin/blog-posts', buildFormData(fields));
        if (status === 500) throw new Error('a post failed');
      },
    },
    ...['cookie', 'accept', 'accept-encoding', 'accept-language', 'if-none-match', 'range', 'user-agent'].map(
      withHeader,
    ),
    ...['x-forwarded-for', 'authorization', 'origin', 'idempotency-key'].map(withHeader),
  ];
}
