import { LockMode } from '@mikro-orm/core';
import type { SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Tables } from '../../database/tables.ts';
import type { UndoneRow, Outcomes } from '../../shared/bulk.ts';
import { listAssignees, readNames } from './assignees.service.ts';
import { tellInboxChanged } from './live.service.ts';
import { Message } from './message.entity.ts';
import { type ActValues, MessageEvent } from './message-event.entity.ts';

// `changeMessages` makes all changes of messages that staff can undo, for example a new folder, state or
// assignee. For any number of messages, it needs one query with locks, one update and one insert into the
// timeline. Each event stores the values before and after the change, which `undoChanges` uses.

/**
 * The properties of a message that staff can change. An event stores the values of the changed properties before and
 * after the change.
 */
const members = [
  'folder',
  'moved_at',
  'spam_reasons',
  'assignee_id',
  'state',
  'closed_at',
  'is_read',
] as const;
type Member = (typeof members)[number];

/**
 * Calls `change` on each message in one transaction, and stores the results. If `change` leaves a message as it is, the
 * message gets no event and has the outcome `unchanged`. For a changed message, `version` is the id of the new event,
 * which `undoChanges` needs.
 */
export function changeMessages(
  ctx: SignedInCtx,
  ids: readonly number[],
  change: (message: Message) => void,
): Promise<Outcomes> {
  return inTransaction(ctx, async (tx) => {
    // Locks the messages in the order of their ids. Otherwise two calls could wait for each other's messages.
    const found = await tx.em.find(
      Message,
      { id: { $in: [...ids] } },
      { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
    );

    const changed: ({ id: number } & MessageDifference)[] = [];
    for (const message of found) {
      const act = differencesOf(message, () => change(message));
      if (Object.keys(act.after).length > 0)
        changed.push({ id: message.id, before: act.before, after: act.after });
    }

    const events = await toEvents(tx, changed);
    await tx.em.persist([...events.values()]).flush();
    if (events.size > 0) await tellInboxChanged(tx);

    const known = new Set(found.map(({ id }) => id));
    const results = ids.map((id): Outcomes['results'][number] => {
      const event = events.get(id);
      if (event) return { id, outcome: 'changed', version: event.id };
      return { id, outcome: known.has(id) ? 'unchanged' : 'not_found' };
    });
    return { results };
  });
}

/**
 * Undoes the given changes. A message remains unchanged in three cases:
 * - A property was changed again later.
 * - The version is not an event of this message.
 * - The message would be assigned to somebody without access to the inbox.
 */
export function undoChanges(ctx: SignedInCtx, rows: readonly UndoneRow[]): Promise<Outcomes> {
  return inTransaction(ctx, async (tx) => {
    const versions = new Map(rows.map(({ id, version }) => [id, version]));
    const acts = await tx.em.find(MessageEvent, { id: { $in: [...versions.values()] } });
    const actOf = new Map(acts.map((act) => [act.message_id, act]));
    const people = await listAssignees(tx.em.getKysely<Tables>());
    return changeMessages(tx, [...versions.keys()], (message) => {
      const act = actOf.get(message.id);
      if (!act?.before || !act.after || act.id !== versions.get(message.id)) return;
      const { assignee_id } = act.before;
      if (assignee_id && !people.some(({ id }) => id === assignee_id)) return;
      revertDifference(message, act.before, act.after);
    });
  });
}

export interface MessageDifference {
  before: ActValues;
  after: ActValues;
}

/** Runs `change` on a message. Returns the values of the changed properties before and after the change. */
export function differencesOf(message: Message, change: () => void): MessageDifference {
  const earlier = valuesOf(message);
  change();
  const later = valuesOf(message);
  const different = members.filter((member) => !isSame(earlier[member], later[member]));
  return { before: pick(earlier, different), after: pick(later, different) };
}

/**
 * Restores the values from before a change. Does nothing if one of the changed properties no longer has the
 * value that the change gave it.
 */
export function revertDifference(message: Message, before: ActValues, after: ActValues): void {
  const present = valuesOf(message);
  const touched = members.filter((member) => member in after && member in before);
  if (touched.some((member) => !isSame(present[member], after[member]))) return;
  for (const member of touched) Object.assign(message, { [member]: toColumn(member, before[member]) });
}

function valuesOf(message: Message): Record<Member, ActValues[string]> {
  return {
    folder: message.folder,
    moved_at: message.moved_at?.toISOString() ?? null,
    spam_reasons: message.spam_reasons ?? null,
    assignee_id: message.assignee_id ?? null,
    state: message.state,
    closed_at: message.closed_at?.toISOString() ?? null,
    is_read: message.is_read,
  };
}

function toColumn(member: Member, value: ActValues[string] | undefined) {
  const isMoment = member === 'moved_at' || member === 'closed_at';
  return isMoment && typeof value === 'string' ? new Date(value) : value;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function pick(values: ActValues, names: readonly string[]): ActValues {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

/**
 * Creates one event for each changed message. Returns the events by the id of the message. The events contain
 * the names of assignees, because accounts may be deleted.
 */
async function toEvents(
  tx: SignedInCtx,
  changed: readonly ({ id: number } & MessageDifference)[],
): Promise<Map<number, MessageEvent>> {
  const people = changed.flatMap(({ before, after }) =>
    [before.assignee_id, after.assignee_id].filter((id) => typeof id === 'number'),
  );
  const names = await readNames(tx.em.getKysely<Tables>(), [...new Set(people)]);
  const named = (values: ActValues): ActValues => {
    const { assignee_id } = values;
    if (assignee_id === undefined) return values;
    return { ...values, assignee: typeof assignee_id === 'number' ? (names.get(assignee_id) ?? null) : null };
  };
  const events = changed.map(({ id, before, after }) =>
    tx.em.create(MessageEvent, {
      message_id: id,
      created_at: tx.now,
      type: typeOf(before, after),
      user_id: tx.viewer.id,
      user_name: tx.viewer.name,
      text: null,
      before: named(before),
      after: named(after),
    }),
  );
  return new Map(events.map((event) => [event.message_id, event]));
}

/**
 * Returns the type of an event, which depends only on the values. The undo of a change therefore has the type of the
 * opposite change.
 */
function typeOf(before: ActValues, after: ActValues): string {
  if (after.folder === 'trash') return 'trashed';
  if (before.folder === 'trash') return 'restored';
  if (after.folder) return after.folder === 'spam' ? 'spam' : 'not_spam';
  if ('assignee_id' in after) return 'assigned';
  if ('state' in after) return 'state';
  return after.is_read ? 'read' : 'unread';
}
