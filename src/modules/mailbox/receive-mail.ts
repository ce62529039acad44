import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { LockMode } from '@mikro-orm/core';
import type { Ctx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import { rateLimitFor } from '../../limits/rate-limiter.ts';
import { acquireKey, isKeyInUse } from '../../locks/used-keys.ts';
import { queueMessageEvent } from '../../log/webhook-queue.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import type { SiteSettings } from '../../shared/settings/site-settings.ts';
import type { Context } from '../../trpc/context.ts';
import type { ReadMail } from '../../workers/read-mail.ts';
import { IncomingMail, type SenderCheck } from '../inbox/incoming-mail.entity.ts';
import { publishInboxChange } from '../inbox/live-inbox.ts';
import { changedValuesOf } from '../inbox/message-acts.ts';
import { insertFileRows, type StoredFile } from '../inbox/message-files.ts';
import { Message, MessageEvent } from '../inbox/message.entity.ts';
import { indexNotes } from '../inbox/messages.ts';
import { mailFloodNotice, messageNotice, notifyOfReply, notifyStaff } from '../inbox/notices.ts';
import { findBlockingUser, findSpamReasons, referenceOfFingerprint } from '../inbox/spam.ts';
import { type MailDeliveryCtx, sendDueMailsLater } from '../outbox/delivery.ts';
import { findMailPlace, type LeftReason, type MailPlace } from './mail-place.ts';
import { trimSources } from './mail-sources.ts';

export type ReceiveCtx = Ctx &
  MailDeliveryCtx &
  Pick<Context, 'limits' | 'mailReader' | 'notifyEmails' | 'siteSettings'>;

interface ReceivedMail {
  /** `known`: the mail had been received before. */
  outcome: 'joined' | 'opened' | 'spam' | 'noted' | 'returned' | 'known' | 'left';
  reason?: LeftReason | undefined;
}

const hour = 60 * 60_000;
const day = 24 * hour;
/** How long a second copy of a mail is recognised. */
const knownMs = 180 * day;
const ofSender = { max: 20, windowMs: hour };
const ofAll = rateLimitFor('mail:all', '', { max: 200, windowMs: hour });
/** Of the mails beyond those limits, which are stored as spam. */
const ofSpam = rateLimitFor('mail:spam', '', { max: 1000, windowMs: hour });
/** Of programs, in one message. */
const ofPrograms = { max: 5, windowMs: day };

/**
 * Each way in ends here. The mail joins its message, opens one, or is left. A mail whose Message-ID is known changes
 * nothing. `isCut` says that `bytes` is only the beginning of a larger mail.
 * @throws {Unavailable} when too many mails are being read
 */
export async function receiveMail(ctx: ReceiveCtx, bytes: Uint8Array, isCut = false): Promise<ReceivedMail> {
  const mail = await ctx.mailReader.read(bytes, isCut);
  try {
    return await receiveReadMail(ctx, mail);
  } finally {
    // Those that were not moved to the storage.
    for (const { path } of [mail.source, ...mail.files]) await rm(path, { force: true });
  }
}

async function receiveReadMail(ctx: ReceiveCtx, mail: ReadMail): Promise<ReceivedMail> {
  const key = `mail:${await fingerprintOf(mail)}`;
  if (await isKeyInUse({ em: ctx.em.fork(), now: ctx.now }, key)) return { outcome: 'known' };
  const site = await ctx.siteSettings.current();
  const { address: own } = await ctx.mailer.sender();
  const place = await findMailPlace(ctx, mail, { own, opens_messages: site.mail.opens_messages });
  const hasFiles = place.kind === 'joins' || place.kind === 'opens';
  const stored = hasFiles ? await storeContents(ctx, mail) : nothing;
  const drop = () => {
    for (const { attachment_key } of [stored.source, ...stored.files])
      if (attachment_key) ctx.later(() => ctx.privateFiles.remove(attachment_key));
  };
  const received = await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    if (!(await acquireKey(tx, key, knownMs))) return { outcome: 'known' as const };
    return placeMail(tx, mail, { place, stored, site, reference: referenceOfFingerprint(key) });
  }).catch((error) => {
    drop();
    throw error;
  });
  if (received.outcome !== 'joined' && received.outcome !== 'opened' && !received.keepsFiles) drop();
  if (received.isAnnounced) sendDueMailsLater(ctx);
  if (hasFiles) ctx.later(() => trimSources({ ...ctx, em: ctx.em.fork() }));
  return { outcome: received.outcome, reason: received.reason };
}

/** The Message-ID, or without one the content. */
async function fingerprintOf({ mail_id, source }: ReadMail): Promise<string> {
  return createHash('sha256')
    .update(mail_id ?? (await readFile(source.path)))
    .digest('base64url');
}

