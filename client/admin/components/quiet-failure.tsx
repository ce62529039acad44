import { Button } from '@mantine/core';
import { parseApiError } from '../../api/errors.ts';
import classes from './quiet-failure.module.css';
import { RequestId } from './request-number.tsx';

interface RefetchErrorProps {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** 'Couldn’t load the totals.' */
  title: string;
}

/** One line about a section that failed to load or reload. The rest of the screen stays usable. */
export function RefetchError({ query: { error, isFetching, refetch }, title }: RefetchErrorProps) {
  if (!error) return null;
  const { message, requestId } = parseApiError(error);
  return (
    <div className={classes.note} role="alert">
      <span>
        {title} {message} <RequestId id={requestId} />
      </span>
      <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => refetch()}>
        Try again
      </Button>
    </div>
  );
}
