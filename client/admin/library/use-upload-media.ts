import type { MediaItemView } from '../../../src/shared/media.ts';
import { createRequestKey } from '../../api/request-key.ts';
import { formInput } from '../../api/form-input.ts';
import { trpc } from '../../api/trpc.ts';
import type { ApiInputs } from '../../api/types.ts';

export interface UploadOptions {
  /** Called with the share of the file that is already uploaded, from 0 to 1. */
  onProgress?: (share: number) => void;
  /** Cancels the upload. */
  signal?: AbortSignal;
  /** The idempotency key of the call. A repeated attempt must use the same key. */
  requestKey?: string;
}

export type UploadMedia = (file: File, options?: UploadOptions) => Promise<MediaItemView>;

/**
 * Returns a function that uploads a file and returns its item in the library. If the library already contains
 * the file, the function returns the existing item.
 */
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
