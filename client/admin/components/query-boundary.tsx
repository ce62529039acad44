import { Button, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { explainFailure } from '../../api/errors.ts';
import { FailureNote } from './error-alert.tsx';
import { useLate } from './use-late.ts';

/** The members of a TanStack query that `QueryView` reads. */
interface Queried<T> {
  data: T | undefined;
  error: unknown;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

export interface QueryViewProps<T> {
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
export function QueryView<T>({ query, subject, skeleton, isEmpty, empty, children }: QueryViewProps<T>) {
  const { data, error, isFetching, isPlaceholderData, refetch } = query;
  const isLate = useLate(data === undefined && !error);
  if (error && (data === undefined || isPlaceholderData)) {
    return (
      <FailureNote title={`Couldn’t load ${subject}`} failure={explainFailure(error)}>
        <Button variant="default" onClick={() => refetch()} loading={isFetching}>
          Try again
        </Button>
      </FailureNote>
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
