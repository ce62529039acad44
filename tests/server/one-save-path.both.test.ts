import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { lockName } from '../../src/locks/name-lock.ts';
import { findRow } from '../../src/modules/mailbox/mailbox-watch.ts';
import type { MailboxAccess } from '../../src/mail/mailbox.ts';
import { updateRow } from '../../src/content/operations/update.ts';
import { blogModule } from '../../src/modules/blog/blog.module.ts';
import { choicesLock } from '../../src/settings/choices.ts';
import { choiceListsOf } from '../support/choice-lists.ts';
import { User } from '../../src/modules/users/user.ts';
import { factsOf } from '../../src/shared/module-facts.ts';
import { databaseKinds, onceInGate } from '../support/database.ts';
import { callProcedure } from '../support/api-calls.ts';
import { picture } from '../support/pictures.ts';
import { useSite } from '../support/use-site.ts';
import { isShortForm } from '../support/test-form.ts';

const post = { title: 'T', excerpt: 'E', content: '<p>C</p>', category: 'Technology', is_published: true };
const testimonial = {
  quote: 'Good',
  person: 'P',
  role: 'R',
  company: 'C',
  service: 'IT Support',
  is_published: true,
};
const project = {
  title: 'Bridge',
  category: 'IT Support',
  description: 'Plain',
  client: 'A town',
  services: ['it-support'],
};
const job = {
  title: 'Engineer',
  description: 'Builds things.',
  type: 'Full-time',
  location: 'London',
  department: 'Development',
  requirements: ['Patience'],
  responsibilities: ['Build'],
  is_active: true,
};

