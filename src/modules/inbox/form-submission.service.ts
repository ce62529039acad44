import type { Ctx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import { acquireKey, extendKey } from '../../locks/used-keys.ts';
import { addressRateLimits, rateLimitFor } from '../../limits/rate-limit.ts';
import { signatureLifetimes } from '../../security/secrets.ts';
import type { MessageKind } from '../../shared/enumerations.ts';
import { formLimitMinutes } from '../../shared/retention.ts';
import type { SiteSettings } from '../../shared/settings/site.ts';
import type { Upload } from '../../shared/uploaded-file.ts';
import { en } from '../../shared/words/en.ts';
import type { Context } from '../../trpc/context.ts';
import { safePdfName } from './attachment-name.ts';
import { findBlockingUser } from './blocked-senders.service.ts';
import { fingerprintOf, referenceOf } from './form-fingerprint.ts';
import { readFormToken, type TokenVerdict, markTokenUsed } from './form-token.ts';
import { tellInboxChanged } from './live.service.ts';
import { Message } from './message.entity.ts';
import { floodNotice, messageNotice } from './notice.mail.ts';
import { notifyStaff, queueReceipt } from './notices.service.ts';
import { type SendLaterCtx, sendDueMailsLater } from '../outbox/send.service.ts';
import type { FormResponse } from './public-forms.schema.ts';
import { findSpamReasons } from './spam.ts';

const minute = 60_000;
const ofAddress = { max: 5, windowMs: formLimitMinutes * minute };
const ofSite = rateLimitFor('post:site', '', { max: 200, windowMs: 60 * minute });
/** A flood ends when the limit of the site has not been exceeded for this time. */
const floodEndsMs = 60 * minute;
const floodKey = 'post:flood';
const sameWordsMs = signatureLifetimes['visitor post'];

export type SubmissionContext = Ctx &
  SendLaterCtx &
  Pick<Context, 'limits' | 'secrets' | 'notifyEmails' | 'siteSettings'> & {
    request: Pick<Context['request'], 'address'>;
  };

export interface SubmittedForm {
  kind: MessageKind;
  /** The id of the job. Its title is not enough, because two jobs may have the same title. */
  about?: number;
  subject: string;
  person: { name: string; email: string; phone: string };
  message: string;
  details: Record<string, string>;
  cv?: Upload | undefined;
  website: string;
  form_token: string;
}

/**
 * Stores a visitor's message, and notifies staff. Repeated posts and spam get the usual response, so that
 * their senders learn nothing.
 * @throws {TooManyTries} after five posts from one address within ten minutes
 */
export async function receiveSubmission(ctx: SubmissionContext, post: SubmittedForm): Promise<FormResponse> {
  const token = await readFormToken(ctx, post.form_token);
  const cvKey = post.cv && (await ctx.privateFiles.keep(post.cv));
  const dropCv = () => cvKey && ctx.later(() => ctx.privateFiles.remove(cvKey));
  const fingerprint = await fingerprintOf(ctx, post, cvKey);
  // Reads the settings before the transaction, because a read inside it would need a second connection. During many
  // simultaneous posts, waiting transactions hold all connections. They wait for the limits that the first
  // transaction has locked.
  const site = await ctx.siteSettings.current();
  const stored = await inTransaction(ctx, (tx) =>
    storeOnce(tx, post, { token, fingerprint, cvKey, site }).catch((error) => {
      dropCv();
      throw error;
    }),
  );
  // After a commit that failed, the message may be stored. If it is not, the sweep removes its file.
  if (!stored.isNew) dropCv();
  if (stored.isAnnounced) sendDueMailsLater(ctx);
  return { success: true, message: en.forms.sent, reference: stored.reference };
}

interface Facts {
  token: TokenVerdict;
  fingerprint: string;
  cvKey: string | undefined;
  site: SiteSettings;
}

interface Stored {
  reference: string;
  /** False when the post is a repetition of a stored post. */
  isNew: boolean;
  /** Whether any mail was queued. During a flood, messages cause no mails of their own. */
  isAnnounced: boolean;
}

/** Stores a message, or nothing if the post repeats a stored post. @throws {TooManyTries} */
async function storeOnce(tx: SubmissionContext, post: SubmittedForm, facts: Facts): Promise<Stored> {
  const reference = referenceOf(facts.fingerprint);
  if (!(await acquireKey(tx, `post:${facts.fingerprint}`, sameWordsMs)))
    return { reference, isNew: false, isAnnounced: false };
  const refusal = await tx.limits.takeInside(
    tx,
    addressRateLimits('post:address', tx.request.address, ofAddress),
  );
  if (refusal) throw refusal;
  const isFlood = (await tx.limits.takeInside(tx, [ofSite])) !== undefined;
  const spam_reasons = findSpamReasons({
    trap: post.website,
    text: post.message,
    fields: Object.values(post.details),
    hasToken: facts.token.key !== undefined,
    tokenReason: facts.token.reason,
    wasTokenUsed: await markTokenUsed(tx, facts.token),
    isFlood,
    blockedBy: await findBlockingUser(tx, post.person.email),
  });
  const message = Message.receive(
    {
      ...post.person,
      phone: post.person.phone || null,
      kind: post.kind,
      subject: post.subject,
      message: post.message,
      details: { ...post.details, reference },
      about_id: post.about ?? null,
      attachment_name: post.cv && facts.cvKey ? safePdfName(post.cv.name) : null,
      attachment_key: facts.cvKey ?? null,
      spam_reasons,
    },
    tx.now,
  );
  tx.em.persist(message);
  if (message.folder === 'inbox') await tellInboxChanged(tx);
  const hasNotice = message.folder === 'inbox' && !isFlood;
  const isAnnounced = hasNotice && (await notifyStaff(tx, messageNotice(message, senderOf(tx, facts.site))));
  const hasReceipt = hasNotice && (await queueReceipt(tx, message, facts.site));
  const isWarned = isFlood && (await warnOfFlood(tx, facts.site));
  await tx.em.flush();
  return { reference, isNew: true, isAnnounced: isAnnounced || hasReceipt || isWarned };
}

/** Notifies staff of a new flood. Returns false if staff have been notified already. */
async function warnOfFlood(tx: SubmissionContext, site: SiteSettings): Promise<boolean> {
  if (!(await acquireKey(tx, floodKey, floodEndsMs))) {
    await extendKey(tx, floodKey, floodEndsMs);
    return false;
  }
  tx.warn(
    `more than ${ofSite.max} posts by visitors within an hour: further ones are marked as spam, except those that look genuine`,
  );
  await notifyStaff(tx, floodNotice(ofSite.max, senderOf(tx, site)));
  return true;
}

function senderOf({ publicUrl }: SubmissionContext, site: SiteSettings) {
  return { site, publicUrl };
}
