import { z } from 'zod';
import type { Columns } from '../../shared/column-types.ts';
import { ById, Id, Success, VersionInput } from '../../shared/fields.ts';
import { galleryModule } from '../gallery/gallery.facts.ts';
import { MediaChange, MediaDetail, MediaItemView, MediaPage, MediaQuery } from '../../shared/media.ts';
import { factsOf, type ModuleName, moduleNames } from '../../shared/module-facts.ts';
import { altTextField } from '../../shared/picture-view.ts';
import { fileField } from '../../shared/uploads.ts';
import { Download } from '../../trpc/download.ts';
import { runIdempotent } from '../../trpc/idempotent.ts';
import { allowed, router, signedIn, takesForm } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { changeMedia, getMedia, listMedia, openKeptPicture, removeMedia } from './library.ts';
import { replaceFile, uploadMedia } from './uploads.ts';
import type { UsingTables } from './where-used.ts';

const permitted = allowed('media:manage');
const files = { file: 'media' } as const;

/**
 * Creates the router of the library. `modules` names the column of each module that contains the title of a row. The
 * library shows the titles of the rows that use a picture or file.
 */
export function mediaRouterOf(modules: Record<ModuleName, { rules: { columns: Columns; title: string } }>) {
  const tables: UsingTables = {
    ...Object.fromEntries(
      moduleNames.map((name) => {
        const { log, table } = factsOf(name);
        return [log, { table, title: modules[name].rules.title }];
      }),
    ),
    [galleryModule]: { table: 'albums', title: 'name' },
  };
  return router({
    list: permitted
      .meta(rest('GET', '/admin/media', 'List the pictures and files of the library', { rows: 'items' }))
      .input(MediaQuery)
      .output(MediaPage)
      .query(({ ctx, input }) => listMedia(ctx, input)),

    one: permitted
      .meta(rest('GET', '/admin/media/{id}', 'Read a picture or file of the library, and where it is used'))
      .input(ById)
      .output(MediaDetail)
      .query(({ ctx, input }) => getMedia(ctx, tables, input.id)),

    // Served at `/uploads/kept/…`, because only people in the panel load it.
    kept: signedIn
      .input(z.object({ key: z.string().max(80) }))
      .output(z.instanceof(Download))
      .query(({ ctx, input }) => openKeptPicture(ctx, input.key)),

    upload: permitted
      .meta(
        rest('POST', '/admin/media', 'Add a picture or file to the library', {
          status: 201,
          files,
          isOnce: true,
        }),
      )
      .use(takesForm)
      .input(
        z.object({
          file: fileField('File').describe(
            'A picture (JPEG, PNG, WebP or AVIF), PDF, DOCX, XLSX, PPTX, ODT, ODS, ZIP, CSV or TXT',
          ),
          alt: altTextField.describe('Describes the picture. Empty for decoration, null if unwritten'),
        }),
      )
      .output(
        z.object({
          id: z.int().describe('The id'),
          item: MediaItemView.describe('The picture of the library'),
        }),
      )
      .mutation(async (call) => {
        const item = await runIdempotent(call, uploadMedia);
        return { id: item.id, item };
      }),

    change: permitted
      .meta(rest('PUT', '/admin/media/{id}', 'Change the details of a picture or file'))
      .input(MediaChange)
      .output(z.object({ item: MediaItemView.describe('The picture of the library') }))
      .mutation(async ({ ctx, input }) => ({ item: await changeMedia(ctx, input) })),

    replace: permitted
      .meta(
        rest('POST', '/admin/media/{id}/file', 'Replace a picture or file wherever it is used', {
          files,
        }),
      )
      .use(takesForm)
      .input(
        z.object({
          id: Id,
          version: VersionInput,
          file: fileField('File').describe(
            'A picture (JPEG, PNG, WebP or AVIF), PDF, DOCX, XLSX, PPTX, ODT, ODS, ZIP, CSV or TXT',
          ),
        }),
      )
      .output(z.object({ item: MediaItemView.describe('The picture of the library') }))
      .mutation(async ({ ctx, input }) => ({ item: await replaceFile(ctx, input) })),

    remove: permitted
      .meta(rest('DELETE', '/admin/media/{id}', 'Delete a picture or file that is not in use'))
      .input(ById)
      .output(Success)
      .mutation(({ ctx, input }) => removeMedia(ctx, tables, input.id)),
  });
}
