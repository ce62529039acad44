import { toIso } from '../../database/columns.ts';
import { toJson } from '../../database/dialect.ts';
import type { MessageRow } from './message.repository.ts';
import type { MessageView, SpamView } from './message.schema.ts';

export function toMessageView(message: MessageRow): MessageView {
  const { id, attachment_name: name } = message;
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
  };
}

export function toSpamView(message: MessageRow): SpamView {
  return { ...toMessageView(message), spam_reasons: toJson(message.spam_reasons ?? []) };
}
