import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageHeader } from './page-header.tsx';
import { QueryView, type QueryViewProps } from './query-view.tsx';

interface StoredFormProps<T> {
  /** The form's title, also while it is loaded or can not be. */
  title: string;
  query: QueryViewProps<T>['query'];
  /** For '… could not be loaded': 'The job'. */
  subject: string;
  children: (data: T) => ReactNode;
}

/** The form of a stored row, once the row is there. */
export function StoredForm<T>({ title, query, subject, children }: StoredFormProps<T>) {
  if (query.data !== undefined) return children(query.data);
  return (
    <>
      <PageHeader title={title} />
      <QueryView query={query} subject={subject} skeleton={<Skeleton height={480} />}>
        {children}
      </QueryView>
    </>
  );
}
