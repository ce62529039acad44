import { z } from 'zod';
import { ById, Success } from '../../shared/fields.ts';
import { allowed } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { BlockedSenderView, BlockInput } from './blocked-senders.schema.ts';
import { blockSender, listBlockedSenders, unblockSender } from './blocked-senders.service.ts';

export const blockedSenders = {
  blockedSenders: allowed('inbox:manage')
    .meta(rest('GET', '/admin/blocked-senders', 'List the senders whose messages go into the spam'))
    .output(z.object({ blocked_senders: z.array(BlockedSenderView).describe('The blocked senders') }))
    .query(async ({ ctx }) => ({ blocked_senders: await listBlockedSenders(ctx) })),

  blockSender: allowed('inbox:manage')
    .meta(rest('POST', '/admin/blocked-senders', 'Block an address or a domain', { status: 201 }))
    .input(BlockInput)
    .output(z.object({ blocked_sender: BlockedSenderView.describe('The blocked sender') }))
    .mutation(async ({ ctx, input }) => ({ blocked_sender: await blockSender(ctx, input.sender) })),

  unblockSender: allowed('inbox:manage')
    .meta(rest('DELETE', '/admin/blocked-senders/{id}', 'Let a sender write again'))
    .input(ById)
    .output(Success)
    .mutation(({ ctx, input }) => unblockSender(ctx, input.id)),
};
