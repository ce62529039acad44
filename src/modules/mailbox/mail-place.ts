import { parseJsonColumn } from '../../database/columns.ts';
import type { Ctx } from '../../database/ctx.ts';
import type { Tables } from '../../database/table-types.ts';
import { isEmailAddress, toEmailKey } from '../../shared/account-fields.ts';
import type { ReadMail } from '../../workers/read-mail.ts';
import { MessageEvent } from '../inbox/message.entity.ts';

/** Where a mail belongs. */
export type MailPlace =
  | { kind: 'joins'; message_id: number }
  /** A program's answer, which is only noted. */
  | { kind: 'noted'; message_id: number }
  /** A mail server gives an answer back. */
  | { kind: 'returned'; event_id: number }
  | { kind: 'opens' }
  | { kind: 'left'; reason: LeftReason };

export type LeftReason = keyof typeof leftReasons;

export const leftReasons = {
  own: 'It is from this site.',
  automatic: 'A program has sent it, and it answers nothing.',
  report: 'It is a report about a mail that is not an answer from here.',
  sender: 'It names no sender who could be answered.',
  unrelated: 'It answers nothing, and new mails do not become messages.',
} as const;

/** Of a sender, among which the one with the reference is looked for. */
const maxMessages = 200;

interface PlaceRules {
  /** The address from which this site sends. */
  own: string;
  opens_messages: boolean;
}

export async function findMailPlace(
  ctx: Pick<Ctx, 'em'>,
  mail: ReadMail,
  { own, opens_messages }: PlaceRules,
): Promise<MailPlace> {
  const em = ctx.em.fork();
  const isOwnId =
    mail.mail_id !== null && (await em.count(MessageEvent, { mail_id: mail.mail_id, type: 'reply' })) > 0;
  if (isOwnId || toEmailKey(mail.address) === toEmailKey(own)) return { kind: 'left', reason: 'own' };
  if (mail.failure) {
    const ids = [mail.failure.mail_id, ...mail.references].filter((id) => id !== null);
    const answer = await em.findOne(MessageEvent, { mail_id: { $in: ids }, type: 'reply' });
    return answer ? { kind: 'returned', event_id: answer.id } : { kind: 'left', reason: 'report' };
  }
  const message_id = await findThread({ em }, mail);
  if (mail.is_automatic)
    return message_id === undefined ? { kind: 'left', reason: 'automatic' } : { kind: 'noted', message_id };
  if (!isEmailAddress(mail.address)) return { kind: 'left', reason: 'sender' };
  if (message_id !== undefined) return { kind: 'joins', message_id };
  return opens_messages ? { kind: 'opens' } : { kind: 'left', reason: 'unrelated' };
}

/**
 * By the Message-ID of a mail of the thread, which only its recipients know. By the reference, which is shorter, only
 * together with the address of the message.
 */
async function findThread({ em }: Pick<Ctx, 'em'>, mail: ReadMail): Promise<number | undefined> {
  if (mail.references.length > 0) {
    const known = await em.findOne(
      MessageEvent,
      { mail_id: { $in: mail.references } },
      { orderBy: { id: 'desc' }, fields: ['message_id'] },
    );
    if (known) return known.message_id;
  }
  const references = referencesIn(mail);
  if (references.size === 0 || mail.address === '') return undefined;
  const messages = await em
    .getKysely<Tables>()
    .selectFrom('messages')
    .select(['id', 'details'])
    .where('email_key', '=', toEmailKey(mail.address))
    .orderBy('id', 'desc')
    .limit(maxMessages)
    .execute();
  return messages.find(({ details }) => references.has(parseJsonColumn(details).reference ?? ''))?.id;
}

/** In square brackets in the subject, and at the root of the thread. */
function referencesIn({ subject, references }: ReadMail): Set<string> {
  const letters = '[2-9A-HJ-NP-Z]{8}';
  const inSubject = [...subject.matchAll(new RegExp(`\\[(${letters})\\]`, 'g'))];
  const inIds = references.map((id) => new RegExp(`^<(${letters})@`).exec(id));
  return new Set([...inSubject, ...inIds].flatMap((match) => match?.[1] ?? []));
}
