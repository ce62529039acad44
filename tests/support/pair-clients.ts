import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { buildFormData } from './callers.ts';
import type { InstancePair, InstanceResponse } from './instance-pair.ts';
import { picture } from './pictures.ts';

export interface PairRecord {
  /** The expected title of each post. Null for a deleted post. */
  posts: Map<number, string | null>;
  messages: { acknowledged: string[]; unknown: string[] };
  acknowledged: number;
  /** How long the other instance took to show each change, in milliseconds. */
  shownAfter: number[];
  problems: string[];
}

export interface PairClient {
  pair: InstancePair;
  memory: PairRecord;
  signal: AbortSignal;
}

/** The time in milliseconds after which the other instance must show a change. */
const freshMs = 1000;
const lookAgainMs = 25;
const other = (instance: number) => 1 - instance;
const json = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/**
 * Sends a request to alternating instances until one of them responds with a status below 500. Errors other than 503
 * are recorded as problems.
 */
async function askUntilTold(
  { pair, memory }: PairClient,
  first: number,
  path: string,
  options: () => RequestInit,
): Promise<InstanceResponse & { by: number }> {
  for (let turn = first; ; turn = other(turn)) {
    const said = await pair.ask(turn, path, options());
    if (said && said.status < 500) return { ...said, by: turn };
    if (said) memory.problems.push(`${path}: ${said.status} ${JSON.stringify(said.body)}`);
    await setTimeout(lookAgainMs);
  }
}

/**
 * Creates, changes and deletes posts on alternating instances, and checks each change on the other instance.
 */
export async function editPosts(client: PairClient, name: string): Promise<void> {
  const { pair, memory, signal } = client;
  let session: Record<string, string> | undefined;
  for (let round = 0; !signal.aborted; round += 1) {
    session ??= await pair.signIn(round % 2);
    if (!session) continue;
    const headers = session;
    const repeat = { ...headers, 'idempotency-key': randomUUID() };
    const image = round % 10 === 0 ? await picture() : undefined;
    const words = (title: string, isForm = true) =>
      buildFormData({
        title,
        excerpt: 'E',
        content: '<p>C</p>',
        category: 'Technology',
        is_published: '1',
        ...(isForm && image && { featured_image: image }),
      });
    const title = `${name} ${round}`;
    const created = await askUntilTold(client, round % 2, '/api/admin/blog-posts', () => ({
      method: 'POST',
      headers: repeat,
      body: words(title),
    }));
    if (created.status !== 201) {
      memory.problems.push(`a post was not taken: ${created.status} ${JSON.stringify(created.body)}`);
      return;
    }
    const { id } = created.body as { id: number };
    await expectShown(client, created.by, id, title);
    if (round % 2 === 0) {
      const path = `/api/admin/blog-posts/${id}`;
      const body = () => words(`${title} again`, false);
      const changed = await askUntilTold(client, round % 4 ? 1 : 0, path, () => ({
        method: 'PUT',
        headers,
        body: body(),
      }));
      if (changed.status !== 200) memory.problems.push(`a change was not taken: ${changed.status}`);
      await expectShown(client, changed.by, id, `${title} again`);
    }
    if (round % 5 === 0) {
      const path = `/api/admin/blog-posts/${id}`;
      const gone = await askUntilTold(client, 1, path, () => ({ method: 'DELETE', headers }));
      // 404 means that an instance deleted the post, but was killed before it responded.
      if (![200, 404].includes(gone.status)) memory.problems.push(`a deletion was not taken: ${gone.status}`);
      await expectShown(client, gone.by, id, null);
    }
  }
}

async function expectShown({ pair, memory }: PairClient, by: number, id: number, title: string | null) {
  const since = performance.now();
  memory.posts.set(id, title);
  memory.acknowledged += 1;
  for (;;) {
    const asked = performance.now();
    const said = await pair.ask(other(by), `/api/blog-posts/${id}`);
    if (!said) return;
    const shown = said.status === 404 ? null : said.body.post?.title;
    if (shown === title) {
      memory.shownAfter.push(asked - since);
      return;
    }
    if (asked - since > freshMs) {
      memory.problems.push(`after ${Math.round(asked - since)} ms post ${id} is ${shown}, not ${title}`);
      return;
    }
    await setTimeout(lookAgainMs);
  }
}

