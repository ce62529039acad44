import { z } from 'zod';
import { type EditorCtx, findAndLockRow } from '../../content/content-kind.ts';
import { withoutUndefined } from '../../content/module/form-parts.ts';
import { readRow } from '../../content/operations/read.ts';
import { moveRowsToTrash } from '../../content/operations/remove.ts';
import { updateRow } from '../../content/operations/update.ts';
import {
  countRowsWithVersionsOf,
  removePictureFromVersions,
} from '../../content/versions/stored-versions.ts';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import type { Tables } from '../../database/table-types.ts';
import { inTransaction } from '../../database/transaction.ts';
import { MediaItem } from '../../pictures/media-item.entity.ts';
import { listUsedOrUnused, toMediaView } from '../../pictures/media.ts';
import { readModulesRetaining } from '../../pictures/files-in-use.ts';
import { readPictures, showRowPicture, showRowPictures } from '../../pictures/picture.entity.ts';
import { describePicture, type PicturesCtx } from '../../pictures/change-pictures.ts';
import type { Columns } from '../../shared/column-types.ts';
import { Conflict, NotFound, RuleBroken, type UseCounts } from '../../shared/errors.ts';
import { ById, Id, Success, VersionInput } from '../../shared/fields.ts';
import { hasGrant } from '../../shared/grants.ts';
import {
  MediaChange,
  MediaDetail,
  MediaItemView,
  type MediaItemView as Shown,
  MediaPage,
  MediaQuery,
  type MediaUseView,
} from '../../shared/media.ts';
import { factsOf, findModuleByLogName, type ModuleName, moduleNames } from '../../shared/module-facts.ts';
import { fieldList, type PageMeta, withAsOf } from '../../shared/pagination.ts';
import { altTextField, sizesOf } from '../../shared/picture-view.ts';
import { fileField } from '../../shared/uploads.ts';
import { Download } from '../../trpc/download.ts';
import { runIdempotent } from '../../trpc/idempotent.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import {
  procedureWithGrant,
  router,
  signedInProcedure,
  receiveFormMiddleware,
} from '../../trpc/procedures.ts';
import { galleryModule } from '../../shared/gallery-limits.ts';
import { mediaKindOf } from './library.facts.ts';
import { mediaContent, mediaReader } from './library.module.ts';
import { replaceLibraryFile, uploadMedia } from './uploads.ts';
import { readUsesOf, pictureColumnsOfRows, type ModulesWithColumns } from './where-used.ts';

const noSuchPicture = 'There is no such picture.';

async function listMedia(ctx: Ctx, query: MediaQuery): Promise<{ items: Shown[]; meta: PageMeta }> {
  const { is_used, type, is_described, updated_since, kind, ...page } = query;
  if (is_used !== undefined && (page.cursor ?? updated_since) !== undefined) {
    throw RuleBroken.of('is_used', 'This filter goes without cursor and updated_since.');
  }
  const { rows, meta } =
    is_used === undefined
      ? await mediaReader.page(ctx.read, page, { type, is_described, updated_since, media_kind: kind })
      : await listUsedOrUnused(ctx.read, query, pictureColumnsOfRows(ctx));
  return {
    items: await showRowPictures(ctx, rows.map(toMediaView)),
    meta: withAsOf(meta, ctx.now, updated_since),
  };
}

/** @throws {NotFound} when there is no such item */
async function getMedia(ctx: Ctx, tables: ModulesWithColumns, id: number): Promise<MediaDetail> {
  const item = await showRowPicture(ctx, readRow(mediaContent.kind, ctx, id));
  const [uses, in_versions] = await Promise.all([
    readUsesOf(ctx, tables, item),
    countRowsWithVersionsOf(ctx.read, item),
  ]);
  return { item, uses, in_versions };
}

/**
 * An attached picture remains in the library then, even without its row.
 * @throws {NotFound} · {Conflict} when the item has changed since `version`
 */
async function changeMedia(ctx: EditorCtx, { id, version, ...values }: MediaChange): Promise<Shown> {
  const changed = updateRow(mediaContent.kind, ctx, {
    id,
    version,
    revise: async (row, tx) => {
      const wasAttached = row.is_attached;
      const isDescribed = await describePicture(tx, row.path, values.alt);
      row.revise({ ...withoutUndefined(values), is_attached: false }, ctx.now);
      return wasAttached || isDescribed;
    },
  });
  return await showRowPicture(ctx, changed);
}

