import type { SignedInCtx } from '../../database/ctx.ts';
import { NotFound } from '../../shared/errors.ts';
import { can } from '../../shared/grants.ts';
import { fillPlaceholders } from '../../shared/settings/placeholders.ts';
import type { Context } from '../../trpc/context.ts';
import { MessageEvent } from './message-event.entity.ts';
import { Message, noSuchMessage } from './message.entity.ts';
import type { ReplyDraft } from './replies.schema.ts';
import { replyAddress } from './replies.service.ts';
import { fillSignature, replyPlaceholders, replySubject } from './reply-mail.ts';

/**
 * Returns the initial values of the form in which staff answer a message. The placeholders in the templates
 * are filled in.
 * @throws {NotFound}
 */
export async function draftReply(
  { em, viewer, mailer, siteSettings }: SignedInCtx & Pick<Context, 'mailer' | 'siteSettings'>,
  id: number,
): Promise<ReplyDraft> {
  const read = em.fork();
  const message = await read.findOne(Message, id);
  if (!message) throw new NotFound(noSuchMessage);
  const first = await read.findOne(
    MessageEvent,
    { message_id: id, type: 'reply', mail_state: { $ne: 'discarded' } },
    { orderBy: { id: 'asc' } },
  );
  const site = await siteSettings.current();
  const facts = replyPlaceholders(message, site, viewer.name);
  const { address } = await mailer.sender();
  return {
    has_server: mailer.hasServer ?? false,
    from: `${viewer.name}, ${site.company.name} <${address}>`,
    answers_to: replyAddress(site) ?? null,
    subject: first?.subject ?? replySubject(message, site, ''),
    is_subject_fixed: first !== null,
    signature: fillSignature(site.answers.signature, facts, site),
    may_add_pictures: can(viewer.role, 'media:manage'),
    templates: site.answers.templates
      .filter(({ kind }) => kind === 'all' || kind === message.kind)
      .map(({ key, name, subject, text }) => ({
        key,
        name,
        subject: fillPlaceholders(subject, facts),
        text: fillPlaceholders(text, facts),
      })),
  };
}