export async function readPublicPages({ pair, memory, signal }: PairClient): Promise<void> {
  const paths = [
    '/',
    '/blog',
    '/api/blog-posts?page=1',
    '/api/jobs',
    '/portfolio',
    '/sitemap.xml',
    '/feed.xml',
  ];
  for (let round = 0; !signal.aborted; round += 1) {
    const path = paths[round % paths.length]!;
    const said = await pair.ask(round % 2, path);
    if (said && said.status !== 200) memory.problems.push(`${path}: ${said.status}`);
    await setTimeout(lookAgainMs);
  }
}

/**
 * Signs in and reads lists of the panel on both instances. Then signs out on one instance, and checks that
 * the session is invalid on the other instance.
 */
export async function readPanelLists({ pair, memory, signal }: PairClient): Promise<void> {
  const paths = [
    'dashboard/stats',
    'messages?page=1',
    'activities?page=1',
    'blog-posts?search=editor',
    'user',
  ];
  for (let round = 0; !signal.aborted; round += 1) {
    const headers = await pair.signIn(round % 2);
    // The rate limit allows only a few sign-ins a minute from one address.
    await setTimeout(5000, undefined, { signal }).catch(() => {});
    if (!headers) continue;
    for (const [place, path] of [...paths, ...paths].entries()) {
      const said = await pair.ask(place % 2, `/api/admin/${path}`, { headers });
      if (said && said.status !== 200) memory.problems.push(`${path}: ${said.status}`);
    }
    const ended = await pair.ask(round % 2, '/api/admin/logout', { method: 'POST', headers });
    const after = ended && (await pair.ask(other(round % 2), '/api/admin/user', { headers }));
    if (after && after.status !== 401) memory.problems.push(`after its end a session has ${after.status}`);
  }
}

/**
 * Sends eight messages at once from each of many addresses. The server may accept only five of the eight
 * messages.
 */
export async function sendMessages({ pair, memory, signal }: PairClient, everyMs: number): Promise<void> {
  for (let address = 1; !signal.aborted; address += 1) {
    const from = `198.18.${address >> 8}.${address & 255}`;
    const taken = await Promise.all(
      Array.from({ length: 8 }, async (_, place) => {
        const subject = `${from} ${place}`;
        const words = { name: 'Ada', email: 'ada@example.com', subject, message: `Word ${randomUUID()}` };
        const said = await pair.ask(place % 2, '/api/contact', { ...json(words), from });
        if (!said) memory.messages.unknown.push(subject);
        else if (said.status === 201) memory.messages.acknowledged.push(subject);
        else if (said.status !== 429) memory.problems.push(`a form has ${said.status}`);
        return said?.status === 201;
      }),
    );
    const count = taken.filter(Boolean).length;
    if (count > 5) memory.problems.push(`${count} posts of ${from} were taken`);
    await setTimeout(everyMs, undefined, { signal }).catch(() => {});
  }
}

/**
 * Guesses the password of one account on both instances. Records a problem when more than five guesses were
 * checked within a minute.
 */
export async function guessPasswords({ pair, memory, signal }: PairClient): Promise<void> {
  const [max, windowMs] = [5, 60_000];
  const checked: { sent: number; told: number }[] = [];
  for (let round = 0; !signal.aborted; round += 1) {
    const sent = performance.now();
    const body = { email: 'victim@example.com', password: `guess number ${round}` };
    const from = `198.19.${(round >> 8) & 255}.${round & 255}`;
    const said = await pair.ask(round % 2, '/api/admin/login', { ...json(body), from });
    if (said?.status === 422) checked.push({ sent, told: performance.now() });
    else if (said && said.status !== 429) memory.problems.push(`a guess has ${said.status}`);
    const [earliest, latest] = [checked.at(-1 - max), checked.at(-1)];
    // The server checked all guesses from `earliest` to `latest` between the two compared times.
    if (said?.status === 422 && earliest && latest && latest.told - earliest.sent < windowMs) {
      memory.problems.push(`${max + 1} guesses were judged within a minute`);
    }
    await setTimeout(200, undefined, { signal }).catch(() => {});
  }
}
