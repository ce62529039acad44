import { z } from 'zod';
import { ByIds, Outcomes } from '../../shared/bulk.ts';
import { ById, Success } from '../../shared/fields.ts';
import { PageQuery } from '../../shared/pagination.ts';
import { idempotent } from '../../trpc/idempotent.ts';
import { Download } from '../../trpc/download.ts';
import { router } from '../../trpc/init.ts';
import { allowed, guarded } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/rest.ts';
import { spreadsheetType } from '../../trpc/spreadsheet.ts';
import { listAssignees } from './assignees.service.ts';
import {
  getInboxState,
  getMessage,
  listMessages,
  listSpam,
  markManyNotSpam,
  markManyRead,
  markNotSpam,
  markRead,
  openAttachment,
  removeMessage,
  removeMessages,
} from './inbox.service.ts';
import { addNote, assign, setState } from './message-acts.service.ts';
import {
  AssignInput,
  Assignee,
  FolderQuery,
  InboxState,
  MessageEventView,
  MessagePage,
  MessageQuery,
  MessageView,
  MessageWithTimeline,
  NoteInput,
  SpamPage,
  StateInput,
} from './message.schema.ts';
import { exportMessages } from './messages-csv.service.ts';

const download = 'application/pdf';

export const inboxRouter = router({
  list: allowed('inbox:manage')
    .meta(rest('GET', '/admin/messages', "List visitors' messages", { rows: 'messages' }))
    .input(FolderQuery)
    .output(MessagePage)
    .query(({ ctx, input: { folder, ...query } }) =>
      folder === 'spam' ? listSpam(ctx, query) : listMessages(ctx, query),
    ),

  one: allowed('inbox:manage')
    .meta(rest('GET', '/admin/messages/{id}', 'Read a message without marking it as read'))
    .input(ById)
    .output(MessageWithTimeline)
    .query(({ ctx, input }) => getMessage(ctx, input.id)),

  assignees: allowed('inbox:manage')
    .meta(rest('GET', '/admin/messages/assignees', 'List the people who can be assigned messages'))
    .output(z.object({ assignees: z.array(Assignee) }))
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
    .output(z.object({ event: MessageEventView }))
    .mutation(async (call) => ({ event: await idempotent(call, addNote) })),

  unread: allowed('inbox:manage')
    .meta(rest('GET', '/admin/messages/unread', 'List messages that nobody has read', { rows: 'messages' }))
    .input(MessageQuery.omit({ is_read: true }))
    .output(MessagePage)
    .query(({ ctx, input }) => listMessages(ctx, { ...input, is_read: false })),

  markRead: allowed('inbox:manage')
    .meta(rest('PATCH', '/admin/messages/{id}/read', 'Mark a message as read'))
    .input(ById)
    .output(z.object({ message: MessageView }))
    .mutation(async ({ ctx, input }) => ({ message: await markRead(ctx, input.id) })),

  remove: allowed('inbox:manage')
    .meta(rest('DELETE', '/admin/messages/{id}', 'Delete a message'))
    .input(ById)
    .output(Success)
    .mutation(({ ctx, input }) => removeMessage(ctx, input.id)),

  markManyRead: allowed('inbox:manage')
    .meta(rest('POST', '/admin/messages/read', 'Mark several messages as read'))
    .input(ByIds)
    .output(Outcomes)
    .mutation(({ ctx, input }) => markManyRead(ctx, input.ids)),

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

  listSpam: allowed('inbox:manage')
    .input(PageQuery)
    .output(SpamPage)
    .query(({ ctx, input }) => listSpam(ctx, input)),

  notSpam: allowed('inbox:manage')
    .input(ById)
    .output(z.object({ message: MessageView }))
    .mutation(async ({ ctx, input }) => ({ message: await markNotSpam(ctx, input.id) })),

  markManyNotSpam: allowed('inbox:manage')
    .meta(rest('POST', '/admin/messages/not-spam', 'Move several messages from the spam folder to the inbox'))
    .input(ByIds)
    .output(Outcomes)
    .mutation(({ ctx, input }) => markManyNotSpam(ctx, input.ids)),
});
