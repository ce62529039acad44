import { useState } from 'react';
import type { MediaItem } from '../../../../src/shared/media.ts';
import { createRequestKey } from '../../../api/request-key.ts';
import { trpc } from '../../../api/trpc.ts';
import type { LibraryPicture, PictureLibrary } from './uploads.ts';

/** The library as the editor uses it. */
export function usePictureLibrary(): PictureLibrary {
  const { client } = trpc.useUtils();
  const [library] = useState<PictureLibrary>(() => ({
    upload: async (file, { onProgress, signal }) => {
      const onBegin = (stop: () => void) => signal.addEventListener('abort', stop, { once: true });
      const context = { form: true, onProgress, onBegin, requestKey: createRequestKey() };
      const { item } = await client.media.upload.mutate({ file } as never, { context });
      return toLibraryPicture(item);
    },
    find: async (id) => toLibraryPicture((await client.media.one.query({ id })).item),
  }));
  return library;
}

export function toLibraryPicture({ id, path, alt, picture }: MediaItem): LibraryPicture {
  return { id, alt, url: `/${path}`, width: picture?.width, height: picture?.height };
}
