import { LockMode } from '@mikro-orm/core';
import type { SignedInCtx } from '../../database/ctx.ts';
import type { Tables } from '../../database/table-types.ts';
import { inTransaction } from '../../database/transaction.ts';
import { type IdempotentCtx, inIdempotentTransaction } from '../../idempotency/idempotency.ts';
import type { BulkResult, UndoTarget } from '../../shared/bulk.ts';
import type { MessageState } from '../../shared/enumerations.ts';
import { NotFound } from '../../shared/errors.ts';
import type { Context } from '../../trpc/context.ts';
import { expectAssignee, listAssignees, readUserNames } from './assignees.ts';
import type { MessageEventView, MessageView, NoteInput } from './inbox.schema.ts';
import { publishInboxChange } from './live-inbox.ts';
import { type ActValues, Message, MessageEvent, missingMessageText } from './message.entity.ts';
import { indexNotes, recordMessageEvent, toMessageEventView, toMessageWithTimeline } from './messages.ts';
import { notifyAssignee } from './notices.ts';
import { isSameValue } from '../../shared/settings/values.ts';

// `changeMessages` makes all changes that staff can undo. For any number of messages it takes one locking
// query, one update and one insert into the timeline, whose events have the values before and after for
// `undoMessageChanges`.

/** What staff can change. Events store its values before and after. */
const members = [
  'folder',
  'moved_at',
  'spam_reasons',
  'assignee_id',
  'state',
  'closed_at',
  'is_read',
  'remind_at',
  'stage',
  'refused_at',
] as const;
type Member = (typeof members)[number];

/** A message that `change` leaves as it is gets no event. The `version` of a changed one is its event. */
export function changeMessages(
  ctx: SignedInCtx,
  ids: readonly number[],
  change: (message: Message) => void,
): Promise<BulkResult> {
  return inTransaction(ctx, async (tx) => {
    // In the order of their ids, or two calls could wait for each other's messages.
    const messages = await tx.em.find(
      Message,
      { id: { $in: [...ids] } },
      { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
    );

    const changed: ({ id: number } & MessageDifference)[] = [];
    for (const message of messages) {
      const act = changedValuesOf(message, () => change(message));
      if (Object.keys(act.after).length > 0)
        changed.push({ id: message.id, before: act.before, after: act.after });
    }

    const events = await toEvents(tx, changed);
    await tx.em.persist([...events.values()]).flush();
    // A move changes how many messages a sender has in the inbox, which other messages show.
    const isMoved = changed.some(({ after }) => 'folder' in after);
    if (events.size > 0) await publishInboxChange(tx, isMoved ? [] : changed.map(({ id }) => id));

    const known = new Set(messages.map(({ id }) => id));
    const results = ids.map((id): BulkResult['results'][number] => {
      const event = events.get(id);
      if (event) return { id, outcome: 'changed', version: event.id };
      return { id, outcome: known.has(id) ? 'unchanged' : 'not_found' };
    });
    return { results };
  });
}

/**
 * Leaves a message alone when one of its properties has changed again, when `version` is not the id of its event, or
 * when the undo would assign it to somebody without access to the inbox.
 */
export function undoMessageChanges(ctx: SignedInCtx, rows: readonly UndoTarget[]): Promise<BulkResult> {
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
      revertValues(message, act.before, act.after);
    });
  });
}

interface MessageDifference {
  before: ActValues;
  after: ActValues;
}

/** The values that `change` changes, before and after. */
export function changedValuesOf(message: Message, change: () => void): MessageDifference {
  const earlier = valuesOf(message);
  change();
  const later = valuesOf(message);
  const different = members.filter((member) => !isSameValue(earlier[member], later[member]));
  return { before: pick(earlier, different), after: pick(later, different) };
}

/** Does nothing if one of the properties no longer has the value from `after`. */
export function revertValues(message: Message, before: ActValues, after: ActValues): void {
  const present = valuesOf(message);
  const touched = members.filter((member) => member in after && member in before);
  if (touched.some((member) => !isSameValue(present[member], after[member]))) return;
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
    remind_at: message.remind_at?.toISOString() ?? null,
    stage: message.stage ?? null,
    refused_at: message.refused_at?.toISOString() ?? null,
  };
}

function toColumn(member: Member, value: ActValues[string] | undefined) {
  const isMoment = member.endsWith('_at');
  return isMoment && typeof value === 'string' ? new Date(value) : value;
}

function pick(values: ActValues, names: readonly string[]): ActValues {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

/** Events have the names of assignees, because accounts may be deleted. */
async function toEvents(
  tx: SignedInCtx,
  changed: readonly ({ id: number } & MessageDifference)[],
): Promise<Map<number, MessageEvent>> {
  const people = changed.flatMap(({ before, after }) =>
    [before.assignee_id, after.assignee_id].filter((id) => typeof id === 'number'),
  );
  const names = await readUserNames(tx.em.getKysely<Tables>(), [...new Set(people)]);
  const withName = (values: ActValues): ActValues => {
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
      before: withName(before),
      after: withName(after),
    }),
  );
  return new Map(events.map((event) => [event.message_id, event]));
}

