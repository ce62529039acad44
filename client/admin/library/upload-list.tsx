import { Button, Progress } from '@mantine/core';
import classes from './library.module.css';
import type { UploadQueue } from './use-upload-queue.ts';

/** The waiting, running and failed uploads, each with buttons that cancel, retry or dismiss the upload. */
export function UploadList({ uploads }: { uploads: UploadQueue }) {
  const { queue, retry, remove } = uploads;
  const waiting = queue.filter(({ failure }) => failure === undefined).length;
  return (
    <>
      <p role="status" className={classes.uploadStatus}>
        {waiting > 0 && `Uploading ${waiting} ${waiting === 1 ? 'file' : 'files'}`}
      </p>
      {queue.length > 0 && (
        <ul className={classes.uploads} aria-label="Uploads">
          {queue.map(({ key, file, progress, failure, isRetryable }) => (
            <li key={key} className={classes.upload}>
              <span className={classes.uploadName}>{file.name}</span>
              {failure === undefined ? (
                <Progress
                  flex="1 1 8rem"
                  value={(progress ?? 0) * 100}
                  aria-label={`Upload of ${file.name}`}
                />
              ) : (
                <span role="alert" className={classes.failure}>
                  {failure}
                </span>
              )}
              {isRetryable && (
                <Button variant="default" size="compact-sm" onClick={() => retry(key)}>
                  Try again
                </Button>
              )}
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`${failure === undefined ? 'Cancel' : 'Dismiss'} ${file.name}`}
                onClick={() => remove(key)}
              >
                {failure === undefined ? 'Cancel' : 'Dismiss'}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
