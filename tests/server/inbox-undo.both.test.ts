// On both databases: what a batched update and the JSON of its events store.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { setStages } from '../../src/modules/inbox/applicants.ts';
import { Message, MessageEvent } from '../../src/modules/inbox/message.entity.ts';
import {
  assignMessages,
  markMessagesRead,
  markAsNotSpam,
  markAsSpam,
  moveMessagesToTrash,
  restoreMessages,
  setMessageStates,
  undoMessageChanges,
} from '../../src/modules/inbox/message-acts.ts';
import { remindOfMessages } from '../../src/modules/inbox/reminders.ts';
import { messageStates } from '../../src/shared/enumerations.ts';
import { defaultSiteSettings } from '../../src/shared/settings/site-settings.ts';
import { momentOfLocalTime } from '../../src/shared/zoned-time.ts';
import { createSiteSettings, type SettingsSource } from '../../src/settings/site-settings.ts';
import { databaseKinds } from '../support/database.ts';
import { createMessage, createUser } from '../support/factories.ts';
import { chooseByForm } from '../support/test-form.ts';
import { useSite } from '../support/use-site.ts';

const viewer = { id: 1, name: 'Ada', email: 'ada@example.com', role: 'admin', session_id: 1 } as const;

/** What people change of a message. Moments are numbers. */
interface Row {
  folder: string;
  moved_at: number | null;
  spam_reasons: string[] | null;
  state: string;
  closed_at: number | null;
  is_read: boolean;
  assignee_id: number | null;
  remind_at: number | null;
  stage: string | null;
  refused_at: number | null;
}

const blank: Row = {
  folder: 'inbox',
  moved_at: null,
  spam_reasons: null,
  state: 'open',
  closed_at: null,
  is_read: false,
  assignee_id: null,
  remind_at: null,
  stage: 'new',
  refused_at: null,
};

const days = ['2026-03-02', '2026-04-03', null] as const;
const stages = ['new', 'talks', 'refused'] as const;
const acts = [
  'read',
  'unread',
  'state',
  'stage',
  'assign',
  'remind',
  'spam',
  'not spam',
  'trash',
  'restore',
] as const;
type Act = (typeof acts)[number];

