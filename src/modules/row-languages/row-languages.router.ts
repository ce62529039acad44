import { z } from 'zod';
import { type Language, languages } from '../../shared/settings/fields/region.ts';
import { router } from '../../trpc/init.ts';
import { allowed } from '../../trpc/procedures.ts';
import { countWithoutLanguage, markWithoutLanguage, type ModulesWithRows } from './row-languages.service.ts';

const permitted = allowed('settings:manage');
const WithoutLanguage = z.object({ count: z.int() });
const MarkInput = z.object({ lang: z.enum(Object.keys(languages) as [Language, ...Language[]]) });

/**
 * Creates the router for the rows that have no language of their own, and so follow the site's language. Only the panel
 * uses this router.
 */
export function rowLanguagesRouterOf(modules: ModulesWithRows) {
  return router({
    state: permitted
      .output(WithoutLanguage)
      .query(async ({ ctx }) => ({ count: await countWithoutLanguage(ctx, modules) })),

    mark: permitted
      .input(MarkInput)
      .output(WithoutLanguage)
      .mutation(async ({ ctx, input }) => ({ count: await markWithoutLanguage(ctx, modules, input.lang) })),
  });
}