interface StoredContents {
  source: { attachment_key: string | null; bytes: number };
  files: StoredFile[];
}

const nothing: StoredContents = { source: { attachment_key: null, bytes: 0 }, files: [] };

/** Before the transaction, because a file takes time. */
async function storeContents(
  { privateFiles }: Pick<ReceiveCtx, 'privateFiles'>,
  { source, files }: ReadMail,
): Promise<StoredContents> {
  const stored: StoredFile[] = [];
  for (const { path, name, bytes, warning } of files) {
    const attachment_key = await privateFiles.keep({ path }, /\.pdf$/i.test(name) ? 'pdf' : 'bin');
    stored.push({ name, attachment_key, picture: null, bytes, warning });
  }
  return {
    source: { attachment_key: await privateFiles.keep(source, 'eml'), bytes: source.bytes },
    files: stored,
  };
}

interface Placing {
  place: MailPlace;
  stored: StoredContents;
  site: SiteSettings;
  /** For a new message. */
  reference: string;
}

interface Placed extends ReceivedMail {
  keepsFiles?: boolean;
  isAnnounced?: boolean;
}

async function placeMail(tx: ReceiveCtx, mail: ReadMail, placing: Placing): Promise<Placed> {
  const { place } = placing;
  if (place.kind === 'left') return { outcome: 'left', reason: place.reason };
  if (place.kind === 'returned') return returnAnswer(tx, mail, place.event_id);
  if (place.kind === 'noted') return noteProgram(tx, mail, placing, place.message_id);
  const limits = await takeLimits(tx, mail);
  const reasons = await findReasons(tx, mail, place, limits.reason);
  if (reasons.length > 0) return keepAsSpam(tx, mail, placing, reasons, limits);
  return place.kind === 'joins'
    ? joinMessage(tx, mail, placing, place.message_id)
    : openMessage(tx, mail, placing);
}

interface Limits {
  /** Undefined within the limits. */
  reason: string | undefined;
  isFlood: boolean;
}

async function takeLimits(tx: ReceiveCtx, { address }: ReadMail): Promise<Limits> {
  const sender = rateLimitFor('mail:sender', toEmailKey(address), ofSender);
  if (await tx.limits.takeInside(tx, [sender]))
    return { reason: `It came after ${ofSender.max} mails from this address within an hour.`, isFlood: true };
  if (await tx.limits.takeInside(tx, [ofAll]))
    return { reason: `It came amid more than ${ofAll.max} mails within an hour.`, isFlood: true };
  return { reason: undefined, isFlood: false };
}

/** Those of forms that a mail can have. A link alone is a usual answer. */
async function findReasons(
  tx: ReceiveCtx,
  { address, text }: ReadMail,
  place: MailPlace,
  flood: string | undefined,
): Promise<string[]> {
  const reasons = findSpamReasons({
    trap: '',
    text: place.kind === 'opens' ? text : '',
    fields: [],
    hasToken: false,
    tokenReason: undefined,
    wasTokenUsed: false,
    isFlood: false,
    blockedBy: await findBlockingUser(tx, address),
  });
  return flood === undefined ? reasons : [...reasons, flood];
}

/** The message is open and unread again, also for a mail from another address. */
async function joinMessage(tx: ReceiveCtx, mail: ReadMail, placing: Placing, id: number): Promise<Placed> {
  const message = await tx.em.findOne(Message, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!message) return openMessage(tx, mail, placing);
  const { before, after } = changedValuesOf(message, () => message.receiveReply(tx.now));
  await storeEvent(tx, mail, placing, message, { type: 'mail', text: mail.text, before, after });
  await indexNotes(tx, message);
  await publishInboxChange(tx);
  const notice = messageNotice(
    {
      ...senderOf(mail),
      kind: message.kind,
      subject: message.subject,
      details: message.details,
      message: mail.text,
    },
    { site: placing.site, publicUrl: tx.publicUrl },
  );
  const isAnnounced = message.folder === 'inbox' && (await notifyOfReply(tx, message, notice));
  await tx.em.flush();
  return { outcome: 'joined', isAnnounced };
}

async function openMessage(tx: ReceiveCtx, mail: ReadMail, placing: Placing): Promise<Placed> {
  const message = await storeMessage(tx, mail, placing, []);
  await publishInboxChange(tx);
  await queueMessageEvent(tx, message);
  const notice = messageNotice(message, { site: placing.site, publicUrl: tx.publicUrl });
  const isAnnounced = await notifyStaff(tx, notice);
  await tx.em.flush();
  return { outcome: 'opened', isAnnounced };
}

