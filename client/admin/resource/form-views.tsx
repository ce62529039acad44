import { Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { hasGrant } from '../../../src/shared/grants.ts';
import type { ModuleName } from '../../../src/shared/module-facts.ts';
import { trpc } from '../../api/trpc.ts';
import { useCurrentUser } from '../core/admin-context.ts';
import { paths } from '../core/paths.ts';

const figures = new Intl.NumberFormat('en');

interface FormViewsProps {
  module: ModuleName;
  id: number;
}

/** How often the page of a row was shown. Nothing while views are not counted. */
export function FormViews({ module, id }: FormViewsProps) {
  const { role } = useCurrentUser();
  const { data } = trpc.visits.ofRow.useQuery({ module, id }, { enabled: hasGrant(role, 'visits:read') });
  const views = data?.views;
  if (!data || views === null || views === undefined) return null;
  return (
    <Text component={Link} to={`${paths.numbers}?show=page`} fz="sm" c="dimmed">
      {views === 1 ? '1 view' : `${figures.format(views)} views`} in the last {data.days} days
    </Text>
  );
}
