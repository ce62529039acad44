import { z } from 'zod';
import { Id, wholeNumber } from '../../shared/fields.ts';
import { router } from '../../trpc/init.ts';
import { publicProcedure } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { listPublishedTestimonials, maxShown, PublicTestimonial } from './public-testimonials.service.ts';
import { testimonials } from './testimonials.module.ts';

export const testimonialsRouter = router({
  ...testimonials.procedures,

  published: publicProcedure
    .meta(rest('GET', '/testimonials', 'List published testimonials', { isPublicCacheable: true }))
    .input(
      z.object({
        project_id: Id.optional(),
        limit: wholeNumber('Limit', 1, maxShown).default(maxShown),
      }),
    )
    .output(z.object({ testimonials: z.array(PublicTestimonial).describe('The testimonials') }))
    .query(async ({ ctx, input }) => ({ testimonials: await listPublishedTestimonials(ctx, input) })),
});
