import { toIso } from '../../database/columns.ts';
import type { Connection } from '../../database/ctx.ts';
import { toJson } from '../../database/dialect.ts';
import { readNames } from './assignees.service.ts';
import type { MessageRow } from './message.repository.ts';
import type { MessageView } from './message.schema.ts';

/** The names of the users to whom messages are assigned, by user id. */
export type AssigneeNames = ReadonlyMap<number, string>;

/**
 * Returns a message as the API shows it. If `names` lacks the assignee, for example after the user was deleted, the
 * message appears as not assigned.
 */
export function toMessageView(message: MessageRow, names: AssigneeNames): MessageView {
  const { id, attachment_name: name, assignee_id } = message;
  const assignee = assignee_id ? names.get(assignee_id) : undefined;
  return {
    id,
    kind: message.kind,
    subject: message.subject,
    message: message.message,
    name: message.name,
    email: message.email,
    phone: message.phone ?? null,
    is_read: Boolean(message.is_read),
    created_at: toIso(message.created_at),
    details: toJson(message.details),
    attachment: name ? { name, path: `/api/admin/messages/${id}/attachment` } : null,
    state: message.state,
    assignee: assignee_id && assignee !== undefined ? { id: assignee_id, name: assignee } : null,
    about_id: message.about_id ?? null,
    folder: message.folder,
    ...(message.spam_reasons && { spam_reasons: toJson(message.spam_reasons) }),
  };
}

export function readNamesOf(
  read: Connection,
  rows: readonly Pick<MessageRow, 'assignee_id'>[],
): Promise<AssigneeNames> {
  return readNames(read, [...new Set(rows.flatMap(({ assignee_id }) => assignee_id ?? []))]);
}

export async function viewOne(read: Connection, message: MessageRow): Promise<MessageView> {
  return toMessageView(message, await readNamesOf(read, [message]));
}
