import { defineEntity, p } from '@mikro-orm/core';

const BlockedSenderSchema = defineEntity({
  name: 'BlockedSender',
  tableName: 'blocked_senders',
  properties: {
    id: p.integer().primary(),
    created_at: p.datetime(),
    /** An address, or a domain without `@`. In lower case, as `toEmailKey` writes it. */
    sender: p.text().unique(),
    /** The user who blocked the sender. The block stays when the account is deleted. */
    user_name: p.text(),
  },
});

/** A sender whose messages are stored in the spam folder. */
export class BlockedSender extends BlockedSenderSchema.class {}

BlockedSenderSchema.setClass(BlockedSender);
