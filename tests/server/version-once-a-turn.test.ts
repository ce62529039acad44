import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createPost } from '../support/factories.ts';
import { testApp } from '../support/test-app.ts';

const nextTurn = () => new Promise((next) => setImmediate(next));

test('the version of the content is read once a turn, and again after a commit of this process', async () => {
  const site = await testApp('sqlite');
  const { content } = site.database;
  const other = new BetterSqlite3(String(site.database.orm.config.get('dbName')));
  await nextTurn();
  const before = content.known()!;
  other.pragma(`user_version = ${before + 5}`);
  expect(content.known()).toBe(before);
  await nextTurn();
  expect(content.known()).toBe(before + 5);
  // Several turns pass before a save is acknowledged. Reading in each of them keeps the version known.
  const saving = createPost(site.database.fork(), { is_published: true }).then(() => content.known());
  let isSaved = false;
  saving.finally(() => (isSaved = true)).catch(() => {});
  while (!isSaved) {
    content.known();
    await nextTurn();
  }
  expect(await saving).toBe(before + 6);
  other.close();
  await site.close();
});
