import type { EntityClass } from '@mikro-orm/core';
import { expect } from 'vitest';
import { Activity } from '../../src/modules/activities/activity.entity.ts';
import { Post } from '../../src/modules/blog/blog.module.ts';
import { Message } from '../../src/modules/inbox/message.entity.ts';
import { Job } from '../../src/modules/jobs/jobs.module.ts';
import { Project } from '../../src/modules/portfolio/portfolio.module.ts';
import { Member } from '../../src/modules/team/team.module.ts';
import { TrashItem } from '../../src/modules/trash/trash-item.entity.ts';
import { User } from '../../src/modules/users/user.entity.ts';
import { roles } from '../../src/shared/roles.ts';
import {
  createJob,
  createMember,
  createMessage,
  createPost,
  createProject,
  createUser,
} from './factories.ts';
import type { FuzzRequest } from './fuzz-requests.ts';
import type { RawAnswer } from './fuzz-send.ts';
import type { TestApp } from './test-app.ts';

/** The kinds of rows, by the word in their addresses. */
const kinds = {
  'blog-posts': { entity: Post, module: 'blog', image: 'featured_image' },
  team: { entity: Member, module: 'team', image: 'image' },
  jobs: { entity: Job, module: 'job', image: undefined },
  portfolios: { entity: Project, module: 'portfolio', image: 'image' },
  users: { entity: User, module: undefined, image: undefined },
} as const;
type Kind = keyof typeof kinds;

/** What every refused request leaves as it was: how many rows there are, which, and how often they were changed. */
const traced = {
  ...{ posts: 'version', members: 'version', jobs: 'version', projects: 'version', users: 'version' },
  messages: 'case when is_read then 1 when is_spam then 2 else 0 end',
  ...{
    activities: 'case when is_verified then 1 else 0 end',
    trash_items: 'item_id',
    kept_answers: '0',
    sso_links: '0',
  },
};

/** Some rows of each kind, and a person of each role. */
export async function fillSite({ database }: TestApp): Promise<void> {
  const em = database.fork();
  for (const role of roles) await createUser(em, { role });
  for (let row = 0; row < 4; row += 1) {
    await createPost(em, { is_published: row > 0 });
    await createMember(em);
    await createJob(em, { is_active: row > 0 });
    await createProject(em);
    await createMessage(em);
  }
}

export interface Stored {
  /** One text for all that is stored; the same while nothing changes. */
  trace(): Promise<string>;
  /** The id of a row, for the address of a request: one that can be restored where that is asked. */
  pick(row: string, place: number): Promise<number>;
  /** Notes a user who came by no request. */
  enterUser(id: number): void;
  /** Notes what an acknowledged change should have done. */
  acknowledge(request: FuzzRequest, answer: RawAnswer): void;
  /** Expects of rows, trash, log and files exactly what was acknowledged. */
  expectAsAcknowledged(): Promise<void>;
}

