import { createHash } from 'node:crypto';
import { domainToUnicode } from 'node:url';
import { defineEntity, p } from '@mikro-orm/core';
import { textColumn, toIso } from '../../database/columns.ts';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import type { Tables } from '../../database/tables.ts';
import { deleteRow, inTransaction } from '../../database/transaction.ts';
import { smallestNetworkOf } from '../../limits/address-networks.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import type { MessageKind } from '../../shared/enumerations.ts';
import { RuleBroken } from '../../shared/errors.ts';
import type { Context } from '../../trpc/context.ts';
import type { BlockedSenderView } from './inbox.schema.ts';
import { tellInboxChanged } from './live.ts';

const tags = /<\/?a\b[^<>]*>|\[\/?url\b[^[\]]*\]/gi;
const addresses = /(?:\bhttps?:\/\/|\bwww\.)\S+/gi;
const words = /[\p{L}\p{N}]/u;

/**
 * Returns whether a text consists of links only: plain links, HTML links or forum markup. Returns false for a
 * text without links.
 */
export function isOnlyLinks(text: string): boolean {
  const left = withoutLinks(text);
  return left !== text && !words.test(left);
}

function withoutLinks(text: string): string {
  return text.replace(tags, ' ').replace(addresses, ' ');
}

interface Evidence {
  /** The value of the form field that people do not see. */
  trap: string;
  text: string;
  fields: string[];
  hasToken: boolean;
  tokenReason: string | undefined;
  wasTokenUsed: boolean;
  isFlood: boolean;
  /** The name of the user who has blocked the sender. Undefined when the sender is not blocked. */
  blockedBy: string | undefined;
}

/**
 * Returns the reasons why a message is spam, as sentences for staff. Returns an empty array for a message
 * that is not spam. During a flood, a message also counts as spam if it contains a link or has no valid
 * token.
 */
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
    hasToken && reasons.length === 0 && [text, ...fields].every((words) => withoutLinks(words) === words);
  if (isFlood && !looksGenuine) reasons.push('It came amid more than 200 posts within an hour.');
  return reasons;
}

export const BlockedSenderSchema = defineEntity({
  name: 'BlockedSender',
  tableName: 'blocked_senders',
  properties: {
    id: p.integer().primary(),
    created_at: p.datetime(),
    /**
     * An email address, or a domain without `@`, as `toEmailKey` returns it. Earlier versions stored a Unicode domain as
     * it was typed.
     */
    sender: textColumn('email').unique(),
    /** The name of the user who blocked the sender. The sender remains blocked when that user is deleted. */
    user_name: textColumn('colleague'),
  },
});

/** A sender whose messages are stored in the spam folder. */
export class BlockedSender extends BlockedSenderSchema.class {}

BlockedSenderSchema.setClass(BlockedSender);

const maxBlocked = 1000;
const tooMany = 'At most 1,000 senders can be blocked. Remove one first, or block a whole domain.';
const noSuchBlock = 'This sender is not blocked.';

/** Returns at most 1,000 blocked senders. The sender who was blocked last comes first. */
export async function listBlockedSenders({ em }: Ctx): Promise<BlockedSenderView[]> {
  const rows = await em.fork().find(BlockedSender, {}, { orderBy: { id: 'desc' }, limit: maxBlocked });
  return rows.map(toView);
}

/**
 * Blocks an address or a domain. Returns the existing block if the sender is blocked already.
 * @throws {RuleBroken} when 1,000 senders are blocked
 */
export function blockSender(ctx: SignedInCtx, typed: string): Promise<BlockedSenderView> {
  return inTransaction(ctx, async (tx) => {
    const sender = toEmailKey(typed);
    const known = await tx.em.findOne(BlockedSender, { sender: { $in: spellingsOf(sender) } });
    if (known) return toView(known);
    if ((await tx.em.count(BlockedSender)) >= maxBlocked) throw RuleBroken.of('sender', tooMany);
    // Without `onConflict`, this insert would fail when another user blocks the sender at the same time.
    await tx.em
      .getKysely<Tables>()
      .insertInto('blocked_senders')
      .values({ sender, user_name: tx.viewer.name, created_at: tx.now })
      .onConflict((on) => on.column('sender').doNothing())
      .execute();
    await tellInboxChanged(tx);
    return toView(await tx.em.findOneOrFail(BlockedSender, { sender }));
  });
}

/**
 * Removes a block, so that the sender's next messages can arrive in the inbox.
 * @throws {NotFound} when there is no such block
 */
export function unblockSender(ctx: Ctx, id: number): Promise<{ success: true }> {
  return inTransaction(ctx, async (tx) => {
    await deleteRow(tx, BlockedSender, id, noSuchBlock);
    await tellInboxChanged(tx);
    return { success: true };
  });
}

/**
 * Returns the name of the user who blocked the address or its domain. Returns undefined when neither the
 * address nor the domain is blocked.
 */
export async function findBlockingUser({ em }: Ctx, email: string): Promise<string | undefined> {
  const email_key = toEmailKey(email);
  const domain = email_key.slice(email_key.lastIndexOf('@') + 1);
  const senders = [...spellingsOf(email_key), ...spellingsOf(domain)];
  const block = await em.findOne(BlockedSender, { sender: { $in: senders } });
  return block?.user_name;
}

/** Returns an address or a domain in both spellings. Earlier versions stored what was typed. */
function spellingsOf(key: string): string[] {
  const at = key.lastIndexOf('@') + 1;
  return [key, key.slice(0, at) + domainToUnicode(key.slice(at))];
}

function toView({ id, sender, user_name, created_at }: BlockedSender): BlockedSenderView {
  return { id, sender: spellingsOf(sender).at(-1)!, user_name, created_at: toIso(created_at) };
}

/** The digits and letters that are not easily confused with each other. */
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

/** Returns the fingerprint of a post. Posts of one network with the same form, fields and file have the same. */
export function fingerprintOf(
  { secrets, privateFiles, request }: FingerprintCtx,
  { kind, about, subject, details }: FormContent,
  cvKey: string | undefined,
): Promise<string> {
  const file = cvKey ? privateFiles.contentOf(cvKey) : '';
  // Browsers send line breaks as LF if the script of the page runs, and as CR LF otherwise.
  const content = JSON.stringify([kind, about, subject, details, file]).replaceAll('\\r\\n', '\\n');
  return secrets.sign('visitor post', `${smallestNetworkOf(request.address)} ${content}`);
}

/** Returns the reference of a message. A repeated post has the reference of the first post. */
export function referenceOf(fingerprint: string): string {
  const bytes = createHash('sha256').update(`reference ${fingerprint}`).digest().subarray(0, referenceLength);
  return [...bytes].map((byte) => referenceLetters[byte % referenceLetters.length]).join('');
}
