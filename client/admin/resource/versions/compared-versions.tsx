import { Skeleton } from '@mantine/core';
import type { Columns } from '../../../../src/shared/column-types.ts';
import type { ModuleName } from '../../../../src/shared/module-facts.ts';
import { trpc } from '../../../api/trpc.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';

// The comparison is loaded on demand, because it needs an npm package that no other screen of a module needs.
const skeleton = <Skeleton height={240} />;
const Comparison = lazyPart({
  name: 'the comparison',
  load: () => import('./comparison.tsx').then((file) => file.Comparison),
  placeholder: skeleton,
});

interface ComparedVersionsProps {
  name: ModuleName;
  columns: Columns;
  id: number;
  layout: 'side' | 'inline';
  /** The number of the earlier version. Undefined if `after` is the first version. */
  before: number | undefined;
  after: number;
}

export function ComparedVersions({ name, columns, id, layout, before, after }: ComparedVersionsProps) {
  const options = { staleTime: Number.POSITIVE_INFINITY };
  const later = trpc.versions[name].one.useQuery({ id, number: after }, options);
  const earlier = trpc.versions[name].one.useQuery(
    { id, number: before ?? 0 },
    { ...options, enabled: before !== undefined },
  );
  const compare = (old: typeof earlier.data) => (
    <QueryBoundary query={later} subject="the version" skeleton={skeleton}>
      {({ version }) => (
        <Comparison columns={columns} before={old?.version} after={version} layout={layout} />
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
