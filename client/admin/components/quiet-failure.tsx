import { Button } from '@mantine/core';
import { explainFailure } from '../../api/errors.ts';
import classes from './quiet-failure.module.css';
import { RequestNumber } from './request-number.tsx';

interface QuietFailureProps {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** 'Couldn’t load the totals.' */
  title: string;
}

/** One line about a section that failed to load or reload. The rest of the screen stays usable. */
export function QuietFailure({ query: { error, isFetching, refetch }, title }: QuietFailureProps) {
  if (!error) return null;
  const { message, requestId } = explainFailure(error);
  return (
    <div className={classes.note} role="alert">
      <span>
        {title} {message} <RequestNumber id={requestId} />
      </span>
      <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => refetch()}>
        Try again
      </Button>
    </div>
  );
}
