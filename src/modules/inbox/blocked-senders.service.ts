import { domainToUnicode } from 'node:url';
import { toIso } from '../../database/columns.ts';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { deleteRow, inTransaction } from '../../database/transaction.ts';
import type { Tables } from '../../database/tables.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { BlockedSender } from './blocked-sender.entity.ts';
import type { BlockedSenderView } from './blocked-senders.schema.ts';
import { tellInboxChanged } from './live.service.ts';

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
