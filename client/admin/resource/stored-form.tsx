import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageHeader } from '../components/page-header.tsx';
import { QueryBoundary, type QueryBoundaryProps } from '../components/query-boundary.tsx';

interface EditFormLoaderProps<T> {
  /** The title of the form, also shown while loading and after a failure. */
  title: string;
  query: QueryBoundaryProps<T>['query'];
  /** The subject of '… could not be loaded': 'The job'. */
  subject: string;
  children: (data: T) => ReactNode;
}

/** Renders the form of a stored row when the row has loaded. */
export function EditFormLoader<T>({ title, query, subject, children }: EditFormLoaderProps<T>) {
  if (query.data !== undefined) return children(query.data);
  return (
    <>
      <PageHeader title={title} />
      <QueryBoundary query={query} subject={subject} skeleton={<Skeleton height={480} />}>
        {children}
      </QueryBoundary>
    </>
  );
}
