import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFormData } from '../support/callers.ts';
import { createPostgresql, databaseKinds } from '../support/database.ts';
import { chooseByForm } from '../support/test-form.ts';
import { asFile, picture } from '../support/pictures.ts';
import { admin } from '../support/running-server.ts';
import { type FillableServer, fullDisks } from '../support/small-disk.ts';
import { pdf } from '../support/visitor-forms.ts';

const post = { title: 'Kept', excerpt: 'E', content: '<p>C</p>', category: 'Technology', is_published: '1' };
const noSpace = 'There is no space left to store anything. Please try again later.';
const kilobyte = 1024;
const endpoints = ['/api/admin/blog-posts', '/trpc/blog.create'] as const;
/** Where a file arrives, REST and tRPC share the code. */
const someEndpoints = chooseByForm<readonly string[]>(endpoints, endpoints.slice(0, 1));
const cases = fullDisks.flatMap((disk, at) =>
  // PostgreSQL has a disk of its own, so one way of filling ours is enough.
  databaseKinds
    .filter((database) => database === 'sqlite' || at === 0)
    .map((database) => ({ ...disk, database })),
);

test('this machine can make a disk full', () => {
  expect(fullDisks.length).toBeGreaterThan(0);
});

// In this order, because each test leaves longer files on the one disk.
describe('one disk after another', { shuffle: false }, () => {
  describe.each(cases)('UP12: a disk that is full by a $kind, with $database', ({ kind, open, database }) => {
    let disk: FillableServer;
    let authorization: string;
    beforeAll(async () => {
      disk = await open(database === 'postgresql' ? { DATABASE_URL: await createPostgresql() } : {});
      const { body } = await send('/api/admin/login', JSON.stringify(admin), 'application/json');
      authorization = `Bearer ${body.token}`;
      // Starts the processes for pictures, so that they are running when the disk is full.
      expect((await create(endpoints[0], await picture())).status).toBe(201);
    });
    afterAll(() => disk.close());

    async function send(path: string, body: BodyInit, type?: string) {
      const answer = await fetch(disk.server.url + path, {
        method: 'POST',
        headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
        body,
      });
      const { error, ...rest } = await answer.json();
      return {
        status: answer.status,
        retryAfter: answer.headers.get('retry-after'),
        body: error ? { ...error.data, message: error.message } : rest,
      };
    }
    const create = (endpoint: string, featured_image: File, more: Record<string, string> = {}) =>
      send(endpoint, buildFormData({ ...post, tags: '[]', ...more, featured_image }));
    const state = async () => {
      const answer = await fetch(`${disk.server.url}/api/blog-posts`);
      const { meta } = await answer.json();
      const activities = await fetch(`${disk.server.url}/api/admin/activities`, {
        headers: { authorization },
      });
      return {
        rows: meta.total,
        entries: (await activities.json()).meta.total,
        quarantine: await disk.namesIn('quarantine'),
        uploads: (await disk.namesIn('uploads')).filter((name) => !/-\d{1,5}\./.test(name)).length,
      };
    };
    /** A photograph that grows when it is re-encoded, and is too narrow for smaller sizes, which would take space too. */
    const photograph = async () => {
      const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
      const background = '#808080';
      const made = sharp({ create: { width: 320, height: 12_000, channels: 3, background, noise } });
      return asFile(await made.jpeg({ quality: 40 }).toBuffer(), 'noise.jpeg');
    };
    /** Checks that a refused call leaves nothing, and that the same call succeeds when there is space again. */
    async function expectRefusedThenTaken(
      act: () => ReturnType<typeof send>,
      leave: () => Promise<void>,
      reason: string | RegExp = noSpace,
    ) {
      const { uploads, ...before } = await state();
      await leave();
      const refused = await act();
      expect(refused).toMatchObject({ status: 503, body: { message: expect.stringMatching(reason) } });
      expect(Number(refused.retryAfter)).toBeGreaterThan(0);
      await disk.free();
      const after = await state();
      expect(after).toMatchObject(before);
      // A picture goes with its row. A database that can't write that down either leaves both to the sweep.
      expect(after.uploads - uploads).toBeLessThanOrEqual(reason === noSpace ? 0 : 1);
      const taken = await act();
      expect([200, 201], JSON.stringify(taken.body)).toContain(taken.status);
      expect(await state()).toMatchObject({ rows: before.rows + 1, entries: before.entries + 1 });
      await expect.poll(() => disk.namesIn('quarantine')).toEqual([]);
    }

    test.each(someEndpoints)('while an upload comes in by %s', async (endpoint) => {
      const file = await photograph();
      expect(file.size).toBeGreaterThan(1000 * kilobyte);
      await expectRefusedThenTaken(
        () => create(endpoint, file),
        () => disk.leave(600 * kilobyte),
      );
    });

    test.each(someEndpoints)('while its picture is made, by %s', async (endpoint) => {
      const file = await photograph();
      await expectRefusedThenTaken(
        () => create(endpoint, file),
        () => disk.leave(file.size + 300 * kilobyte),
      );
    });

    // SQLite distinguishes a full disk from the limit of a file. It reports the latter as an I/O error.
    const rowRefused =
      kind === 'small file system' ? noSpace : /^The service is busy or a part of it is away/;

    test.runIf(database === 'sqlite').each(endpoints)('while its row is saved, by %s', async (endpoint) => {
      const [file, content] = [await picture(), `<p>${'word '.repeat(180_000)}</p>`];
      await expectRefusedThenTaken(
        () => create(endpoint, file, { content }),
        () => disk.leave(300 * kilobyte),
        rowRefused,
      );
    });

    test('while a visitor sends a CV', async () => {
      const cv = () =>
        send(
          '/api/internships',
          buildFormData({
            name: 'A',
            email: 'a@example.com',
            field: 'F',
            message: 'M',
            cv: pdf('cv.pdf', 900_000),
          }),
        );
      await disk.leave(300 * kilobyte);
      // SQLite counts the try first. That row still fits: the start has shortened the database's log.
      expect(await cv()).toMatchObject({ status: 503, body: { message: noSpace } });
      expect(await disk.namesIn('private')).toEqual([]);
      await disk.free();
      expect((await cv()).status).toBe(201);
      expect(await disk.namesIn('private')).toHaveLength(1);
    });

    test('while the log cannot be written, pages are served, and the log later has all their lines', async () => {
      const served = async () => (await disk.log()).split('"route":"/api/blog-posts"').length;
      const servedBefore = await served();
      await disk.leave(0);
      // The last block of the file still takes up to 4 kB.
      for (let times = 0; times < 60; times += 1)
        expect((await fetch(`${disk.server.url}/api/blog-posts`)).status).toBe(200);
      expect(await served()).toBeLessThan(servedBefore + 60);
      const refused = await create(endpoints[0], await picture());
      expect(refused.status).toBe(503);
      await disk.free();
      expect((await fetch(`${disk.server.url}/healthz`)).status).toBe(200);
      await expect.poll(served).toBe(servedBefore + 60);
      expect((await create(endpoints[0], await picture())).status).toBe(201);
    });

    test('all of that is done by one process, which was never started again', () => {
      expect(disk.server.process.exitCode).toBeNull();
    });
  });
});
