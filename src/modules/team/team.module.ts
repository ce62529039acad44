import { z } from 'zod';
import type { EditorCtx } from '../../content/content-kind.ts';
import { defineModule } from '../../content/module/define-module.ts';
import { rowViewOf } from '../../content/module/fields-of.ts';
import type { PublicRowView } from '../../content/module/schemas-of.ts';
import { languageFilter, withLanguages, withStandIns } from '../../content/translations/shown-language.ts';
import type { ListCtx } from '../../content/operations/read.ts';
import { updateRow } from '../../content/operations/update.ts';
import { findSharePictures, pageViewFields, type SharePictureView } from '../../pictures/media.ts';
import { Conflict } from '../../shared/errors.ts';
import { ById, SuccessMessage } from '../../shared/fields.ts';
import { pictureFields } from '../../shared/picture-view.ts';
import { storedValuesOf } from '../../shared/settings/choices.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { procedureWithGrant, publicProcedureOf, router } from '../../trpc/procedures.ts';
import { memberColumns, teamFacts } from './team.facts.ts';

export const teamModule = defineModule('team', {
  columns: memberColumns,
  missing: 'There is no such team member.',
  title: 'name',
  logged: ['name', 'role', 'section'],
  search: ['name', 'role'],
  indexes: [['section', 'id']],
  summaries: {
    list: 'List team members',
    create: 'Add a team member',
    update: 'Change a team member',
    remove: 'Remove a team member',
  },
  lists: { filters: ['section'], groups: 'section', order: 'section' },
});

export const Member = teamModule.entity;
export type Member = InstanceType<typeof Member>;

export const PublicMember = rowViewOf(memberColumns, teamFacts.position)
  .View.extend({
    ...pictureFields,
    /** Null if there is no such picture. */
    photo: pageViewFields.shared_picture.describe(
      'The picture of the library that `photograph` names, or null',
    ),
  })
  .meta({ title: 'PublicMemberSummary' });
type ShownMember = PublicRowView<typeof memberColumns> & { photo: SharePictureView };

/** In the order of the sections. Somebody without a translation is shown as in the original. */
export async function listTeam(ctx: ListCtx, lang?: string): Promise<ShownMember[]> {
  const { choices } = await ctx.siteSettings.current();
  const shown = await withStandIns(ctx, lang);
  const rows = await teamModule.table.all(ctx.read, shown, storedValuesOf(choices, 'team_sections'));
  const members = await withLanguages(ctx, await teamModule.showAll(ctx, rows.map(teamModule.toView)));
  const photos = await findSharePictures(
    ctx,
    members.map(({ photograph }) => photograph),
  );
  return members.map((member, at) => ({ ...member, photo: photos[at]! }));
}

async function removePhoto(ctx: EditorCtx, id: number): Promise<void> {
  await updateRow(teamModule.kind, ctx, {
    id,
    revise: (member) => {
      if (!member.image) throw new Conflict('This team member has no photo.');
      member.revise({ image: null }, ctx.now);
    },
  });
}

export const teamRouter = router({
  ...teamModule.procedures,

  removePhoto: procedureWithGrant('team:manage')
    .meta(rest('POST', '/admin/team/{id}/remove-photo', 'Remove the photo of a team member'))
    .input(ById)
    .output(SuccessMessage)
    .mutation(async ({ ctx, input }) => {
      await removePhoto(ctx, input.id);
      return { success: true, message: 'The photo has been removed.' };
    }),

  published: publicProcedureOf('team')
    .meta(rest('GET', '/team', 'List the team', { isPublicCacheable: true }))
    .input(z.object(languageFilter))
    .output(z.object({ team: z.array(PublicMember).describe('The team members') }))
    .query(async ({ ctx, input }) => ({ team: await listTeam(ctx, input.lang) })),
});
