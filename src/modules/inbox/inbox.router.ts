import { z } from 'zod';
import { ByIds, BulkResult, UndoInput } from '../../shared/bulk.ts';
import { ById, Success } from '../../shared/fields.ts';
import { Download, spreadsheetType } from '../../trpc/download.ts';
import type { Context, SignedInContext } from '../../trpc/context.ts';
import { fieldList } from '../../shared/pagination.ts';
import { runIdempotent } from '../../trpc/idempotent.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import {
  procedureWithGrant,
  procedureWithGrantAndStepUp,
  router,
  receiveFormMiddleware,
} from '../../trpc/procedures.ts';
import {
  addNote,
  assignMessages,
  markMessagesRead,
  markAsNotSpam,
  markAsSpam,
  markMessageRead,
  moveMessagesToTrash,
  restoreMessages,
  setMessageStates,
  undoMessageChanges,
} from './message-acts.ts';
import { countApplicants, keepApplicants, listApplicants, listStages, setStages } from './applicants.ts';
import { listAssignees } from './assignees.ts';
import { openFilePicture, openMailSource, openReplyFile } from './message-files.ts';
import {
  Applicants,
  Assignee,
  AssignInput,
  BlockedSenderView,
  BlockInput,
  EventResponse,
  InboxCounts,
  InboxSummary,
  MarkReadInput,
  MessagePage,
  MessageQuery,
  MessageView,
  MessageWithTimeline,
  ApplicantCounts,
  NoteInput,
  RepliesInput,
  ReplyAct,
  ReplyDraft,
  replyFiles,
  RemindInput,
  ReplyInput,
  StageInput,
  Stages,
  StateInput,
  UnreadListQuery,
} from './inbox.schema.ts';
import {
  countMessages,
  getMessage,
  listMessages,
  openAttachment,
  removeMessage,
  removeMessages,
} from './messages.ts';
import { exportMessages } from './messages-csv.ts';
import { readInboxSummary } from './live-inbox.ts';
import { getNoticeSettings, NoticeChoice, setNoticeSettings } from './notices.ts';
import { remindOfMessages } from './reminders.ts';
import { changeReply, draftReply, removeReply, sendReplies, sendReply } from './replies.ts';
import { blockSender, listBlockedSenders, unblockSender } from './spam.ts';

const permitted = procedureWithGrant('inbox:manage');

/** For a token, with the address in the panel. */
function showForCaller(
  { viewer, publicUrl }: Pick<Context, 'viewer' | 'publicUrl'>,
  message: MessageView,
): MessageView {
  if (!viewer?.token) return message;
  return { ...message, panel_url: `${publicUrl}/admin/inbox?tab=${message.folder}&message=${message.id}` };
}

async function listForCaller(ctx: Context, query: MessageQuery) {
  const { messages, meta } = await listMessages(ctx, query);
  return { messages: messages.map((message) => showForCaller(ctx, message)), meta };
}

const blockedSenders = {
  blockedSenders: permitted
    .meta(rest('GET', '/admin/blocked-senders', 'List the senders whose messages go into the spam'))
    .output(z.object({ blocked_senders: z.array(BlockedSenderView).describe('The blocked senders') }))
    .query(async ({ ctx }) => ({ blocked_senders: await listBlockedSenders(ctx) })),

  blockSender: permitted
    .meta(rest('POST', '/admin/blocked-senders', 'Block an address or a domain', { status: 201 }))
    .input(BlockInput)
    .output(z.object({ blocked_sender: BlockedSenderView.describe('The blocked sender') }))
    .mutation(async ({ ctx, input }) => ({ blocked_sender: await blockSender(ctx, input.sender) })),

  unblockSender: permitted
    .meta(rest('DELETE', '/admin/blocked-senders/{id}', 'Let a sender write again'))
    .input(ById)
    .output(Success)
    .mutation(({ ctx, input }) => unblockSender(ctx, input.id)),
};

