import { z } from 'zod';
import { router } from '../../trpc/init.ts';
import { publicProcedure } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/rest.ts';

export const siteRouter = router({
  test: publicProcedure
    .meta(rest('GET', '/test', 'Tell that the API answers'))
    .output(z.object({ message: z.string() }))
    .query(() => ({ message: 'The API is working.' })),
});
