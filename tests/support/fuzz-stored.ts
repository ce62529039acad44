import type { EntityClass } from '@mikro-orm/core';
import { expect } from 'vitest';
import { Activity } from '../../src/log/activity.entity.ts';
import { Message } from '../../src/modules/inbox/message.entity.ts';
import type { ErasureView } from '../../src/modules/privacy/privacy.schema.ts';
import { MediaItem } from '../../src/pictures/media-item.entity.ts';
import { TrashItem } from '../../src/content/trash/trash.ts';
import { User } from '../../src/modules/users/user.ts';
import { Version } from '../../src/content/versions/stored-versions.ts';
import type { BulkResult } from '../../src/shared/bulk.ts';
import { type ActivityModule, factsByModule, moduleNames } from '../../src/shared/module-facts.ts';
import { roles } from '../../src/shared/roles.ts';
import {
  createJob,
  createMember,
  createMessage,
  createPost,
  createProject,
  createTestimonial,
  createUser,
} from './factories.ts';
import type { FuzzRequest } from './fuzz-requests.ts';
import type { RawAnswer } from './fuzz-send.ts';
import { sampledModules } from './samples.ts';
import type { TestApp } from './test-app.ts';

const kinds: Record<
  string,
  { entity: EntityClass<{ id: number }>; module?: ActivityModule; image?: string }
> = {
  ...Object.fromEntries(
    sampledModules.map(({ path, entity, log, picture }) => [
      path.replace('/admin/', ''),
      { entity, module: log, image: picture },
    ]),
  ),
  users: { entity: User },
};

/**
 * For each table, an expression whose sum over all rows changes when a row changes. A refused request must not change
 * any of these sums.
 */
const traced = {
  ...Object.fromEntries(moduleNames.map((name) => [factsByModule[name].table, 'version'])),
  users: 'version',
  messages:
    "case folder when 'inbox' then 0 when 'spam' then 100 else 200 end + 10 * length(state) + case when is_read then 1 else 0 end",
  activities: 'case when is_verified then 1 else 0 end',
  trash_items: 'item_id',
  kept_answers: '0',
  sso_links: '0',
};

export async function addFuzzRows({ database }: TestApp): Promise<void> {
  const em = database.fork();
  for (const role of roles) await createUser(em, { role });
  for (let row = 0; row < 4; row += 1) {
    await createPost(em, { is_published: row > 0 });
    await createMember(em);
    await createJob(em, { is_active: row > 0 });
    await createProject(em);
    await createTestimonial(em, { is_published: row > 0 });
    await createMessage(em);
  }
}

export interface ExpectedData {
  /** Returns a text that changes whenever the stored data changes. */
  trace(): Promise<string>;
  /**
   * Returns the id of a row for the path of an operation. For a restore or a deletion from the trash, the row is in the
   * trash. If there is no such row, returns a number that is not the id of such a row.
   */
  pick(row: string, place: number): Promise<number>;
  enterUser(id: number): void;
  acknowledge(request: FuzzRequest, answer: RawAnswer): void;
  /** Checks that the rows, the trash, the log and the files match the acknowledged changes. */
  expectAsAcknowledged(): Promise<void>;
}

/**
 * Starts a record of the data that must be stored: the present rows, and all changes that are acknowledged
 * from now on.
 */
