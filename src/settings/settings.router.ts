import { z } from 'zod';
import { procedureWithGrant, router, receiveFormMiddleware } from '../trpc/procedures.ts';
import { rest } from '../trpc/procedure-meta.ts';
import { getListUsage, listUsesOf, type UsingModules } from './choices.ts';
import {
  getGroup,
  listGroups,
  listGroupVersions,
  previewGroups,
  restoreGroupVersion,
  saveGroup,
  uploadPicture,
} from './settings.ts';
import {
  ByGroup,
  ByList,
  GroupChange,
  GroupSummary,
  GroupView,
  ListUsage,
  PictureUpload,
  SettingsPreview,
  SettingsPreviewRequest,
  SettingsRestoration,
  SavedGroup,
  StoredPictureView,
  VersionList,
} from './settings.schema.ts';

// Every role that may open the settings can call these. The service then checks the grant of the group.
const permitted = procedureWithGrant('settings:open');
const ofTexts = procedureWithGrant('texts:manage');

/** 800 entries with 30 former names each, in any script. */
const fullLists = { textBytes: 6 * 1024 * 1024, members: 30_000 };

export function settingsRouterOf(modules: UsingModules) {
  const uses = listUsesOf(modules);
  return router({
    list: permitted
      .meta(rest('GET', '/admin/settings', 'List the groups of settings'))
      .output(z.object({ groups: z.array(GroupSummary).describe('The groups of settings') }))
      .query(async ({ ctx }) => ({ groups: await listGroups(ctx) })),

    one: permitted
      .meta(rest('GET', '/admin/settings/{group}', 'Read a group of settings'))
      .input(ByGroup)
      .output(GroupView)
      .query(({ ctx, input }) => getGroup(ctx, input.group)),

    update: permitted
      .meta(rest('PUT', '/admin/settings/{group}', 'Replace a group of settings', fullLists))
      .input(GroupChange)
      .output(SavedGroup)
      .mutation(({ ctx, input }) => saveGroup(ctx, input, uses)),

    uploadPicture: ofTexts
      .meta(
        rest('POST', '/admin/settings/{group}/pictures', 'Upload a picture for a group of settings', {
          status: 201,
          files: { picture: 'logo' },
        }),
      )
      .use(receiveFormMiddleware)
      .input(PictureUpload)
      .output(StoredPictureView)
      .mutation(({ ctx, input }) => uploadPicture(ctx, input)),

    preview: ofTexts
      .meta(rest('POST', '/admin/settings/{group}/preview', 'Preview a page with unsaved settings'))
      .input(SettingsPreviewRequest)
      .output(SettingsPreview)
      .mutation(({ ctx, input }) => previewGroups(ctx, input)),

    versions: permitted
      .meta(rest('GET', '/admin/settings/{group}/versions', 'List the versions of a group of settings'))
      .input(ByGroup)
      .output(VersionList)
      .query(({ ctx, input }) => listGroupVersions(ctx, input.group)),

    restore: permitted
      .meta(rest('POST', '/admin/settings/{group}/restore', 'Restore a version of a group of settings'))
      .input(SettingsRestoration)
      .output(SavedGroup)
      .mutation(({ ctx, input }) => restoreGroupVersion(ctx, input, uses)),

    usage: ofTexts
      .meta(
        rest('GET', '/admin/settings/choices/{list}/usage', 'Count the rows that use the entries of a list'),
      )
      .input(ByList)
      .output(ListUsage)
      .query(({ ctx, input }) => getListUsage(ctx, input.list, uses)),
  });
}
