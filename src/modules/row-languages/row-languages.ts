import { z } from 'zod';
import type { EditorCtx } from '../../content/content-kind.ts';
import type { ModuleKind } from '../../content/module/module-kind.ts';
import { setColumnValues } from '../../content/operations/update.ts';
import type { Ctx } from '../../database/ctx.ts';
import { maxBulkRows } from '../../shared/enumerations.ts';
import { readLanguageEffects } from '../../settings/move-rows.ts';
import { languagesAfter } from '../../settings/site-languages.ts';
import { readSiteLanguages } from '../../settings/stored-groups.ts';
import type { ModuleName } from '../../shared/module-facts.ts';
import { type Language, languages } from '../../shared/settings/fields/region.ts';
import { procedureWithGrant, router } from '../../trpc/procedures.ts';

type ModulesWithRows = Readonly<Record<ModuleName, { kind: ModuleKind }>>;

/** Rows that follow the site's language. */
async function countWithoutLanguage({ read }: Ctx, modules: ModulesWithRows): Promise<number> {
  const counts = kindsWithLanguage(modules).map(async ({ facts }) => {
    const { count } = await read
      .withTables<Record<string, { id: number; lang: string | null }>>()
      .selectFrom(facts.table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('lang', 'is', null)
      .executeTakeFirstOrThrow();
    return Number(count);
  });
  return (await Promise.all(counts)).reduce((total, count) => total + count, 0);
}

/**
 * The first hundred of each module. Returns how many are left; the caller repeats the call until none is.
 * @throws {RuleBroken} with the title of a row that breaks a rule
 */
async function markWithoutLanguage(
  ctx: EditorCtx,
  modules: ModulesWithRows,
  lang: Language,
): Promise<number> {
  for (const kind of kindsWithLanguage(modules)) {
    const rows = await ctx.read
      .withTables<Record<string, { id: number; lang: string | null }>>()
      .selectFrom(kind.facts.table)
      .select('id')
      .where('lang', 'is', null)
      .orderBy('id')
      .limit(maxBulkRows)
      .execute();
    const ids = rows.map(({ id }) => Number(id));
    if (ids.length > 0) await setColumnValues(kind, ctx, ids, { lang });
  }
  return countWithoutLanguage(ctx, modules);
}

function kindsWithLanguage(modules: ModulesWithRows): ModuleKind[] {
  return Object.values(modules)
    .map(({ kind }) => kind)
    .filter(({ columns }) => 'lang' in columns);
}

const permitted = procedureWithGrant('settings:manage');
const WithoutLanguage = z.object({ count: z.int() });
const SiteLanguage = z.enum(Object.keys(languages) as [Language, ...Language[]]);
const ChosenLanguages = z.object({
  language: SiteLanguage,
  further_languages: z.array(SiteLanguage).max(10),
});
const LanguageEffects = z.object({
  moved: z.int(),
  hidden: z.int(),
  examples: z.array(z.object({ from: z.string(), to: z.string() })),
});

/** Rows without a language follow the site's. Only the panel uses this router. */
export function rowLanguagesRouterOf(modules: ModulesWithRows) {
  return router({
    state: permitted
      .output(WithoutLanguage)
      .query(async ({ ctx }) => ({ count: await countWithoutLanguage(ctx, modules) })),

    /** Of a change of the site's languages, before it is saved. */
    effects: permitted
      .input(ChosenLanguages)
      .output(LanguageEffects)
      .query(async ({ ctx: { read }, input }) => {
        const before = await readSiteLanguages(read);
        return readLanguageEffects(read, before, languagesAfter(before, input));
      }),

    mark: permitted
      .input(z.object({ lang: SiteLanguage }))
      .output(WithoutLanguage)
      .mutation(async ({ ctx, input }) => ({ count: await markWithoutLanguage(ctx, modules, input.lang) })),
  });
}
