import { defineEntity, p } from '@mikro-orm/core';

const BlockedSenderSchema = defineEntity({
  name: 'BlockedSender',
  tableName: 'blocked_senders',
  properties: {
    id: p.integer().primary(),
    created_at: p.datetime(),
    /** An address, or a domain without `@`. In lower case, as `toEmailKey` writes it. */
    sender: p.text().unique(),
    /** Who blocked it. The block outlives the account. */
    user_name: p.text(),
  },
});

/** A sender whose messages go into the spam. */
export class BlockedSender extends BlockedSenderSchema.class {}

BlockedSenderSchema.setClass(BlockedSender);
