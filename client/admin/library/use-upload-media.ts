import type { MediaItemView } from '../../../src/shared/media.ts';
import { createRequestKey } from '../../api/request-key.ts';
import { formInput } from '../../api/form-input.ts';
import { trpc } from '../../api/trpc.ts';
import type { ApiInputs } from '../../api/types.ts';

export interface UploadOptions {
  /** From 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  /** The idempotency key, which another attempt repeats. */
  requestKey?: string;
}

type UploadMedia = (file: File, options?: UploadOptions) => Promise<MediaItemView>;

/** The function returns the existing item if the library has the file. */
export function useUploadMedia(): UploadMedia {
  const { client } = trpc.useUtils();
  return async (file, { onProgress, signal, requestKey = createRequestKey() } = {}) => {
    signal?.throwIfAborted();
    const onBegin = (stop: () => void) => signal?.addEventListener('abort', stop, { once: true });
    const context = { form: true, onProgress, onBegin, requestKey };
    const { item } = await client.media.upload.mutate(
      formInput<ApiInputs['media']['upload']>({ file, alt: undefined }),
      { context },
    );
    return item;
  };
}
