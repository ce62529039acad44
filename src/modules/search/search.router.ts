import type { ModuleName } from '../../shared/module-facts.ts';
import { router } from '../../trpc/init.ts';
import { signedIn } from '../../trpc/procedures.ts';
import { SearchResults, EverythingQuery } from './search.schema.ts';
import { type SearchedModule, searchOf } from './search.service.ts';

export function searchRouterOf(modules: Record<ModuleName, SearchedModule>) {
  const search = searchOf(modules);
  return router({
    everything: signedIn
      .input(EverythingQuery)
      .output(SearchResults)
      .query(({ ctx, input }) => search(ctx, input)),
  });
}
