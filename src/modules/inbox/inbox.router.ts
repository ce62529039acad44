import { z } from 'zod';
import { ByIds, UndoInput, Outcomes } from '../../shared/bulk.ts';
import { ById, Success } from '../../shared/fields.ts';
import { runIdempotent } from '../../trpc/idempotent.ts';
import { Download } from '../../trpc/download.ts';
import { router } from '../../trpc/init.ts';
import { allowed, guarded } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { spreadsheetType } from '../../trpc/spreadsheet.ts';
import { blockedSenders } from './blocked-senders.router.ts';
import { listAssignees } from './assignees.service.ts';
import {
  getInboxState,
  getMessage,
  listMessages,
  openAttachment,
  removeMessage,
  removeMessages,
} from './inbox.service.ts';
import {
  addNote,
  assign,
  mark,
  markAsNotSpam,
  markAsSpam,
  markOne,
  moveToTrash,
  restore,
  setState,
} from './message-acts.service.ts';
import { undoChanges } from './message-changes.service.ts';
import {
  AssignInput,
  Assignee,
  InboxState,
  MarkedMessage,
  MessageEventView,
  MessagePage,
  MessageQuery,
  MessageWithTimeline,
  NoteInput,
  StateInput,
  UnreadQuery,
} from './message.schema.ts';
import { getNoticeSettings, NoticeChoice, setNoticeSettings } from './notice-settings.service.ts';
import { replyProcedures } from './replies.router.ts';
import { exportMessages } from './messages-csv.service.ts';

const download = 'application/pdf';