/** @throws {NotFound} · {Conflict} when the item is in use, with the number of uses by module */
async function removeMedia(
  ctx: EditorCtx,
  tables: ModulesWithColumns,
  id: number,
): Promise<{ success: true }> {
  return inTransaction(ctx, async (tx) => {
    // While the row is locked, no other row can begin to use it.
    const row = await findAndLockRow(tx, MediaItem, id);
    if (!row) throw new NotFound(mediaReader.missing);
    const uses = await readUsesOf({ em: tx.em, read: tx.em.getKysely<Tables>() }, tables, toMediaView(row));
    if (uses.length > 0) throw inUse(row.type, uses);
    if (row.path) await removePictureFromVersions(tx, row.path);
    await moveRowsToTrash(mediaContent.kind, tx, [id]);
    return { success: true };
  });
}

/**
 * A picture that the trash or a version needs, in the smallest stored size.
 * @throws {NotFound} also when the viewer may edit none of the rows that had it
 */
async function openKeptPicture(
  { read, pictures, viewer }: SignedInCtx & Pick<PicturesCtx, 'pictures'>,
  key: string,
): Promise<Download> {
  const path = `uploads/${key}`;
  const modules = (await readModulesRetaining(read, path)).map((log) => findModuleByLogName(log)?.name);
  if (!modules.some((name) => name && hasGrant(viewer.role, `${name}:manage`)))
    throw new NotFound(noSuchPicture);
  const original = (await readPictures(read, [path])).get(path);
  const [smallest] = original ? sizesOf(original) : [];
  for (const name of smallest ? [smallest.path.replace('uploads/', ''), key] : [key]) {
    const file = await pictures.read(name);
    const type = `image/${name.slice(name.lastIndexOf('.') + 1)}`;
    if (file?.bytes) return new Download({ name, type, bytes: file.bytes, open: () => file.open() });
  }
  throw new NotFound(noSuchPicture);
}

function inUse(type: string, uses: MediaUseView[]): Conflict {
  const [first] = uses;
  const example = first ? `“${first.title}”${first.is_in_trash ? ', which is in the trash' : ''}` : 'a text';
  const others = uses.length - 1;
  const more = others > 0 ? ` and ${others} more` : '';
  const in_use: UseCounts = {};
  for (const { module, is_in_trash } of uses) {
    const kind = is_in_trash ? 'trash' : module;
    in_use[kind] = (in_use[kind] ?? 0) + 1;
  }
  return new Conflict(`This ${mediaKindOf(type)} is used by ${example}${more}. Take it out there first.`, {
    in_use,
  });
}

const permitted = procedureWithGrant('media:manage');
const files = { file: 'media' } as const;
const mediaFile = fileField('File').describe(
  'A picture (JPEG, PNG, WebP or AVIF), PDF, DOCX, XLSX, PPTX, ODT, ODS, ZIP, CSV or TXT',
);
const ItemResponse = z.object({ item: MediaItemView.describe('The picture of the library') });

/** `modules` names the column with the title of the rows that use an item. */
export function mediaRouterOf(modules: Record<ModuleName, { rules: { columns: Columns; title: string } }>) {
  const tables: ModulesWithColumns = {
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
      .meta(
        rest('GET', '/admin/media/{id}', 'Read a picture or file of the library, and where it is used', {
          row: 'item',
        }),
      )
      .input(ById.extend({ fields: fieldList(Object.keys(MediaItemView.shape)) }))
      .output(MediaDetail)
      .query(({ ctx, input }) => getMedia(ctx, tables, input.id)),

    // Served at `/uploads/kept/…`, because only people in the panel load it.
    kept: signedInProcedure
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
      .use(receiveFormMiddleware)
      .input(
        z.object({
          file: mediaFile,
          alt: altTextField.describe('Describes the picture. Empty: decoration. Null: unwritten'),
        }),
      )
      .output(z.object({ id: z.int().describe('The id'), ...ItemResponse.shape }))
      .mutation(async (call) => {
        const item = await runIdempotent(call, uploadMedia);
        return { id: item.id, item };
      }),

    change: permitted
      .meta(rest('PUT', '/admin/media/{id}', 'Change the details of a picture or file'))
      .input(MediaChange)
      .output(ItemResponse)
      .mutation(async ({ ctx, input }) => ({ item: await changeMedia(ctx, input) })),

    replace: permitted
      .meta(
        rest('POST', '/admin/media/{id}/file', 'Replace a picture or file wherever it is used', {
          files,
        }),
      )
      .use(receiveFormMiddleware)
      .input(
        z.object({
          id: Id,
          version: VersionInput,
          file: mediaFile,
        }),
      )
      .output(ItemResponse)
      .mutation(async ({ ctx, input }) => ({ item: await replaceLibraryFile(ctx, input) })),

    remove: permitted
      .meta(rest('DELETE', '/admin/media/{id}', 'Delete a picture or file that is not in use'))
      .input(ById)
      .output(Success)
      .mutation(({ ctx, input }) => removeMedia(ctx, tables, input.id)),
  });
}
