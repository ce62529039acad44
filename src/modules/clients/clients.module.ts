import { z } from 'zod';
import { defineModule } from '../../content/module/define-module.ts';
import { rowViewOf } from '../../content/module/fields-of.ts';
import type { ListCtx } from '../../content/operations/read.ts';
import { languageFilter, withLanguages, withStandIns } from '../../content/translations/shown-language.ts';
import { findMediaFacts } from '../../pictures/media.ts';
import { MediaFacts } from '../../shared/media.ts';
import { pictureFields } from '../../shared/picture-view.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { publicProcedure, router } from '../../trpc/procedures.ts';
import { clientColumns } from './clients.facts.ts';

export const clientsModule = defineModule('clients', {
  columns: clientColumns,
  missing: 'There is no such client.',
  title: 'name',
  logged: ['name'],
  search: ['name'],
  indexes: [
    ['created_at', 'id'],
    ['kind', 'created_at', 'id'],
    ['is_published', 'created_at', 'id'],
    ['kind', 'is_published', 'created_at', 'id'],
    ['position', 'id'],
    ['kind', 'position', 'id'],
    ['is_published', 'position', 'id'],
    ['kind', 'is_published', 'position', 'id'],
  ],
  summaries: {
    list: 'List clients',
    create: 'Add a client',
    update: 'Change a client',
    remove: 'Delete a client',
  },
  lists: { filters: ['kind', 'is_published'], groups: 'kind' },
});

const maxShown = 24;

const { id, name, kind, link, logo, lang } = rowViewOf(clientColumns).View.shape;

const PublicClient = z
  .object({
    id,
    name,
    kind,
    link,
    logo,
    ...pictureFields,
    /** For the dark theme. */
    dark: MediaFacts.nullable().describe('The logo for dark backgrounds'),
    lang,
  })
  .meta({ title: 'PublicClientSummary' });
type PublicClient = z.output<typeof PublicClient>;

/** The first 24, as staff order them. */
async function listPublishedClients(ctx: ListCtx, language?: string): Promise<PublicClient[]> {
  const { rows } = await clientsModule.table.page(
    ctx.read,
    { page: 1, per_page: maxShown },
    { is_published: true, ...(await withStandIns(ctx, language)) },
  );
  const shown = await withLanguages(ctx, await clientsModule.showAll(ctx, rows.map(clientsModule.toView)));
  const facts = await findMediaFacts(
    ctx,
    shown.flatMap(({ logo_dark }) => logo_dark ?? []),
  );
  return shown.map(({ id, name, kind, link, logo, picture, logo_dark, lang }) => ({
    id,
    name,
    kind,
    link,
    logo,
    picture,
    dark: facts.get(logo_dark ?? 0) ?? null,
    lang,
  }));
}

export const clientsRouter = router({
  ...clientsModule.procedures,

  published: publicProcedure
    .meta(rest('GET', '/clients', 'List published clients', { isPublicCacheable: true }))
    .input(z.object(languageFilter))
    .output(z.object({ clients: z.array(PublicClient).describe('The clients') }))
    .query(async ({ ctx, input }) => ({ clients: await listPublishedClients(ctx, input.lang) })),
});
