import { createHash } from 'node:crypto';
import { domainToUnicode } from 'node:url';
import { defineEntity, p } from '@mikro-orm/core';
import { textColumn, toIsoTime } from '../../database/columns.ts';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import type { Tables } from '../../database/table-types.ts';
import { deleteRow, inTransaction } from '../../database/transaction.ts';
import { smallestNetworkOf } from '../../limits/address-networks.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import type { MessageKind } from '../../shared/enumerations.ts';
import { RuleBroken } from '../../shared/errors.ts';
import type { Context } from '../../trpc/context.ts';
import type { BlockedSenderView } from './inbox.schema.ts';
import { publishInboxChange } from './live-inbox.ts';

const tags = /<\/?a\b[^<>]*>|\[\/?url\b[^[\]]*\]/gi;
const addresses = /(?:\bhttps?:\/\/|\bwww\.)\S+/gi;
const letter = /[\p{L}\p{N}]/u;

/** Plain links, HTML links or forum markup, and nothing else. */
export function isOnlyLinks(text: string): boolean {
  const left = withoutLinks(text);
  return left !== text && !letter.test(left);
}

function withoutLinks(text: string): string {
  return text.replace(tags, ' ').replace(addresses, ' ');
}

interface Evidence {
  /** The value of a field that people do not see. */
  trap: string;
  text: string;
  fields: string[];
  hasToken: boolean;
  tokenReason: string | undefined;
  wasTokenUsed: boolean;
  isFlood: boolean;
  /** The name of the user who has blocked the sender. */
  blockedBy: string | undefined;
}

/** Sentences for staff, if any. During a flood, a link or a missing token is a reason too. */
export function findSpamReasons(evidence: Evidence): string[] {
  const { trap, text, fields, hasToken, tokenReason, wasTokenUsed, isFlood, blockedBy } = evidence;
  const reasons = [
    blockedBy !== undefined && `${blockedBy} has blocked this sender.`,
    trap !== '' && 'A field was filled in that people never see.',
    tokenReason,
    wasTokenUsed && 'The form token was used before.',
    isOnlyLinks(text) && 'The text is nothing but links.',
  ].filter((reason) => typeof reason === 'string');
  const looksGenuine =
    hasToken && reasons.length === 0 && [text, ...fields].every((part) => withoutLinks(part) === part);
  if (isFlood && !looksGenuine) reasons.push('It came amid more than 200 posts within an hour.');
  return reasons;
}

export const BlockedSenderSchema = defineEntity({
  name: 'BlockedSender',
  tableName: 'blocked_senders',
  properties: {
    id: p.integer().primary(),
    created_at: p.datetime(),
    /** An address, or a domain without `@`, by `toEmailKey`. Earlier versions stored Unicode domains. */
    sender: textColumn('email').unique(),
    /** Who blocked the sender. The block outlives the user. */
    user_name: textColumn('colleague'),
  },
});

/** A sender whose messages go to the spam folder. */
export class BlockedSender extends BlockedSenderSchema.class {}

BlockedSenderSchema.setClass(BlockedSender);

const maxBlocked = 1000;
const tooMany = 'At most 1,000 senders can be blocked. Remove one first, or block a whole domain.';
const noSuchBlock = 'This sender is not blocked.';

/** At most 1,000, the latest first. */
export async function listBlockedSenders({ em }: Ctx): Promise<BlockedSenderView[]> {
  const rows = await em.fork().find(BlockedSender, {}, { orderBy: { id: 'desc' }, limit: maxBlocked });
  return rows.map(toView);
}

/** Returns the existing block if there is one. @throws {RuleBroken} when 1,000 senders are blocked */
export function blockSender(ctx: SignedInCtx, typed: string): Promise<BlockedSenderView> {
  return inTransaction(ctx, async (tx) => {
    const sender = toEmailKey(typed);
    const known = await tx.em.findOne(BlockedSender, { sender: { $in: spellingsOf(sender) } });
    if (known) return toView(known);
    if ((await tx.em.count(BlockedSender)) >= maxBlocked) throw RuleBroken.of('sender', tooMany);
    // Another user may block the sender at the same time.
    await tx.em
      .getKysely<Tables>()
      .insertInto('blocked_senders')
      .values({ sender, user_name: tx.viewer.name, created_at: tx.now })
      .onConflict((on) => on.column('sender').doNothing())
      .execute();
    await publishInboxChange(tx);
    return toView(await tx.em.findOneOrFail(BlockedSender, { sender }));
  });
}

/** @throws {NotFound} when there is no such block */
export function unblockSender(ctx: Ctx, id: number): Promise<{ success: true }> {
  return inTransaction(ctx, async (tx) => {
    await deleteRow(tx, BlockedSender, id, noSuchBlock);
    await publishInboxChange(tx);
    return { success: true };
  });
}

/** The user who blocked the address or its domain, if any. */
export async function findBlockingUser({ em }: Ctx, email: string): Promise<string | undefined> {
  const email_key = toEmailKey(email);
  const domain = email_key.slice(email_key.lastIndexOf('@') + 1);
  const senders = [...spellingsOf(email_key), ...spellingsOf(domain)];
  const block = await em.findOne(BlockedSender, { sender: { $in: senders } });
  return block?.user_name;
}

/** Earlier versions stored what was typed. */
function spellingsOf(key: string): string[] {
  const at = key.lastIndexOf('@') + 1;
  return [key, key.slice(0, at) + domainToUnicode(key.slice(at))];
}

function toView({ id, sender, user_name, created_at }: BlockedSender): BlockedSenderView {
  return { id, sender: spellingsOf(sender).at(-1)!, user_name, created_at: toIsoTime(created_at) };
}

/** Without digits and letters that are easily confused. */
const referenceLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const referenceLength = 8;

type FingerprintCtx = Pick<Context, 'secrets' | 'privateFiles'> & {
  request: Pick<Context['request'], 'address'>;
};

interface FormContent {
  kind: MessageKind;
  about?: number;
  subject: string;
  details: Record<string, string>;
}

/** The same for posts of one network with the same form, fields and file. */
export function fingerprintOfPost(
  { secrets, privateFiles, request }: FingerprintCtx,
  { kind, about, subject, details }: FormContent,
  cvKey: string | undefined,
): Promise<string> {
  const file = cvKey ? privateFiles.contentOf(cvKey) : '';
  // Browsers send line breaks as LF if the page's script runs, else as CR LF.
  const content = JSON.stringify([kind, about, subject, details, file]).replaceAll('\\r\\n', '\\n');
  return secrets.sign('visitor post', `${smallestNetworkOf(request.address)} ${content}`);
}

/** A repeated post has the reference of the first one. */
export function referenceOfFingerprint(fingerprint: string): string {
  const bytes = createHash('sha256').update(`reference ${fingerprint}`).digest().subarray(0, referenceLength);
  return [...bytes].map((byte) => referenceLetters[byte % referenceLetters.length]).join('');
}
