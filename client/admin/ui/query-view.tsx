import { Button, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { explainFailure } from '../../lib/failure.ts';
import { FailureNote } from './failure-note.tsx';
import { useLate } from './use-late.ts';

/** What query-view needs of a query of TanStack Query. */
interface Queried<T> {
  data: T | undefined;
  error: unknown;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

export interface QueryViewProps<T> {
  query: Queried<T>;
  /** What is being loaded, for 'The blog posts could not be loaded'. */
  subject: string;
  /** Shaped like what comes. */
  skeleton: ReactNode;
  isEmpty?: (data: T) => boolean;
  empty?: ReactNode;
  children: (data: T) => ReactNode;
}

/** The four states of everything that is loaded: a late skeleton, a failure with another try, nothing, the data. */
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