/** A message of its own, also when the mail names another one. In a flood it keeps no files. */
async function keepAsSpam(
  tx: ReceiveCtx,
  mail: ReadMail,
  placing: Placing,
  reasons: string[],
  { isFlood }: Limits,
): Promise<Placed> {
  if (await tx.limits.takeInside(tx, [ofSpam])) return { outcome: 'left', reason: 'unrelated' };
  const remarks = isFlood && mail.files.length > 0 ? ['Its files were not kept.'] : [];
  const kept = isFlood ? { ...placing, stored: nothing } : placing;
  await storeMessage(tx, { ...mail, remarks: [...mail.remarks, ...remarks] }, kept, reasons);
  const isAnnounced = isFlood && (await warnOfMailFlood(tx, placing.site));
  await tx.em.flush();
  return { outcome: 'spam', keepsFiles: !isFlood, isAnnounced };
}

/** Returns false if staff know already. */
async function warnOfMailFlood(tx: ReceiveCtx, site: SiteSettings): Promise<boolean> {
  if (!(await acquireKey(tx, 'mail:flood', hour))) return false;
  tx.warn('more mails within an hour than open a message: further ones are marked as spam');
  return notifyStaff(tx, mailFloodNotice({ site, publicUrl: tx.publicUrl }));
}

async function storeMessage(
  tx: ReceiveCtx,
  mail: ReadMail,
  placing: Placing,
  spam_reasons: string[],
): Promise<Message> {
  const message = Message.receive(
    {
      ...senderOf(mail),
      kind: 'mail',
      subject: mail.subject || 'Mail without a subject',
      message: mail.text,
      details: { reference: placing.reference },
      spam_reasons,
    },
    tx.now,
  );
  await tx.em.persist(message).flush();
  await storeEvent(tx, mail, placing, message, { type: 'mail', text: null });
  return message;
}

function senderOf({ name, address }: ReadMail): { name: string; email: string } {
  return { name: name || address.split('@')[0]!, email: address };
}

async function storeEvent(
  tx: ReceiveCtx,
  mail: ReadMail,
  { stored, site }: Pick<Placing, 'stored' | 'site'>,
  { id }: Message,
  event: Pick<MessageEvent, 'type' | 'text'> & Partial<Pick<MessageEvent, 'before' | 'after'>>,
): Promise<void> {
  const created = tx.em.create(MessageEvent, {
    ...event,
    message_id: id,
    created_at: tx.now,
    user_id: null,
    user_name: '',
    subject: mail.subject,
    channel: 'mail',
    mail_id: mail.mail_id,
  });
  await tx.em.persist(created).flush();
  tx.em.create(IncomingMail, {
    event_id: created.id,
    created_at: tx.now,
    name: mail.name,
    address: mail.address,
    email_key: toEmailKey(mail.address),
    quoted: mail.quoted,
    remarks: mail.remarks,
    is_automatic: mail.is_automatic,
    sender_check: checkOf(mail, site),
    source_key: stored.source.attachment_key,
    source_bytes: stored.source.bytes,
  });
  await insertFileRows(tx, created.id, stored.files);
}

/** Only of the site's own mail server: anybody can write such a header. */
function checkOf({ check }: ReadMail, { mail }: SiteSettings): SenderCheck | null {
  if (!check || !mail.server_name || check.server !== mail.server_name.toLowerCase()) return null;
  return check.dmarc === 'pass' || check.dmarc === 'fail' ? check.dmarc : null;
}

/** An out-of-office reply changes nothing but the timeline. */
async function noteProgram(tx: ReceiveCtx, mail: ReadMail, placing: Placing, id: number): Promise<Placed> {
  const limit = rateLimitFor('mail:program', String(id), ofPrograms);
  if (await tx.limits.takeInside(tx, [limit])) return { outcome: 'left', reason: 'automatic' };
  const message = await tx.em.findOne(Message, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!message) return { outcome: 'left', reason: 'automatic' };
  await storeEvent(tx, mail, { ...placing, stored: nothing }, message, {
    type: 'auto_reply',
    text: mail.text,
  });
  await indexNotes(tx, message);
  await publishInboxChange(tx, [id]);
  return { outcome: 'noted' };
}

/** As staff do it by hand, with the words of the mail server. */
async function returnAnswer(tx: ReceiveCtx, { failure }: ReadMail, event_id: number): Promise<Placed> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const event = await tx.em.findOne(MessageEvent, event_id, { lockMode });
  if (!event || (event.mail_state !== 'sent' && event.mail_state !== 'unclear'))
    return { outcome: 'left', reason: 'report' };
  Object.assign(event, { mail_state: 'returned', mail_note: failure?.words ?? null, mail_at: tx.now });
  const message = await tx.em.findOneOrFail(Message, event.message_id, { lockMode });
  message.reopen();
  await publishInboxChange(tx);
  return { outcome: 'returned' };
}