const replyProcedures = {
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
    .use(receiveFormMiddleware)
    .input(ReplyInput)
    .output(EventResponse)
    .mutation(async (call) => ({ event: await runIdempotent(call, sendReply) })),

  replyMany: permitted
    .meta(
      rest('POST', '/admin/messages/replies', 'Answer several messages by mail', {
        status: 201,
        isOnce: true,
      }),
    )
    .input(RepliesInput)
    .output(BulkResult)
    .mutation((call) => runIdempotent(call, sendReplies)),

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

  filePicture: permitted
    .meta(
      rest('GET', '/admin/messages/files/{id}/picture', 'Show a picture that came with a mail', {
        download: 'image/webp',
      }),
    )
    .input(ById)
    .output(z.instanceof(Download).meta({ override: { type: 'string', format: 'binary' } }))
    .query(({ ctx, input }) => openFilePicture(ctx, input.id)),

  /** Only for admins: it has also what the panel does not show. */
  mailSource: procedureWithGrant('privacy:manage')
    .meta(
      rest('GET', '/admin/messages/mails/{id}', 'Download a mail as it came', {
        download: 'application/octet-stream',
      }),
    )
    .input(ById)
    .output(z.instanceof(Download).meta({ override: { type: 'string', format: 'binary' } }))
    .query(({ ctx, input }) => openMailSource(ctx, input.id)),
};

function changeMany(
  path: string,
  summary: string,
  change: (ctx: SignedInContext, ids: readonly number[]) => Promise<BulkResult>,
) {
  return permitted
    .meta(rest('POST', `/admin/messages/${path}`, summary))
    .input(ByIds)
    .output(BulkResult)
    .mutation(({ ctx, input }) => change(ctx, input.ids));
}

const download = 'application/pdf';

