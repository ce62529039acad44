import { VisuallyHidden } from '@mantine/core';
import { BusyButton } from './busy-button.tsx';
import { type ReactNode, useEffect, useState } from 'react';
import { parseApiError } from '../../api/errors.ts';
import classes from './screen-parts.module.css';
import { ErrorAlert, FailureText, RequestId } from './error-alert.tsx';
import { restoreFocusToHeading } from './page-header.tsx';

/** The properties of a TanStack query that `QueryBoundary` reads. */
export interface Queried<T> {
  data: T | undefined;
  error: unknown;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => Promise<unknown>;
}

export interface QueryBoundaryProps<T> {
  query: Queried<T>;
  /** The subject of the error message, for example 'the blog posts' in 'Couldn’t load the blog posts'. */
  subject: string;
  /** Shown while the data is loading: a placeholder in the shape of the data. */
  skeleton: ReactNode;
  isEmpty?: (data: T) => boolean;
  empty?: ReactNode;
  /** Replaces the retry button if the row does not exist, because another call would fail too. */
  wayBack?: ReactNode;
  children: (data: T) => ReactNode;
}

/**
 * Shows the state of a query: a skeleton after a short delay, the error with a retry button, the content of
 * `empty`, or the data.
 */
export function QueryBoundary<T>({
  query,
  subject,
  skeleton,
  isEmpty,
  empty,
  wayBack,
  children,
}: QueryBoundaryProps<T>) {
  const { data, error, isFetching, isPlaceholderData } = query;
  const isLate = useDelayedFlag(data === undefined && !error);
  if (error && (data === undefined || isPlaceholderData)) {
    const failure = parseApiError(error);
    const retry = (
      <BusyButton variant="default" onClick={() => loadAgain(query)} isBusy={isFetching}>
        Try again
      </BusyButton>
    );
    return (
      <ErrorAlert title={`Couldn’t load ${subject}`} failure={failure}>
        {wayBack && failure.status === 404 ? wayBack : retry}
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

const lateMs = 200;

/** Returns true after `isWaiting` has been true for 200 ms. For a shorter time, a skeleton or bar would only flicker. */
export function useDelayedFlag(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return setLate(false);
    const timer = setTimeout(() => setLate(true), lateMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isWaiting && isLate;
}

interface RefetchErrorProps {
  query: { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> };
  /** For example 'Couldn’t load the totals.'. */
  title: string;
}

/**
 * One line that reports that a section failed to load or reload, with a retry button. The rest of the screen remains
 * usable. Renders nothing if there is no error.
 */
export function InlineQueryError({ query, title }: RefetchErrorProps) {
  const { error, isFetching } = query;
  if (!error) return null;
  const failure = parseApiError(error);
  return (
    <div className={classes.note} role="alert">
      <span>
        {title} <FailureText failure={failure} /> <RequestId id={failure.requestId} />
      </span>
      <BusyButton size="compact-sm" variant="default" isBusy={isFetching} onClick={() => loadAgain(query)}>
        Try again
      </BusyButton>
    </div>
  );
}

/**
 * The retry button goes while the query loads, and the focus with it. What is loaded may have a heading of its own, which
 * is there after the timers of the query.
 */
function loadAgain({ refetch }: Pick<Queried<unknown>, 'refetch'>) {
  void refetch().then(() => setTimeout(restoreFocusToHeading));
}
