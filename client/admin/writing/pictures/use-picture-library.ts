import { useState } from 'react';
import type { MediaItemView } from '../../../../src/shared/media.ts';
import { trpc } from '../../../api/trpc.ts';
import { useUploadMedia } from '../../library/use-upload-media.ts';
import type { LibraryPicture, PictureLibrary } from './uploads.ts';

export function usePictureLibrary(): PictureLibrary {
  const { client } = trpc.useUtils();
  const uploadMedia = useUploadMedia();
  const [library] = useState<PictureLibrary>(() => ({
    upload: async (file, options) => toLibraryPicture(await uploadMedia(file, options)),
    find: async (id) => toLibraryPicture((await client.media.one.query({ id })).item),
  }));
  return library;
}

export function toLibraryPicture({ id, path, alt, picture }: MediaItemView): LibraryPicture {
  return { id, alt, url: `/${path}`, width: picture?.width, height: picture?.height };
}
