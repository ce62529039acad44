import { LockMode } from '@mikro-orm/core';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { inTransaction, deleteRow } from '../../database/transaction.ts';
import { forEachRow, type Outcomes } from '../../shared/bulk.ts';
import { NotFound } from '../../shared/errors.ts';
import type { Context } from '../../trpc/context.ts';
import { Download } from '../../trpc/download.ts';
import { recordOncePerMinute, recordSecurityEvent } from '../security-log/record-event.service.ts';
import { readInboxState } from './inbox-summary.ts';
import { tellInboxChanged } from './live.service.ts';
import { Message, noSuchMessage } from './message.entity.ts';
import { countOthers, readMessages } from './message.repository.ts';
import type { InboxState, MessageQuery, MessageWithTimeline } from './message.schema.ts';
import { readNamesOf, toMessageView, viewOne } from './message.view.ts';
import { readReplyFileKeys } from './reply-files.service.ts';
import { readTimeline } from './timeline.service.ts';

const noSuchFile = 'This message has no file.';

type FileCtx = SignedInCtx & Pick<Context, 'privateFiles' | 'later' | 'request' | 'limits'>;

export async function listMessages(ctx: Ctx, query: MessageQuery) {
  const { rows, meta } = await readMessages(ctx.read, query, ctx.viewer);
  const names = await readNamesOf(ctx.read, rows);
  return { messages: rows.map((row) => toMessageView(row, names)), meta };
}

/**
 * Returns a message with its timeline and the number of other messages from its sender.
 * @throws {NotFound} when there is no such message
 */
export async function getMessage(ctx: Ctx, id: number): Promise<MessageWithTimeline> {
  const found = await find(ctx, id);
  const [message, events, others] = await Promise.all([
    viewOne(ctx.read, found),
    readTimeline(ctx, id),
    countOthers(ctx.read, found),
  ]);
  return { message, events, others };
}

export function getInboxState(ctx: Ctx): Promise<InboxState> {
  return readInboxState(ctx.read);
}

/**
 * Deletes a message permanently, with its attachment and the files of its answers. Records the deletion in
 * the security log. The files are deleted after the commit.
 * @throws {NotFound} when there is no such message
 */
export async function removeMessage(ctx: FileCtx, id: number): Promise<{ success: true }> {
  const { results } = await removeMessages(ctx, [id]);
  if (results[0]?.outcome !== 'changed') throw new NotFound(noSuchMessage);
  return { success: true };
}

export async function removeMessages(ctx: FileCtx, ids: readonly number[]): Promise<Outcomes> {
  const files: string[] = [];
  const outcomes = await inTransaction(ctx, async (tx) => {
    const done = await forEachRow(ids, async (id) => {
      const message = await tx.em.findOne(Message, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!message) return 'not_found';
      await tx.expectMatch?.(tx);
      const { attachment_key, kind, created_at } = message;
      const answered = await readReplyFileKeys(tx, id);
      await deleteRow(tx, Message, id, noSuchMessage);
      await recordSecurityEvent(tx, 'message_deleted', {
        details: { message: id, kind, received: created_at.toISOString() },
      });
      files.push(...(attachment_key ? [attachment_key] : []), ...answered);
      return 'changed';
    });
    await tellInboxChanged(tx);
    return done;
  });
  for (const key of files) ctx.later(() => ctx.privateFiles.remove(key));
  return outcomes;
}

/**
 * Returns the attachment of a message. Records the download in the security log first, at most once a minute
 * per user and message.
 * @throws {NotFound} when the message or the file does not exist
 */
export async function openAttachment(ctx: FileCtx, id: number): Promise<Download> {
  const { attachment_key: key, attachment_name: name, kind } = await find(ctx, id);
  const file = key ? await ctx.privateFiles.read(key) : undefined;
  if (!file || !name) throw new NotFound(noSuchFile);
  await recordOncePerMinute(ctx, `${ctx.viewer.id} ${id}`, 'attachment_downloaded', {
    details: { message: id, kind },
  });
  return new Download({ name, type: 'application/pdf', bytes: file.bytes, open: () => file.open() });
}

function find({ em }: Ctx, id: number): Promise<Message> {
  return em.findOneOrFail(Message, id, { failHandler: () => new NotFound(noSuchMessage) });
}
