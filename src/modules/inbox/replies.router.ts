import { z } from 'zod';
import { ById, Success } from '../../shared/fields.ts';
import { Download } from '../../trpc/download.ts';
import { runIdempotent } from '../../trpc/idempotent.ts';
import { allowed, takesForm } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { EventResponse, ReplyAct, ReplyDraft, replyFiles, ReplyInput } from './replies.schema.ts';
import { changeReply, removeReply } from './reply-acts.service.ts';
import { draftReply } from './reply-draft.service.ts';
import { openReplyFile } from './reply-files.service.ts';
import { sendReply } from './replies.service.ts';

const permitted = allowed('inbox:manage');

export const replyProcedures = {
  draftReply: permitted
    .input(ById)
    .output(ReplyDraft)
    .query(({ ctx, input }) => draftReply(ctx, input.id)),

  reply: permitted
    .meta(
      rest('POST', '/admin/messages/{id}/replies', 'Answer a message by mail', {
        status: 201,
        isOnce: true,
        files: replyFiles,
        takesJson: true,
      }),
    )
    .use(takesForm)
    .input(ReplyInput)
    .output(EventResponse)
    .mutation(async (call) => ({ event: await runIdempotent(call, sendReply) })),

  changeReply: permitted
    .meta(
      rest('POST', '/admin/messages/replies/{id}/{act}', 'Send an answer again, or note what became of it'),
    )
    .input(ReplyAct)
    .output(EventResponse)
    .mutation(async ({ ctx, input: { id, act } }) => ({ event: await changeReply(ctx, id, act) })),

  removeReply: permitted
    .meta(rest('DELETE', '/admin/messages/replies/{id}', 'Cancel or discard an answer that was not sent'))
    .input(ById)
    .output(Success)
    .mutation(({ ctx, input }) => removeReply(ctx, input.id)),

  replyFile: permitted
    .meta(
      rest('GET', '/admin/messages/files/{id}', 'Download a file of an answer', {
        download: 'application/octet-stream',
      }),
    )
    .input(ById)
    .output(z.instanceof(Download).meta({ override: { type: 'string', format: 'binary' } }))
    .query(({ ctx, input }) => openReplyFile(ctx, input.id)),
};
