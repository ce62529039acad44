import { useEffect, useRef, useState } from 'react';
import type { MediaKind } from '../../../src/modules/library/library.facts.ts';
import type { MediaItemView } from '../../../src/shared/media.ts';
import { isCertainlyRefused, parseApiError } from '../../api/errors.ts';
import { createRequestKey } from '../../api/request-key.ts';
import { useUploadMedia } from './use-upload-media.ts';

export interface QueuedUpload {
  key: string;
  file: File;
  /** The share of the file that is already uploaded, from 0 to 1. Undefined while the upload is waiting. */
  progress?: number;
  failure?: string;
  /** Whether the upload has failed, but another attempt may succeed. */
  isRetryable?: boolean;
}

const atOnce = 2;

/**
 * Returns a queue that uploads files to the library, two at a time, and calls `onStored` with each stored item. If
 * `kind` is undefined, the queue accepts pictures and other files.
 */
export function useUploadQueue(onStored: (item: MediaItemView) => void, kind?: MediaKind) {
  const upload = useUploadMedia();
  const [queue, setQueue] = useState<QueuedUpload[]>([]);
  const running = useRef(new Map<string, AbortController>());
  const change = (key: string, part: Partial<QueuedUpload>) =>
    setQueue((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const drop = (key: string) => setQueue((all) => all.filter((one) => one.key !== key));

  const send = async ({ key, file }: QueuedUpload) => {
    const stopper = new AbortController();
    running.current.set(key, stopper);
    change(key, { progress: 0 });
    try {
      const onProgress = (progress: number) => change(key, { progress });
      const item = await upload(file, { onProgress, signal: stopper.signal, requestKey: key });
      drop(key);
      onStored(item);
    } catch (error) {
      const { message, fields } = parseApiError(error);
      if (stopper.signal.aborted) drop(key);
      else
        setQueue((all) =>
          all.map(({ progress: _, ...one }) =>
            one.key === key
              ? { ...one, failure: fields.file ?? message, isRetryable: !isCertainlyRefused(error) }
              : one,
          ),
        );
    } finally {
      running.current.delete(key);
    }
  };

  useEffect(() => {
    const waiting = queue.filter(({ key, failure }) => failure === undefined && !running.current.has(key));
    for (const one of waiting.slice(0, atOnce - running.current.size)) void send(one);
  });
  // Cancels the running uploads when the screen closes. If the server has already stored a file, the file remains in
  // the library.
  useEffect(() => {
    const stoppers = running.current;
    return () => {
      for (const stopper of stoppers.values()) stopper.abort();
    };
  }, []);

  return {
    queue,
    add: (files: readonly File[]) =>
      setQueue((all) => [
        ...all,
        ...files.map((file) => {
          const failure = problemOf(file, kind);
          return { key: createRequestKey(), file, ...(failure && { failure }) };
        }),
      ]),
    retry: (key: string) =>
      setQueue((all) => all.map((one) => (one.key === key ? { key, file: one.file } : one))),
    remove: (key: string) => {
      running.current.get(key)?.abort();
      drop(key);
    },
  };
}

function problemOf({ type }: File, kind: MediaKind | undefined): string | undefined {
  const isPicture = type.startsWith('image/');
  if (kind === 'picture' && type && !isPicture) return 'This is not a picture.';
  return kind === 'file' && isPicture ? 'This is a picture.' : undefined;
}

export type UploadQueue = ReturnType<typeof useUploadQueue>;