export const inboxRouter = router({
  list: allowed('inbox:manage')
    .meta(rest('GET', '/admin/messages', "List visitors' messages", { rows: 'messages' }))
    .input(MessageQuery)
    .output(MessagePage)
    .query(({ ctx, input }) => listMessages(ctx, input)),

  one: allowed('inbox:manage')
    .meta(rest('GET', '/admin/messages/{id}', 'Read a message without marking it as read'))
    .input(ById)
    .output(MessageWithTimeline)
    .query(({ ctx, input }) => getMessage(ctx, input.id)),

  assignees: allowed('inbox:manage')
    .meta(rest('GET', '/admin/messages/assignees', 'List the people who can be assigned messages'))
    .output(z.object({ assignees: z.array(Assignee).describe('The people who can be assigned messages') }))
    .query(async ({ ctx }) => ({ assignees: await listAssignees(ctx.read) })),

  assign: allowed('inbox:manage')
    .meta(rest('POST', '/admin/messages/assign', 'Assign several messages to a person, or to nobody'))
    .input(AssignInput)
    .output(Outcomes)
    .mutation(({ ctx, input }) => assign(ctx, input.ids, input.user_id)),

  setState: allowed('inbox:manage')
    .meta(rest('POST', '/admin/messages/state', 'Change the state of several messages'))
    .input(StateInput)
    .output(Outcomes)
    .mutation(({ ctx, input }) => setState(ctx, input.ids, input.state)),

  note: allowed('inbox:manage')
    .meta(
      rest('POST', '/admin/messages/{id}/notes', 'Add a note to a message', { status: 201, isOnce: true }),
    )
    .input(NoteInput)
    .output(z.object({ event: MessageEventView.describe('The entry of the timeline') }))
    .mutation(async (call) => ({ event: await runIdempotent(call, addNote) })),

  unread: allowed('inbox:manage')
    .meta(rest('GET', '/admin/messages/unread', 'List messages that nobody has read', { rows: 'messages' }))
    .input(UnreadQuery)
    .output(MessagePage)
    .query(({ ctx, input }) => listMessages(ctx, { ...input, is_read: false })),

  markRead: allowed('inbox:manage')
    .meta(rest('PATCH', '/admin/messages/{id}/read', 'Mark a message as read'))
    .input(ById)
    .output(z.object({ message: MarkedMessage.describe('The message') }))
    .mutation(async ({ ctx, input }) => ({ message: await markOne(ctx, input.id, true) })),

  markUnread: allowed('inbox:manage')
    .meta(rest('PATCH', '/admin/messages/{id}/unread', 'Mark a message as unread'))
    .input(ById)
    .output(z.object({ message: MarkedMessage.describe('The message') }))
    .mutation(async ({ ctx, input }) => ({ message: await markOne(ctx, input.id, false) })),

  remove: allowed('inbox:manage')
    .meta(rest('DELETE', '/admin/messages/{id}', 'Delete a message'))
    .input(ById)
    .output(Success)
    .mutation(({ ctx, input }) => removeMessage(ctx, input.id)),

  markManyRead: allowed('inbox:manage')
    .meta(rest('POST', '/admin/messages/read', 'Mark several messages as read'))
    .input(ByIds)
    .output(Outcomes)
    .mutation(({ ctx, input }) => mark(ctx, input.ids, true)),

  removeMany: allowed('inbox:manage')
    .meta(rest('POST', '/admin/messages/delete', 'Delete several messages'))
    .input(ByIds)
    .output(Outcomes)
    .mutation(({ ctx, input }) => removeMessages(ctx, input.ids)),

  attachment: allowed('inbox:manage')
    .meta(
      rest('GET', '/admin/messages/{id}/attachment', 'Download the attachment of a message', { download }),
    )
    .input(ById)
    .output(z.instanceof(Download).meta({ override: { type: 'string', format: 'binary' } }))
    .query(({ ctx, input }) => openAttachment(ctx, input.id)),

  state: allowed('inbox:manage')
    .output(InboxState)
    .query(({ ctx }) => getInboxState(ctx)),

  csv: guarded('inbox:manage')
    .meta(
      rest('GET', '/admin/messages.csv', 'Download messages as CSV', {
        download: spreadsheetType,
        scopes: ['csv:read', 'inbox:read'],
      }),
    )
    .input(MessageQuery.omit({ page: true, per_page: true, sort: true, cursor: true, fields: true }))
    .output(z.instanceof(Download).meta({ override: { type: 'string', format: 'binary' } }))
    .query(({ ctx, input }) => exportMessages(ctx, input)),

  markManyUnread: allowed('inbox:manage')
    .meta(rest('POST', '/admin/messages/unread', 'Mark several messages as unread'))
    .input(ByIds)
    .output(Outcomes)
    .mutation(({ ctx, input }) => mark(ctx, input.ids, false)),

  spam: allowed('inbox:manage')
    .meta(rest('POST', '/admin/messages/spam', 'Move several messages to the spam folder'))
    .input(ByIds)
    .output(Outcomes)
    .mutation(({ ctx, input }) => markAsSpam(ctx, input.ids)),

  markManyNotSpam: allowed('inbox:manage')
    .meta(rest('POST', '/admin/messages/not-spam', 'Move several messages from the spam folder to the inbox'))
    .input(ByIds)
    .output(Outcomes)
    .mutation(({ ctx, input }) => markAsNotSpam(ctx, input.ids)),

  trash: allowed('inbox:manage')
    .meta(rest('POST', '/admin/messages/trash', 'Move several messages to the trash'))
    .input(ByIds)
    .output(Outcomes)
    .mutation(({ ctx, input }) => moveToTrash(ctx, input.ids)),

  restore: allowed('inbox:manage')
    .meta(rest('POST', '/admin/messages/restore', 'Restore several messages from the trash'))
    .input(ByIds)
    .output(Outcomes)
    .mutation(({ ctx, input }) => restore(ctx, input.ids)),

  undo: allowed('inbox:manage')
    .meta(rest('POST', '/admin/messages/undo', 'Undo changes of several messages'))
    .input(UndoInput)
    .output(Outcomes)
    .mutation(({ ctx, input }) => undoChanges(ctx, input.rows)),

  noticeSettings: allowed('inbox:manage')
    .output(NoticeChoice)
    .query(({ ctx }) => getNoticeSettings(ctx)),

  setNoticeSettings: allowed('inbox:manage')
    .input(NoticeChoice)
    .output(NoticeChoice)
    .mutation(({ ctx, input }) => setNoticeSettings(ctx, input)),

  ...replyProcedures,
  ...blockedSenders,
});
