import { z } from 'zod';
import { AlbumChange, AlbumView, PublicGallery } from '../../shared/gallery.ts';
import { router } from '../../trpc/init.ts';
import { allowed, publicProcedureOf } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { getAlbum, getGallery, saveAlbum } from './gallery.service.ts';

const permitted = allowed('media:manage');

export const galleryRouter = router({
  published: publicProcedureOf('gallery')
    .meta(rest('GET', '/gallery', 'List the pictures of the gallery', { isPublicCacheable: true }))
    .output(PublicGallery)
    .query(({ ctx }) => getGallery(ctx)),

  one: permitted
    .meta(rest('GET', '/admin/gallery', 'Read the album of the gallery'))
    .output(z.object({ album: AlbumView.describe('The album') }))
    .query(async ({ ctx }) => ({ album: await getAlbum(ctx) })),

  update: permitted
    .meta(rest('PUT', '/admin/gallery', 'Replace the album of the gallery'))
    .input(AlbumChange)
    .output(z.object({ album: AlbumView.describe('The album') }))
    .mutation(async ({ ctx, input }) => ({ album: await saveAlbum(ctx, input) })),
});
