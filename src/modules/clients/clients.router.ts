import { z } from 'zod';
import { router } from '../../trpc/init.ts';
import { publicProcedure } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { clients, listPublishedClients, PublicClient } from './clients.module.ts';

export const clientsRouter = router({
  ...clients.procedures,

  published: publicProcedure
    .meta(rest('GET', '/clients', 'List published clients', { isPublicCacheable: true }))
    .output(z.object({ clients: z.array(PublicClient).describe('The clients') }))
    .query(async ({ ctx }) => ({ clients: await listPublishedClients(ctx) })),
});
