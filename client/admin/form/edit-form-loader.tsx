import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { NotFoundPage } from '../components/empty-state.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { QueryBoundary, type QueryBoundaryProps } from '../components/query-boundary.tsx';
import { parseId } from '../core/paths.ts';

interface EditFormLoaderProps<T> {
  title: string;
  query: QueryBoundaryProps<T>['query'];
  /** The subject of the error message, for example 'the job' in 'Couldn’t load the job'. */
  subject: string;
  list: { path: string; nouns: string };
  children: (data: T) => ReactNode;
}

export function EditFormLoader<T>({ title, query, subject, list, children }: EditFormLoaderProps<T>) {
  const isRow = useRowId() !== undefined;
  if (!isRow) return <NotFoundPage />;
  if (query.data !== undefined) return children(query.data);
  const wayBack = (
    <Button component={Link} to={list.path} variant="default">
      {`Back to ${list.nouns}`}
    </Button>
  );
  return (
    <>
      <PageHeader title={title} />
      <QueryBoundary query={query} subject={subject} skeleton={<Skeleton height={480} />} wayBack={wayBack}>
        {children}
      </QueryBoundary>
    </>
  );
}

/** Loaded each time the form opens, and never while somebody edits it. */
export const editedQueryOptions = {
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
} as const;

/** Undefined if the address contains no valid id. */
export function useRowId(): number | undefined {
  return parseId(useParams().id);
}

/** The route loads the row each time the form opens. It is not loaded again while somebody may be editing it. */
export function useEditQueryArguments() {
  const id = useRowId();
  return [
    { id: id ?? 0 },
    { enabled: id !== undefined, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
  ] as const;
}
