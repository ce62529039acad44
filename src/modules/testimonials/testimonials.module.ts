import { z } from 'zod';
import { defineModule } from '../../content/module/define-module.ts';
import { rowViewOf } from '../../content/module/fields-of.ts';
import type { ListCtx } from '../../content/operations/read.ts';
import {
  findInLanguage,
  languageFilter,
  withLanguages,
  withStandIns,
} from '../../content/translations/shown-language.ts';
import { readGroup } from '../../content/translations/stored-translations.ts';
import { isInLanguageSql, standsInSql } from '../../database/list/language-filter.ts';
import { toTextList } from '../../database/columns.ts';
import { isPublicSql } from '../../database/list/public-at.ts';
import { Id, wholeNumber } from '../../shared/fields.ts';
import { factsByModule } from '../../shared/module-facts.ts';
import { pictureFields } from '../../shared/picture-view.ts';
import { languageOfRow } from '../../shared/site-languages.ts';
import { pathOfRow } from '../../shared/slugs.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { publicProcedure, router } from '../../trpc/procedures.ts';
import { testimonialColumns } from './testimonials.facts.ts';

export const testimonialsModule = defineModule('testimonials', {
  columns: testimonialColumns,
  missing: 'There is no such testimonial.',
  title: 'person',
  logged: ['person', 'company'],
  search: ['person', 'company', 'quote'],
  indexes: [
    ['created_at', 'id'],
    ['service', 'created_at', 'id'],
    ['is_published', 'created_at', 'id'],
    ['service', 'is_published', 'created_at', 'id'],
    ['project_id'],
    ['position', 'id'],
    ['service', 'position', 'id'],
    ['is_published', 'position', 'id'],
    ['service', 'is_published', 'position', 'id'],
  ],
  summaries: {
    list: 'List testimonials',
    create: 'Add a testimonial',
    update: 'Change a testimonial',
    remove: 'Delete a testimonial',
  },
  lists: { filters: ['service', 'is_published'], groups: 'service' },
});

/** In one answer. */
const maxShown = 50;

const { folder, table, log: module } = factsByModule.portfolio;
const { id, quote, person, role, company, service, portrait, lang } =
  rowViewOf(testimonialColumns).View.shape;

export const PublicTestimonial = z
  .object({
    id,
    quote,
    person,
    role,
    company,
    service,
    portrait,
    ...pictureFields,
    /** Null also if visitors cannot see the project. `services` are keys of services in the settings. */
    project: z
      .object({
        id: z.int().describe('The id'),
        title: z.string().describe('The title'),
        path: z.string().describe('The path on the site'),
        services: z.array(z.string()).describe('The services'),
      })
      .nullable()
      .describe('The project that the testimonial is about, or null'),
    lang,
  })
  .meta({ title: 'PublicTestimonialSummary' });
export type PublicTestimonial = z.output<typeof PublicTestimonial>;
type LinkedProject = NonNullable<PublicTestimonial['project']>;

interface TestimonialFilter {
  project_id?: number | undefined;
  /** In any language. */
  ids?: readonly number[];
  lang?: string | undefined;
  limit: number;
}

/** In the order that staff have chosen. */
export async function listPublishedTestimonials(
  ctx: ListCtx,
  { project_id, ids: shownIds, lang: language, limit }: TestimonialFilter,
): Promise<PublicTestimonial[]> {
  const { in_language, stands_in } = await withStandIns(ctx, language);
  const ofProject =
    project_id === undefined ? [] : await readGroup(ctx.read, { module, item_id: project_id });
  const rows = await ctx.read
    .selectFrom('testimonials')
    .selectAll()
    .where('is_published', '=', 1)
    .$if(project_id !== undefined, (some) =>
      some.where('project_id', 'in', [project_id!, ...ofProject.map(({ item_id }) => item_id)]),
    )
    .where(isInLanguageSql('testimonials', in_language))
    .$if(shownIds !== undefined, (some) => some.where('id', 'in', [...shownIds!]))
    .$if(shownIds === undefined && stands_in !== undefined, (some) =>
      some.where(standsInSql('testimonials', stands_in)),
    )
    .orderBy('position', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const views = rows.map((row) => testimonialsModule.toView(row as never));
  // While the portfolio is switched off, its pages do not exist.
  const { features, languages, shown: page } = await ctx.siteSettings.current();
  const hasPages = features.portfolio;
  const linked = [...new Set(views.flatMap((view) => view.project_id ?? []))];
  const lang = language ?? page.language;
  const translated = await findInLanguage(ctx.read, { module, ids: linked, lang });
  const ids = [...new Set([...linked, ...translated.values()])];
  const projectRows =
    ids.length === 0 || !hasPages
      ? []
      : await ctx.read
          .selectFrom('projects')
          .select(['id', 'title', 'slug', 'lang', 'services'])
          .where('id', 'in', ids)
          .where(isPublicSql(table, ctx.now))
          .execute();
  const projects = new Map(
    projectRows.map(({ id, title, slug, lang, services }): [number, LinkedProject] => [
      Number(id),
      {
        id: Number(id),
        title,
        path: pathOfRow({ folder }, { id: Number(id), slug }, languageOfRow(languages, lang)),
        services: toTextList(services),
      },
    ]),
  );
  const shown = await withLanguages(ctx, await testimonialsModule.showAll(ctx, views));
  return shown.map(({ id, quote, person, role, company, service, portrait, picture, project_id, lang }) => ({
    id,
    quote,
    person,
    role,
    company,
    service,
    portrait,
    picture,
    project: projects.get(translated.get(project_id ?? 0) ?? 0) ?? projects.get(project_id ?? 0) ?? null,
    lang,
  }));
}

export const testimonialsRouter = router({
  ...testimonialsModule.procedures,

  published: publicProcedure
    .meta(rest('GET', '/testimonials', 'List published testimonials', { isPublicCacheable: true }))
    .input(
      z.object({
        project_id: Id.optional(),
        limit: wholeNumber('Limit', 1, maxShown).default(maxShown),
        ...languageFilter,
      }),
    )
    .output(z.object({ testimonials: z.array(PublicTestimonial).describe('The testimonials') }))
    .query(async ({ ctx, input }) => ({ testimonials: await listPublishedTestimonials(ctx, input) })),
});
