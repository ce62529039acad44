// On both databases: one search over the tables of all modules.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds, onceInGate } from '../support/database.ts';
import { createJob, createMessage, createPost, createTestimonial, createUser } from '../support/factories.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

describe.each(databaseKinds)('the search in everything on %s', (kind) => {
  const testOnce = onceInGate(kind);
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp(kind);
    const em = site.database.fork();
    for (let number = 1; number <= 7; number += 1) await createPost(em, { title: `Bridge ${number}` });
    await createJob(em, { title: 'Brückenbauer' });
    await createTestimonial(em, { person: 'Bridget' });
    await createMessage(em, { subject: 'About the bridge', name: 'Helena' });
    await createMessage(em, { subject: 'A cheap bridge', spam_reasons: ['links'] });
    await createUser(em, { name: 'Bridgit', email: 'bridgit@example.com' });
  });
  afterAll(() => site.close());

  const find = async (role: Parameters<TestApp['as']>[0], query: string, limit?: number) => {
    const { groups } = await site.as(role).search.everything.query({ query, ...(limit && { limit }) });
    return Object.fromEntries(groups.map(({ name, hits }) => [name, hits.map(({ title }) => title)]));
  };

  test('returns the newest five of each kind, without spam', async () => {
    expect(await find('admin', 'bridg')).toEqual({
      blog: ['Bridge 7', 'Bridge 6', 'Bridge 5', 'Bridge 4', 'Bridge 3'],
      testimonials: ['Bridget'],
      inbox: ['About the bridge'],
      users: ['Bridgit'],
    });
    expect((await find('admin', 'bridg', 1)).blog).toEqual(['Bridge 7']);
    expect(await find('admin', 'BRUCKEN')).toEqual({ jobs: ['Brückenbauer'] });
  });

  test('tells messages and users apart by sender and address', async () => {
    const { groups } = await site.as('admin').search.everything.query({ query: 'bridg' });
    const details = groups.flatMap(({ hits }) => hits.flatMap(({ detail }) => detail ?? []));
    expect(details).toEqual(['Helena', 'bridgit@example.com']);
  });

  testOnce('returns only what the role may manage', async () => {
    expect(Object.keys(await find('hr', 'br'))).toEqual(['jobs', 'inbox']);
    expect(Object.keys(await find('content_moderator', 'bridg'))).toEqual(['blog', 'testimonials']);
    expect(await find('user', 'bridg')).toEqual({});
    await expect(find('anonymous', 'bridg')).rejects.toThrow('Please sign in.');
  });

  testOnce('refuses an empty search and an unbounded one', async () => {
    await expect(find('admin', '  ')).rejects.toThrow('Please correct the marked fields.');
    await expect(find('admin', 'bridge', 11)).rejects.toThrow();
  });
});
