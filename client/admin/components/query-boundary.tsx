import { Button, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { parseApiError } from '../../api/errors.ts';
import { ErrorAlert } from './error-alert.tsx';
import { useDelayedFlag } from './use-late.ts';

/** The members of a TanStack query that `QueryView` reads. */
interface Queried<T> {
  data: T | undefined;
  error: unknown;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

export interface QueryBoundaryProps<T> {
  query: Queried<T>;
  /** The subject of the error message: 'The blog posts could not be loaded'. */
  subject: string;
  /** A placeholder in the shape of the data. */
  skeleton: ReactNode;
  isEmpty?: (data: T) => boolean;
  empty?: ReactNode;
  children: (data: T) => ReactNode;
}

/**
 * Shows the state of a query: a skeleton after a delay, a failure with a retry button, an empty list, or the
 * data.
 */
export function QueryBoundary<T>({
  query,
  subject,
  skeleton,
  isEmpty,
  empty,
  children,
}: QueryBoundaryProps<T>) {
  const { data, error, isFetching, isPlaceholderData, refetch } = query;
  const isLate = useDelayedFlag(data === undefined && !error);
  if (error && (data === undefined || isPlaceholderData)) {
    return (
      <ErrorAlert title={`Couldn’t load ${subject}`} failure={parseApiError(error)}>
        <Button variant="default" onClick={() => refetch()} loading={isFetching}>
          Try again
        </Button>
      </ErrorAlert>
    );
  }
  if (data === undefined) {
    return (
      <div aria-busy="true">
        {isLate && (
          <>
            <VisuallyHidden role="status">Loading</VisuallyHidden>
            {skeleton}
          </>
        )}
      </div>
    );
  }
  return isEmpty?.(data) ? empty : <div aria-busy={isPlaceholderData}>{children(data)}</div>;
}