/** Keeps account of what is acknowledged from now on, beside what is stored. */
export async function storedIn(site: TestApp): Promise<Stored> {
  const alive = {} as Record<Kind, Set<number>>;
  const inTrash = {} as Record<Kind, Set<number>>;
  const told = new Set<string>();
  for (const kind of Object.keys(kinds) as Kind[]) {
    alive[kind] = new Set(await idsOf(site, kinds[kind].entity));
    inTrash[kind] = new Set();
  }
  let messages = await site.database.fork().count(Message);
  const columns = Object.entries(traced).map(
    ([table, more]) =>
      `(select count(*) || '.' || coalesce(sum(id), 0) || '.' || coalesce(sum(${more}), 0) from ${table}) as ${table}`,
  );
  const storedResponses = columns.map((column) =>
    column.includes('from kept_answers') ? '(select count(*) from kept_answers) as kept_answers' : column,
  );
  const sql = `select ${storedResponses.join(', ')}`;

  return {
    trace: async () => JSON.stringify((await site.database.fork().getConnection().execute(sql))[0]),
    pick: async (row, place) => {
      const [, word = 'jobs'] = /\/(?:admin\/)?([\w-]+)\//.exec(row) ?? [];
      const ids = /restore|\/trash\//.test(row) ? inTrash[word as Kind] : alive[word as Kind];
      const known = ids ? sorted(ids) : await idsOf(site, Message);
      return known[place % known.length] ?? place + 1;
    },
    enterUser: (id) => void alive.users.add(id),
    acknowledge: ({ row, url }, { body }) => {
      const [method = '', path = ''] = row.split(' ');
      const isFromVisitor = /^\/(contact|quotations|internships|jobs\/\{id\}\/applications)$/.test(path);
      if (method === 'POST' && isFromVisitor) messages += 1;
      if (row === 'DELETE /admin/messages/{id}') messages -= 1;
      const [, word, rest = ''] = /^\/admin\/([\w-]+)(\/.*)?$/.exec(path) ?? [];
      if (word === undefined || !(word in kinds)) return;
      const kind = word as Kind;
      const id = Number(/\d+/.exec(decodeURIComponent(url.split('?', 1)[0]!))?.[0]);
      const act = `${method} ${rest}`;
      if (act === 'POST ') {
        const created = (JSON.parse(body) as { id: number }).id;
        alive[kind].add(created);
        told.add(`create ${kinds[kind].module} ${created}`);
      }
      if (act === 'DELETE /{id}') {
        alive[kind].delete(id);
        if (kind !== 'users') inTrash[kind].add(id);
        told.add(`delete ${kinds[kind].module} ${id}`);
      }
      if (act === 'POST /{id}/restore') {
        inTrash[kind].delete(id);
        alive[kind].add(id);
      }
      if (act === 'DELETE /trash/{id}') inTrash[kind].delete(id);
    },
    expectAsAcknowledged: async () => {
      await site.settled();
      const em = site.database.fork();
      for (const kind of Object.keys(kinds) as Kind[]) {
        const { entity, module } = kinds[kind];
        expect(await idsOf(site, entity), kind).toEqual(sorted(alive[kind]));
        const items = module ? await em.find(TrashItem, { module }) : [];
        expect(sorted(items.map(({ item_id }) => item_id)), `${kind} in the trash`).toEqual(
          sorted(inTrash[kind]),
        );
      }
      expect(await em.count(Message)).toBe(messages);
      const entries = await em.find(Activity, { is_verified: true });
      const log = new Set(entries.map(({ type, module, item_id }) => `${type} ${module} ${item_id}`));
      const untold = [...told].filter((change) => !change.includes('undefined') && !log.has(change));
      expect(untold, 'changes that the log does not tell of').toEqual([]);
      await expectFilesAsRows(site);
    },
  };
}

/** Every picture that a row shows is there, and no other; nothing is left of what was refused. */
async function expectFilesAsRows(site: TestApp): Promise<void> {
  const em = site.database.fork();
  const shown = new Set<string>();
  for (const { entity, image } of Object.values(kinds)) {
    if (!image) continue;
    const rows = (await em.find(entity as EntityClass<object>, {})) as Record<string, unknown>[];
    for (const row of rows) if (String(row[image]).startsWith('uploads/')) shown.add(String(row[image]));
  }
  expect((await site.storedPictures()).toSorted()).toEqual([...shown].toSorted());
  expect((await site.files()).quarantine).toEqual([]);
  const attached = await em.find(Message, { attachment_key: { $ne: null } });
  const thrown = await em.find(TrashItem, { picture: { $ne: null } });
  expect(await site.privateFiles()).toHaveLength(attached.length + thrown.length);
}

async function idsOf(
  site: TestApp,
  entity: (typeof kinds)[Kind]['entity'] | typeof Message,
): Promise<number[]> {
  const rows = await site.database.fork().find(entity as EntityClass<{ id: number }>, {});
  return sorted(rows.map(({ id }) => id));
}

const sorted = (ids: Iterable<number>) => [...ids].toSorted((a, b) => a - b);