/** Returns the members that the act changes of a row. */
function changesOf(
  row: Row,
  act: Act,
  given: { state: string; stage: string; person: number | null; at: number; day: string | null },
): Partial<Row> {
  const { state, stage, person, at, day } = given;
  const isIn = (folder: string) => row.folder === folder;
  if (act === 'read') return { is_read: true };
  if (act === 'unread') return { is_read: false };
  if (act === 'assign') return { assignee_id: person };
  if (act === 'remind') {
    if (day === null) return { remind_at: null };
    const remind_at = momentOfLocalTime(defaultSiteSettings.region.time_zone, `${day}T08:00`).getTime();
    return { remind_at, assignee_id: row.assignee_id ?? viewer.id };
  }
  if (act === 'state') {
    if (row.state === state) return {};
    const isClosed = state === 'closed';
    return { state, closed_at: isClosed ? at : null, is_read: isClosed || row.is_read };
  }
  if (act === 'stage') {
    if (row.stage === stage) return {};
    return { stage, refused_at: stage === 'refused' ? at : null };
  }
  if (act === 'spam')
    return isIn('spam') ? {} : { folder: 'spam', moved_at: at, spam_reasons: ['Ada marked it as spam.'] };
  if (act === 'not spam')
    return isIn('spam') ? { folder: 'inbox', moved_at: null, spam_reasons: null, is_read: false } : {};
  if (act === 'trash') return isIn('trash') ? {} : { folder: 'trash', moved_at: at };
  if (!isIn('trash')) return {};
  return row.spam_reasons ? { folder: 'spam', moved_at: at } : { folder: 'inbox', moved_at: null };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

describe.each(databaseKinds)('acts on messages on %s', (kind) => {
  const site = useSite({ on: kind });
  let siteSettings: SettingsSource;
  beforeAll(() => {
    siteSettings = createSiteSettings(site.database);
  });
  const work = (at: number) => ({
    em: site.database.fork(),
    read: site.database.read,
    viewer,
    now: new Date(at),
    siteSettings,
    publicUrl: '',
  });

  test('any sequence of acts and undos stores what a model of them says', async () => {
    const em = site.database.fork();
    const people: (number | null)[] = [null];
    for (const name of ['Grace', 'Tom'])
      people.push((await createUser(em, { name, email: `${name}@example.com`, role: 'hr' })).id);
    const step = fc.record({
      act: fc.constantFrom(...acts, 'undo' as const),
      places: fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 3 }),
      state: fc.constantFrom(...messageStates),
      stage: fc.constantFrom(...stages),
      person: fc.constantFrom(...people),
      day: fc.constantFrom(...days),
      back: fc.nat(3),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const ids: number[] = [];
        for (let count = 0; count < 4; count++)
          ids.push((await createMessage(em, { kind: 'application' })).id);
        const model = ids.map(() => ({ ...blank }));
        const done: { place: number; version: number; before: Partial<Row>; after: Partial<Row> }[][] = [];
        for (const [index, { act, places, state, stage, person, day, back }] of steps.entries()) {
          const at = Date.UTC(2026, 0, 1) + index * 1000;
          const ctx = work(at);
          const chosen = places.map((place) => ids[place]!);
          const undone = done.at(-1 - back) ?? [];
          const calls = {
            read: () => markMessagesRead(ctx, chosen, true),
            unread: () => markMessagesRead(ctx, chosen, false),
            state: () => setMessageStates(ctx, chosen, state),
            stage: () => setStages(ctx, { ids: chosen, stage }),
            assign: () => assignMessages(ctx, chosen, person),
            remind: () => remindOfMessages(ctx, { ids: chosen, on: day }),
            spam: () => markAsSpam(ctx, chosen),
            'not spam': () => markAsNotSpam(ctx, chosen),
            trash: () => moveMessagesToTrash(ctx, chosen),
            restore: () => restoreMessages(ctx, chosen),
            undo: () =>
              undoMessageChanges(
                ctx,
                undone.map(({ place, version }) => ({ id: ids[place]!, version })),
              ),
          };
          if (act === 'undo' && undone.length === 0) continue;
          const { results } = await calls[act]();

          // The model
          const wanted = (act === 'undo' ? undone.map(({ place }) => place) : places).map((place) => {
            const row = model[place]!;
            const undo = undone.find((one) => one.place === place);
            const isLast = Object.entries(undo?.after ?? {}).every(([name, value]) =>
              isSame(row[name as keyof Row], value),
            );
            const given =
              act === 'undo'
                ? isLast
                  ? undo!.before
                  : {}
                : changesOf(row, act, { state, stage, person, at, day });
            const names = (Object.keys(given) as (keyof Row)[]).filter(
              (name) => !isSame(row[name], given[name]),
            );
            const before = Object.fromEntries(names.map((name) => [name, row[name]]));
            const after = Object.fromEntries(names.map((name) => [name, given[name]]));
            Object.assign(row, after);
            return { place, before, after };
          });
          expect(results.map(({ id, outcome }) => ({ id, outcome }))).toEqual(
            wanted.map(({ place, after }) => ({
              id: ids[place],
              outcome: Object.keys(after).length > 0 ? 'changed' : 'unchanged',
            })),
          );
          done.push(
            wanted.flatMap((one, at) => {
              const { version } = results[at]!;
              return version === undefined ? [] : [{ ...one, version }];
            }),
          );
        }
        const stored = await site.database.fork().find(Message, { id: ids }, { orderBy: { id: 'asc' } });
        const rows = stored.map((message) => ({
          folder: message.folder,
          moved_at: message.moved_at?.getTime() ?? null,
          spam_reasons: message.spam_reasons ?? null,
          state: message.state,
          closed_at: message.closed_at?.getTime() ?? null,
          is_read: message.is_read,
          assignee_id: message.assignee_id ?? null,
          remind_at: message.remind_at?.getTime() ?? null,
          stage: message.stage ?? null,
          refused_at: message.refused_at?.getTime() ?? null,
        }));
        expect(rows).toEqual(model);
        const events = await site.database.fork().count(MessageEvent, { message_id: { $in: ids } });
        expect(events).toBe(done.flat().length);
      }),
      { numRuns: chooseByForm(300, kind === 'sqlite' ? 20 : 8) },
    );
  }, 60_000);
});
