import { Button, Progress } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { MediaKind } from '../../../src/modules/library/library.facts.ts';
import type { MediaItemView } from '../../../src/shared/media.ts';
import classes from './library.module.css';
import { createUploads, type Uploads } from './uploads.ts';
import { useUploadMedia } from './use-upload-media.ts';

/** The uploads end with the screen. Without `kind`, pictures and other files are accepted. */
export function useUploads(onStored: (item: MediaItemView) => void, kind?: MediaKind) {
  const send = useUploadMedia();
  const report = useEffectEvent(onStored);
  const [uploads] = useState(() =>
    createUploads<MediaItemView>({
      send,
      problemOf: (file) => problemOf(file, kind),
      onStored: (item, key) => {
        uploads.remove(key);
        report(item);
      },
    }),
  );
  useEffect(() => uploads.close, [uploads]);
  const add = (files: readonly File[]) => files.forEach(uploads.add);
  return { ...uploads, add };
}

function problemOf({ type }: File, kind: MediaKind | undefined): string | undefined {
  const isPicture = type.startsWith('image/');
  if (kind === 'picture' && type && !isPicture) return 'This is not a picture.';
  return kind === 'file' && isPicture ? 'This is a picture.' : undefined;
}

export function UploadList({ uploads }: { uploads: Omit<Uploads<MediaItemView>, 'add'> }) {
  const { list, retry, remove, subscribe } = uploads;
  const shown = useSyncExternalStore(subscribe, list);
  const status = useRef<HTMLParagraphElement>(null);
  /** The button that has the focus disappears. */
  const act = (change: () => void) => {
    status.current?.focus();
    change();
  };
  const waiting = shown.filter(({ state }) => state !== 'failed').length;
  return (
    <>
      <p role="status" ref={status} tabIndex={-1} className={classes.uploadStatus}>
        {waiting > 0 && `Uploading ${waiting} ${waiting === 1 ? 'file' : 'files'}`}
      </p>
      {shown.length > 0 && (
        <ul className={classes.uploads} aria-label="Uploads">
          {shown.map(({ key, file, state, share, message, isRetryable }) => (
            <li key={key} className={classes.upload}>
              <span className={classes.uploadName}>{file.name}</span>
              {state !== 'failed' ? (
                <Progress flex="1 1 8rem" value={share * 100} aria-label={`Upload of ${file.name}`} />
              ) : (
                <span role="alert" className={classes.failure}>
                  {message}
                </span>
              )}
              {isRetryable && (
                <Button variant="default" size="compact-sm" onClick={() => act(() => retry(key))}>
                  Try again
                </Button>
              )}
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`${state === 'failed' ? 'Dismiss' : 'Cancel'} ${file.name}`}
                onClick={() => act(() => remove(key))}
              >
                {state === 'failed' ? 'Dismiss' : 'Cancel'}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
