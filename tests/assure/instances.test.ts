import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Post } from '../../src/modules/blog/blog.module.ts';
import { Message } from '../../src/modules/inbox/message.entity.ts';
import { openTestDatabase } from '../support/database.ts';
import { openPair } from '../support/instance-pair.ts';
import {
  editPosts,
  guessPasswords,
  type PairRecord,
  sendMessages,
  readPanelLists,
  readPublicPages,
} from '../support/pair-clients.ts';
import { chooseByForm } from '../support/test-form.ts';
import { percentile, addFigures } from './figures.ts';

const runMs = chooseByForm(600_000, 30_000);
const killEveryMs = chooseByForm(60_000, 8000);
const editors = 3;
// The interval at which new addresses post. Together they exceed the 200 posts that the site allows in an
// hour.
const newAddressEveryMs = chooseByForm(12_000, 500);

test('two instances on one PostgreSQL, one of them killed every minute, lose nothing, show nothing old, exceed no limit', async (context) => {
  const pair = await openPair();
  const memory: PairRecord = {
    posts: new Map(),
    messages: { acknowledged: [], unknown: [] },
    acknowledged: 0,
    shownAfter: [],
    problems: [],
  };
  const end = new AbortController();
  const client = { pair, memory, signal: end.signal };
  const clients = [
    ...Array.from({ length: editors }, (_, number) => editPosts(client, `editor ${number}`)),
    ...[
      readPublicPages(client),
      readPublicPages(client),
      readPanelLists(client),
      sendMessages(client, newAddressEveryMs),
      guessPasswords(client),
    ],
  ];
  let kills = 0;
  for (const started = performance.now(); performance.now() - started < runMs - killEveryMs; kills += 1) {
    await setTimeout(killEveryMs);
    await pair.killAndRestart(kills % 2);
  }
  await setTimeout(killEveryMs);
  end.abort();
  await Promise.all(clients);

  const problems = [...memory.problems, ...(await compare(pair.databaseUrl, memory))];
  for (const [id, title] of memory.posts) {
    for (const instance of [0, 1]) {
      const said = await pair.ask(instance, `/api/blog-posts/${id}`);
      const shown = said?.status === 404 ? null : said?.body.post?.title;
      if (shown !== title) problems.push(`in the end post ${id} is ${shown}, not ${title}`);
    }
  }
  const { acknowledged, messages, shownAfter } = memory;
  const { answered, busy } = pair.counts();
  const ms = (share: number) => `${Math.round(percentile(shownAfter, share))} ms`;
  addFigures(context, {
    requests: answered,
    kills,
    lost: problems.length,
    acknowledged: acknowledged + messages.acknowledged.length,
    notes: [
      `a change is shown by the other after ${ms(0.5)}, p99 ${ms(0.99)}, at most ${ms(1)}`,
      `${busy} answers were 503`,
    ],
  });
  const log = pair.log();
  await pair.close();
  // Compares text, so that every kind of report shows all problems.
  expect(problems.join('\n'), log).toBe('');
  expect(kills).toBeGreaterThan(1);
  expect(messages.acknowledged.length).toBeGreaterThan(0);
});

/** Returns what the database contains without acknowledgement, and what it lacks despite one. */
async function compare(url: string, { posts, messages }: PairRecord): Promise<string[]> {
  const database = await openTestDatabase({ url });
  const em = database.fork();
  const problems: string[] = [];
  const stored = new Map((await em.findAll(Post)).map(({ id, title }) => [id, title]));
  for (const [id, title] of posts) {
    if ((stored.get(id) ?? null) !== title)
      problems.push(`post ${id} is stored as ${stored.get(id)}, not ${title}`);
  }
  for (const [id, title] of stored)
    if (!posts.has(id)) problems.push(`nobody was told of post ${id}, ${title}`);
  const received = await em.findAll(Message);
  const subjects = received.map(({ subject }) => subject);
  const told = new Set([...messages.acknowledged, ...messages.unknown]);
  for (const subject of messages.acknowledged) {
    const count = subjects.filter((each) => each === subject).length;
    if (count !== 1) problems.push(`message ${subject} is stored ${count} times`);
  }
  for (const subject of subjects)
    if (!told.has(subject)) problems.push(`${subject} was refused, and is stored`);
  const byAddress = Map.groupBy(subjects, (subject) => subject.split(' ')[0]);
  for (const [address, all] of byAddress)
    if (all.length > 5) problems.push(`${address} has ${all.length} posts`);
  // Further messages are stored as spam.
  const inbox = received.filter(({ folder }) => folder === 'inbox').length;
  if (inbox > 200) problems.push(`${inbox} posts of an hour are in the inbox`);
  await database.close();
  return problems;
}