/** Depends only on the values, so an undo has the type of the opposite change. */
function typeOf(before: ActValues, after: ActValues): string {
  if (after.folder === 'trash') return 'trashed';
  if (before.folder === 'trash') return 'restored';
  if (after.folder) return after.folder === 'spam' ? 'spam' : 'not_spam';
  if ('stage' in after) return 'stage';
  if ('remind_at' in after) return 'reminder';
  if ('assignee_id' in after) return 'assigned';
  if ('state' in after) return 'state';
  return after.is_read ? 'read' : 'unread';
}

/** @throws {NotFound} when there is no such message */
export function markMessageRead(ctx: SignedInCtx, id: number, is_read: boolean): Promise<MessageView> {
  return inTransaction(ctx, async (tx) => {
    await markMessagesRead(tx, [id], is_read);
    const message = await tx.em.findOneOrFail(Message, id, {
      failHandler: () => new NotFound(missingMessageText),
    });
    return toMessageWithTimeline(tx.em.getKysely<Tables>(), message);
  });
}

export function markMessagesRead(
  ctx: SignedInCtx,
  ids: readonly number[],
  is_read: boolean,
): Promise<BulkResult> {
  return changeMessages(ctx, ids, (message) => {
    message.is_read = is_read;
  });
}

/** With null, nobody is assigned. @throws {RuleBroken} naming `user_id` when it has no access */
export async function assignMessages(
  ctx: SignedInCtx & Pick<Context, 'siteSettings' | 'publicUrl'>,
  ids: readonly number[],
  user_id: number | null,
): Promise<BulkResult> {
  const site = await ctx.siteSettings.current();
  return inTransaction(ctx, async (tx) => {
    if (user_id !== null) await expectAssignee(tx.em.getKysely<Tables>(), user_id);
    const assigned: Message[] = [];
    const outcomes = await changeMessages(tx, ids, (message) => {
      if (message.assignee_id !== user_id) assigned.push(message);
      message.assignee_id = user_id;
    });
    if (user_id !== null) await notifyAssignee(tx, assigned, user_id, site);
    return outcomes;
  });
}

export function setMessageStates(
  ctx: SignedInCtx,
  ids: readonly number[],
  state: MessageState,
): Promise<BulkResult> {
  return changeMessages(ctx, ids, (message) => message.setState(state, ctx.now));
}

export function markAsSpam(ctx: SignedInCtx, ids: readonly number[]): Promise<BulkResult> {
  const reason = `${ctx.viewer.name} marked it as spam.`;
  return changeMessages(ctx, ids, (message) => message.markAsSpam(reason, ctx.now));
}

export function markAsNotSpam(ctx: SignedInCtx, ids: readonly number[]): Promise<BulkResult> {
  return changeMessages(ctx, ids, (message) => message.markAsNotSpam());
}

export function moveMessagesToTrash(ctx: SignedInCtx, ids: readonly number[]): Promise<BulkResult> {
  return changeMessages(ctx, ids, (message) => message.moveToTrash(ctx.now));
}

export function restoreMessages(ctx: SignedInCtx, ids: readonly number[]): Promise<BulkResult> {
  return changeMessages(ctx, ids, (message) => message.restore(ctx.now));
}

/**
 * Adds a note, or an answer sent outside the panel. One of the visitor opens the message again; one of staff
 * marks an open message as answered.
 * @throws {NotFound}
 * @throws {Conflict} when a response to the `Idempotency-Key` is stored. `idempotent` returns it
 */
export function addNote(
  ctx: SignedInCtx & IdempotentCtx,
  { id, text, type, by }: NoteInput,
): Promise<MessageEventView> {
  return inIdempotentTransaction(ctx, async (tx) => {
    const message = await tx.em.findOne(Message, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!message) throw new NotFound(missingMessageText);
    const act = changedValuesOf(message, () => {
      if (type === 'answered') message.answer(tx.viewer, tx.now);
      if (type === 'incoming') message.receiveAnswer(tx.now);
    });
    const isAnswer = type !== 'note';
    const ofNote = tx.viewer.token ? 'program' : null;
    const event = await recordMessageEvent(tx, message, {
      type,
      text,
      channel: isAnswer ? by : ofNote,
      before: isAnswer ? act.before : null,
      after: isAnswer ? act.after : null,
    });
    await indexNotes(tx, message);
    await publishInboxChange(tx, [id]);
    return toMessageEventView(event);
  });
}
