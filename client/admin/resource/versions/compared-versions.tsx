import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Columns } from '../../../../src/shared/columns.ts';
import type { ModuleName } from '../../../../src/shared/module-facts.ts';
import { trpc } from '../../../api/trpc.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';

// The comparison of texts needs a library, which the other screens of a module do not load.
const Comparison = lazy(() => import('./comparison.tsx'));

interface ComparedVersionsProps {
  name: ModuleName;
  columns: Columns;
  id: number;
  layout: 'side' | 'inline';
  /** Undefined: `after` is the first version. */
  before: number | undefined;
  after: number;
}

/** Loads two versions and shows how they differ. */
export function ComparedVersions({ name, columns, id, layout, before, after }: ComparedVersionsProps) {
  const options = { staleTime: Number.POSITIVE_INFINITY };
  const later = trpc.versions[name].one.useQuery({ id, number: after }, options);
  const earlier = trpc.versions[name].one.useQuery(
    { id, number: before ?? 0 },
    { ...options, enabled: before !== undefined },
  );
  const skeleton = <Skeleton height={240} />;
  const compare = (old: typeof earlier.data) => (
    <QueryBoundary query={later} subject="the version" skeleton={skeleton}>
      {({ version }) => (
        <Suspense fallback={skeleton}>
          <Comparison columns={columns} before={old?.version} after={version} layout={layout} />
        </Suspense>
      )}
    </QueryBoundary>
  );
  if (before === undefined) return compare(undefined);
  return (
    <QueryBoundary query={earlier} subject="the version" skeleton={skeleton}>
      {compare}
    </QueryBoundary>
  );
}