export const inboxRouter = router({
  list: permitted
    .meta(rest('GET', '/admin/messages', "List visitors' messages", { rows: 'messages' }))
    .input(MessageQuery)
    .output(MessagePage)
    .query(({ ctx, input }) => listForCaller(ctx, input)),

  one: permitted
    .meta(
      rest('GET', '/admin/messages/{id}', 'Read a message without marking it as read', { row: 'message' }),
    )
    .input(ById.extend({ fields: fieldList(Object.keys(MessageView.shape)) }))
    .output(MessageWithTimeline)
    .query(async ({ ctx, input }) => {
      const read = await getMessage(ctx, input.id);
      return { ...read, message: showForCaller(ctx, read.message) };
    }),

  assignees: permitted
    .meta(rest('GET', '/admin/messages/assignees', 'List the people who can be assigned messages'))
    .output(z.object({ assignees: z.array(Assignee).describe('The people who can be assigned messages') }))
    .query(async ({ ctx }) => ({ assignees: await listAssignees(ctx.read) })),

  assign: permitted
    .meta(rest('POST', '/admin/messages/assign', 'Assign several messages to a person, or to nobody'))
    .input(AssignInput)
    .output(BulkResult)
    .mutation(({ ctx, input }) => assignMessages(ctx, input.ids, input.user_id)),

  setState: permitted
    .meta(rest('POST', '/admin/messages/state', 'Change the state of several messages'))
    .input(StateInput)
    .output(BulkResult)
    .mutation(({ ctx, input }) => setMessageStates(ctx, input.ids, input.state)),

  setStage: permitted
    .meta(rest('POST', '/admin/messages/stage', 'Change the stage of several applications'))
    .input(StageInput)
    .output(BulkResult)
    .mutation(({ ctx, input }) => setStages(ctx, input)),

  stages: permitted.output(Stages).query(async ({ ctx }) => ({ stages: [...(await listStages(ctx))] })),

  applicants: permitted
    .input(ById)
    .output(Applicants)
    .query(({ ctx, input }) => listApplicants(ctx, input.id)),

  keepApplicants: permitted
    .input(ById)
    .output(Success)
    .mutation(({ ctx, input }) => keepApplicants(ctx, input.id)),

  applicantCounts: permitted.output(ApplicantCounts).query(({ ctx }) => countApplicants(ctx)),

  remind: permitted
    .meta(rest('POST', '/admin/messages/remind', 'Set or remove the reminder of several messages'))
    .input(RemindInput)
    .output(BulkResult)
    .mutation(({ ctx, input }) => remindOfMessages(ctx, input)),

  note: permitted
    .meta(
      rest('POST', '/admin/messages/{id}/notes', 'Add a note to a message', { status: 201, isOnce: true }),
    )
    .input(NoteInput)
    .output(EventResponse)
    .mutation(async (call) => ({ event: await runIdempotent(call, addNote) })),

  unread: permitted
    .meta(rest('GET', '/admin/messages/unread', 'List messages that nobody has read', { rows: 'messages' }))
    .input(UnreadListQuery)
    .output(MessagePage)
    .query(({ ctx, input }) => listForCaller(ctx, { ...input, is_read: false })),

  markRead: permitted
    .meta(rest('PATCH', '/admin/messages/{id}/read', 'Mark a message as read'))
    .input(ById)
    .output(z.object({ message: MarkReadInput.describe('The message') }))
    .mutation(async ({ ctx, input }) => ({ message: await markMessageRead(ctx, input.id, true) })),

  markUnread: permitted
    .meta(rest('PATCH', '/admin/messages/{id}/unread', 'Mark a message as unread'))
    .input(ById)
    .output(z.object({ message: MarkReadInput.describe('The message') }))
    .mutation(async ({ ctx, input }) => ({ message: await markMessageRead(ctx, input.id, false) })),

  remove: permitted
    .meta(rest('DELETE', '/admin/messages/{id}', 'Delete a message'))
    .input(ById)
    .output(Success)
    .mutation(({ ctx, input }) => removeMessage(ctx, input.id)),

  markManyRead: changeMany('read', 'Mark several messages as read', (ctx, ids) =>
    markMessagesRead(ctx, ids, true),
  ),

  removeMany: changeMany('delete', 'Delete several messages', removeMessages),

  attachment: permitted
    .meta(
      rest('GET', '/admin/messages/{id}/attachment', 'Download the attachment of a message', { download }),
    )
    .input(ById)
    .output(z.instanceof(Download).meta({ override: { type: 'string', format: 'binary' } }))
    .query(({ ctx, input }) => openAttachment(ctx, input.id)),

  state: permitted.output(InboxSummary).query(({ ctx }) => readInboxSummary(ctx)),

  counts: permitted.output(InboxCounts).query(({ ctx }) => countMessages(ctx)),

  csv: procedureWithGrantAndStepUp('inbox:manage')
    .meta(
      rest('GET', '/admin/messages.csv', 'Download messages as CSV', {
        download: spreadsheetType,
        scopes: ['csv:read', 'inbox:read'],
      }),
    )
    .input(MessageQuery.omit({ page: true, per_page: true, sort: true, cursor: true, fields: true }))
    .output(z.instanceof(Download).meta({ override: { type: 'string', format: 'binary' } }))
    .query(({ ctx, input }) => exportMessages(ctx, input)),

  markManyUnread: changeMany('unread', 'Mark several messages as unread', (ctx, ids) =>
    markMessagesRead(ctx, ids, false),
  ),

  spam: changeMany('spam', 'Move several messages to the spam folder', markAsSpam),

  markManyNotSpam: changeMany(
    'not-spam',
    'Move several messages from the spam folder to the inbox',
    markAsNotSpam,
  ),

  trash: changeMany('trash', 'Move several messages to the trash', moveMessagesToTrash),

  restore: changeMany('restore', 'Restore several messages from the trash', restoreMessages),

  undo: permitted
    .meta(rest('POST', '/admin/messages/undo', 'Undo changes of several messages'))
    .input(UndoInput)
    .output(BulkResult)
    .mutation(({ ctx, input }) => undoMessageChanges(ctx, input.rows)),

  noticeSettings: permitted.output(NoticeChoice).query(({ ctx }) => getNoticeSettings(ctx)),

  setNoticeSettings: permitted
    .input(NoticeChoice)
    .output(NoticeChoice)
    .mutation(({ ctx, input }) => setNoticeSettings(ctx, input)),

  ...replyProcedures,
  ...blockedSenders,
});
