import { defineEntity, p } from '@mikro-orm/core';

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
    sender: p.text().unique(),
    /** The name of the user who blocked the sender. The sender remains blocked when that user is deleted. */
    user_name: p.text(),
  },
});

/** A sender whose messages are stored in the spam folder. */
export class BlockedSender extends BlockedSenderSchema.class {}

BlockedSenderSchema.setClass(BlockedSender);