describe.each(databaseKinds)('every way to store a row takes all steps on %s', (kind) => {
  const testOnce = onceInGate(kind);
  const site = useSite({ on: kind });

  const act = (name: string, input: Record<string, unknown>) =>
    callProcedure(site, 'rest', 'admin', name, input);
  const done = async (name: string, input: Record<string, unknown>) => {
    const answer = await act(name, input);
    expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  };
  const upload = async (alt: string | undefined = 'A wall'): Promise<{ id: number; path: string }> => {
    const file = await picture({ width: 300, height: 200 }, 'wall.png');
    return (await done('media.upload', { file, alt })).item;
  };
  const figureOf = (id: number) => `<figure><img data-media="${id}"></figure><p>C</p>`;
  const readPost = async (id: number) => (await site.as('admin').blog.one.query({ id })).post;
  const readTestimonial = async (id: number) =>
    (await site.as('admin').testimonials.one.query({ id })).testimonial;
  /** Resolves when so many statements wait for locks on PostgreSQL. */
  const untilWaiting = (count: number) => {
    const waiting = sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    const read = async () => (await waiting.execute(site.database.read)).rows[0]!.waiting;
    return expect.poll(read, { interval: 20, timeout: 60_000 }).toBe(count);
  };

  test.skipIf(isShortForm)('30 saves without a version that arrive at once all count', async () => {
    const { id: media } = await upload();
    const cases = [
      ['jobs', job],
      // These two also read the library and the settings, while the others hold connections.
      ['blog', { ...post, content: figureOf(media) }],
      ['portfolio', project],
    ] as const;
    for (const [name, words] of cases) {
      const { one, many } = factsOf(name);
      const { id } = (await done(`${name}.create`, words))[one];
      const titles = Array.from({ length: 30 }, (_, at) => `T${at}`);
      const answers = await Promise.all(
        titles.map((title) => act(`${name}.update`, { ...words, id, title })),
      );
      expect(
        answers.map(({ status }) => status),
        name,
      ).toEqual(titles.map(() => 200));
      const versions = answers.map(({ body }) => body[one].version).toSorted((a, b) => a - b);
      expect(versions, name).toEqual(titles.map((_, at) => at + 2));
      const last = answers.find(({ body }) => body[one].version === 31)!.body[one];
      const listed = (await done(`${name}.list`, {}))[many] as (typeof last)[];
      expect(listed.find((row) => row.id === id)?.title, name).toBe(last.title);
    }
  });

  test('what several people do first at the same moment is stored once, and nobody is refused', async () => {
    const { id } = (await done('blog.create', { ...post, is_published: false })).post;
    const wall = await picture({ width: 300, height: 200 }, 'wall.png');
    const admin = site.as('admin');
    const copy = { item_id: id, opening: 'opening-1', base_version: 1, fields: {} };
    const address = { host: 'imap.example.com', port: 993, user: 'office', folder: 'INBOX' };
    const acts: [table: string, act: (at: number) => Promise<unknown>][] = [
      ['previews', (at) => done('previews.blog.share', { id, days: at + 1 })],
      ['media', () => done('media.upload', { file: wall, alt: 'A wall' })],
      ['blocked_senders', () => done('inbox.blockSender', { sender: 'spam@example.com' })],
      ['working_copies', () => admin.workingCopies.blog.save.mutate(copy)],
      [
        'notice_settings',
        () => admin.inbox.setNoticeSettings.mutate({ messages: 'morning', assigned: true }),
      ],
      ['mailboxes', () => findRow({ address } as MailboxAccess, site.work())],
    ];
    const results: Record<string, unknown[]> = {};
    for (const [table, first] of acts) {
      const all = () => Promise.allSettled([0, 1, 2].map(first));
      const settled = await (kind === 'sqlite'
        ? all()
        : site.database
            .fork()
            .transactional(async (em) => {
              // Reads go on and writes wait, so that all see that there is no row.
              await sql`lock table ${sql.table(table)} in exclusive mode`.execute(em.getKysely());
              const acting = all();
              await untilWaiting(3);
              return { acting };
            })
            .then(({ acting }) => acting));
      const refused = settled.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
      expect(refused, table).toEqual([]);
      results[table] = settled.map((each) => (each as PromiseFulfilledResult<unknown>).value);
    }
    expect(results.mailboxes).toEqual(
      [0, 1, 2].map(() => expect.objectContaining({ last_uid: 0, taken: 0, passed_over: 0 })),
    );
    const ends = results.previews!.map((link) => (link as { expires_at: string }).expires_at);
    const previews = site.database.read.selectFrom('previews').select('shared_until');
    const stored = (await previews.execute()).map(({ shared_until }) =>
      new Date(shared_until!).toISOString(),
    );
    expect(stored).toEqual([ends.toSorted().at(-1)]);
  });

  testOnce('an undo gives a value that was renamed its new name', async () => {
    const { id } = (await done('blog.create', { ...post, category: 'Innovation' })).post;
    const { results } = await done('blog.regroup', { ids: [id], category: 'Development' });
    await choiceListsOf(site).rename('blog_categories', 'Innovation', 'Ideas');
    await done('blog.undoMany', { rows: [{ id, version: results[0].version }] });
    expect((await readPost(id)).category).toBe('Ideas');
  });

  testOnce('an undo that would bring back a removed value is refused and names the row', async () => {
    const { id } = (await done('blog.create', { ...post, category: 'Innovation' })).post;
    const { results } = await done('blog.regroup', { ids: [id], category: 'Development' });
    const lists = choiceListsOf(site);
    const entry = (await lists.read()).value.blog_categories.find(({ name }) => name === 'Innovation')!;
    expect((await lists.remove('blog_categories', entry.key!)).status).toBe(200);
    const undone = await act('blog.undoMany', { rows: [{ id, version: results[0].version }] });
    expect(undone.status).toBe(422);
    expect(undone.body.errors.category[0]).toMatch(/^“T”: Category must be one of: /);
    expect((await readPost(id)).category).toBe('Development');
  });

  testOnce('a restored version leaves out a row that is gone, and says so', async () => {
    const { id: project_id } = (await done('portfolio.create', project)).portfolio;
    const { id } = (await done('testimonials.create', { ...testimonial, project_id })).testimonial;
    await done('testimonials.update', { ...testimonial, id, project_id: '' });
    await done('portfolio.remove', { id: project_id });
    const restored = await done('versions.testimonials.restore', { id, number: 1 });
    expect(restored.left_out).toEqual(['project_id']);
    // Would bring the id back if it were stored.
    await done('trash.portfolio.restore', { id: project_id });
    expect((await readTestimonial(id)).project_id).toBeNull();
  });

  testOnce('a row may keep the id of a row that is gone, and no other row may take it', async () => {
    const { id: project_id } = (await done('portfolio.create', project)).portfolio;
    const { id } = (await done('testimonials.create', { ...testimonial, project_id })).testimonial;
    await done('portfolio.remove', { id: project_id });
    await done('testimonials.update', { ...testimonial, id, project_id, quote: 'Better' });
    const other = await act('testimonials.create', { ...testimonial, project_id });
    expect(other).toMatchObject({
      status: 422,
      body: { errors: { project_id: ['There is no such portfolio project.'] } },
    });
    await done('trash.portfolio.restore', { id: project_id });
    expect((await readTestimonial(id)).project_id).toBe(project_id);
  });

  testOnce('an undo records the uses of the pictures that it brings back', async () => {
    const media = await upload();
    const { id } = (await done('blog.create', post)).post;
    await done('blog.publishing', { id, share_picture: media.id });
    const { version } = (await done('blog.publishing', { id, share_picture: null })).post;
    const { results } = await done('blog.undoMany', { rows: [{ id, version }] });
    expect(results).toMatchObject([{ id, outcome: 'changed' }]);
    expect((await readPost(id)).share_picture).toBe(media.id);
    expect((await act('media.remove', { id: media.id })).status).toBe(409);
  });

  testOnce('an undo does not publish a text with a picture that nobody has described', async () => {
    const media = await upload();
    const { id } = (await done('blog.create', { ...post, content: figureOf(media.id) })).post;
    const { results } = await done('blog.publish', { ids: [id], is_published: false });
    await done('media.change', { id: media.id, alt: null });
    const undone = await act('blog.undoMany', { rows: [{ id, version: results[0].version }] });
    expect(undone).toMatchObject({
      status: 422,
      body: { errors: { content: ['“T”: Say what 1 picture shows, or mark it as decoration.'] } },
    });
    expect((await readPost(id)).is_published).toBe(false);
  });

  testOnce(
    'a row from the trash comes back as it was, also when a picture lost its description',
    async () => {
      const media = await upload();
      const { id } = (await done('blog.create', { ...post, content: figureOf(media.id) })).post;
      const before = await readPost(id);
      await done('blog.remove', { id });
      await done('media.change', { id: media.id, alt: null });
      await done('trash.blog.restore', { id });
      // The time of the change is new, because programs ask for what has changed.
      const { content: _, updated_at: __, ...after } = await readPost(id);
      expect(before).toMatchObject(after);
    },
  );

  testOnce('a save that moves its own picture into the text does not wait for itself', async () => {
    const file = await picture({ width: 80, height: 60 });
    const { id } = (await done('blog.create', { ...post, featured_image: file, image_alt: 'A wall' })).post;
    const path = (await readPost(id)).featured_image;
    const items = (await done('media.list', {})).items as { id: number; path: string }[];
    const media = items.find((item) => item.path === path)!;
    const user = await site.database.fork().findOneOrFail(User, { role: 'admin' });
    const viewer = { id: user.id, name: user.name, email: user.email, role: user.role, session_id: 1 };
    const work = { ...site.work(), viewer };
    await updateRow(blogModule.kind, work, {
      id,
      revise: (row) => row.revise({ content: figureOf(media.id), featured_image: null }, work.now),
    });
    expect((await readPost(id)).featured_image).toBeNull();
    // A release that waits for a lease of its own operation gives up with a warning.
    expect(site.warnings()).toEqual([]);
    expect(await site.servedPictures()).toContain(path);
  });

  test.runIf(kind === 'postgresql')(
    'a move of rows waits for a change of their list before it locks them',
    async () => {
      const { id } = (await done('blog.create', post)).post;
      const moving = await site.database.fork().transactional(async (em) => {
        await lockName({ em }, choicesLock);
        const answer = act('blog.regroup', { ids: [id], category: 'Innovation' });
        await untilWaiting(1);
        await em.execute('update posts set excerpt = excerpt where id = ?', [id]);
        return { answer };
      });
      expect((await moving.answer).status).toBe(200);
    },
  );

  test.runIf(kind === 'postgresql')(
    'a file is replaced while a save describes it, and neither waits for the other forever',
    async () => {
      const media = await upload();
      const { id } = (await done('blog.create', { ...post, existing_image: media.path })).post;
      const file = await picture({ width: 90, height: 70 });
      const both = await site.database.fork().transactional(async (em) => {
        // Stops the save between the row, which it holds, and the item of the library.
        await em.execute('select path from pictures where path = ? for update', [media.path]);
        const described = { ...post, id, existing_image: media.path, image_alt: 'A door' };
        const saving = act('blog.update', described);
        await untilWaiting(1);
        const replacing = act('media.replace', { id: media.id, file });
        await untilWaiting(2);
        return { answers: Promise.all([saving, replacing]) };
      });
      expect((await both.answers).map(({ status }) => status)).toEqual([200, 200]);
      const { item } = await done('media.one', { id: media.id });
      expect(await readPost(id)).toMatchObject({ featured_image: item.path });
      expect(item).toMatchObject({ alt: 'A door' });
    },
  );
});