export async function trackExpectedData(site: TestApp): Promise<ExpectedData> {
  const alive: Record<string, Set<number>> = {};
  const inTrash: Record<string, Set<number>> = {};
  const told = new Set<string>();
  for (const [kind, { entity }] of Object.entries(kinds)) {
    alive[kind] = new Set(await idsOf(site, entity));
    inTrash[kind] = new Set();
  }
  /**
   * The number of rows that erasures have deleted from the trash. The response to an erasure does not contain
   * the ids of these rows.
   */
  let erasedFromTrash = 0;
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
      const ids = /\{id\}\/restore|\/trash\//.test(row) ? inTrash[word] : alive[word];
      const known = ids ? sorted(ids) : await idsOf(site, Message);
      return known[place % known.length] ?? place + 1;
    },
    enterUser: (id) => void alive.users!.add(id),
    acknowledge: ({ row, url }, { body }) => {
      const [method = '', path = ''] = row.split(' ');
      const isFromVisitor = /^\/(contact|quotations|internships|jobs\/\{id\}\/applications)$/.test(path);
      if (method === 'POST' && isFromVisitor) messages += 1;
      if (row === 'DELETE /admin/messages/{id}') messages -= 1;
      if (row === 'POST /admin/messages/delete') {
        const { results } = JSON.parse(body) as BulkResult;
        messages -= results.filter(({ outcome }) => outcome === 'changed').length;
      }
      if (row === 'POST /admin/privacy/erase') {
        const { counts } = (JSON.parse(body) as { erasure: ErasureView }).erasure;
        messages -= counts.messages ?? 0;
        erasedFromTrash += counts.trash_items ?? 0;
      }
      const [, word, rest = ''] = /^\/admin\/([\w-]+)(\/.*)?$/.exec(path) ?? [];
      if (word === undefined || !(word in kinds)) return;
      const [kind, { module }] = [word, kinds[word]!];
      const id = Number(/\d+/.exec(decodeURIComponent(url.split('?', 1)[0]!))?.[0]);
      const act = `${method} ${rest}`;
      if (/^\/(trash\/delete|delete|restore)$/.test(rest)) {
        for (const { id: each, outcome } of (JSON.parse(body) as BulkResult).results) {
          if (outcome !== 'changed') continue;
          inTrash[kind]![rest === '/delete' ? 'add' : 'delete'](each);
          if (rest !== '/trash/delete') alive[kind]![rest === '/delete' ? 'delete' : 'add'](each);
          if (rest === '/delete') told.add(`delete ${module} ${each}`);
        }
      }
      if (act === 'POST ' || act === 'POST /{id}/duplicate') {
        const created = (JSON.parse(body) as { id: number }).id;
        alive[kind]!.add(created);
        told.add(`create ${module} ${created}`);
      }
      if (act === 'DELETE /{id}') {
        alive[kind]!.delete(id);
        if (kind !== 'users') inTrash[kind]!.add(id);
        told.add(`delete ${module} ${id}`);
      }
      if (act === 'POST /{id}/restore') {
        inTrash[kind]!.delete(id);
        alive[kind]!.add(id);
      }
      if (act === 'DELETE /trash/{id}') inTrash[kind]!.delete(id);
    },
    expectAsAcknowledged: async () => {
      await site.settled();
      const em = site.database.fork();
      for (const [kind, { entity, module }] of Object.entries(kinds)) {
        expect(await idsOf(site, entity), kind).toEqual(sorted(alive[kind]!));
        const items = module ? await em.find(TrashItem, { module }) : [];
        const left = items.map(({ item_id }) => item_id);
        const gone = [...inTrash[kind]!].filter((id) => !left.includes(id));
        erasedFromTrash -= gone.length;
        expect(sorted([...left, ...gone]), `${kind} in the trash`).toEqual(sorted(inTrash[kind]!));
      }
      expect(erasedFromTrash, 'rows that are no longer in the trash').toBeGreaterThanOrEqual(0);
      expect(await em.count(Message)).toBe(messages);
      const entries = await em.find(Activity, { is_verified: true });
      const log = new Set(entries.map(({ type, module, item_id }) => `${type} ${module} ${item_id}`));
      const untold = [...told].filter((change) => !change.includes('undefined') && !log.has(change));
      expect(untold, 'changes that the log does not tell of').toEqual([]);
      await expectFilesAsRows(site);
    },
  };
}

/**
 * Checks that every stored file belongs to a row, and that no file of a row is missing. The files include
 * library pictures, attachments of messages, and pictures that the trash and versions keep.
 */
async function expectFilesAsRows(site: TestApp): Promise<void> {
  const em = site.database.fork();
  const shown = new Set<string>();
  for (const { entity, image } of Object.values(kinds)) {
    if (!image) continue;
    const rows = (await em.find(entity, {})) as unknown as Record<string, unknown>[];
    for (const row of rows) if (String(row[image]).startsWith('uploads/')) shown.add(String(row[image]));
  }
  // Leaves out attached library items. They refer to the picture of a row, which is already in `shown`.
  const items = await em.find(MediaItem, { is_attached: false, path: { $ne: null } });
  for (const { path } of items) shown.add(String(path));
  expect((await site.servedPictures()).toSorted()).toEqual([...shown].toSorted());
  expect((await site.files()).quarantine).toEqual([]);
  const attached = await em.find(Message, { attachment_key: { $ne: null } });
  const held = [
    ...(await em.find(TrashItem, { picture: { $ne: null } })),
    ...(await em.find(Version, { picture: { $ne: null } })),
  ];
  expect(await site.storedPictures()).toEqual(
    expect.arrayContaining([...new Set(held.map(({ picture }) => picture))]),
  );
  expect(await site.privateFiles()).toHaveLength(attached.length);
}

async function idsOf(site: TestApp, entity: EntityClass<{ id: number }>): Promise<number[]> {
  const rows = await site.database.fork().find(entity, {});
  return sorted(rows.map(({ id }) => id));
}

const sorted = (ids: Iterable<number>) => [...ids].toSorted((a, b) => a - b);
