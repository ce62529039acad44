import { Box } from '@mantine/core';
import { hasGrant } from '../../../../src/shared/grants.ts';
import { trpc } from '../../../api/trpc.ts';
import { useCurrentUser } from '../../core/admin-context.ts';
import { paths } from '../../core/paths.ts';
import classes from './dashboard.module.css';
import { Section } from './section.tsx';

const figures = new Intl.NumberFormat('en');

/** The last 30 days. Nothing while views are not counted, and for people who see no numbers. */
export function NumbersCard() {
  const { role } = useCurrentUser();
  const { data } = trpc.visits.overview.useQuery({}, { enabled: hasGrant(role, 'visits:read') });
  if (!data?.is_counting) return null;
  const { visits, views, messages, applications } = data.present.total;
  const shown = [
    [visits, 'visit', 'visits'],
    [views, 'view', 'views'],
    [messages, 'message', 'messages'],
    [applications, 'application', 'applications'],
  ] as const;
  const words = shown.flatMap(([count, one, many]) =>
    count === null ? [] : `${figures.format(count)} ${count === 1 ? one : many}`,
  );
  return (
    <Box mb="var(--space-5)">
      <Section name="numbers" title="Last 30 days" more={{ label: 'Numbers', to: paths.numbers }}>
        <p className={classes.numbers}>{words.join(' · ')}</p>
      </Section>
    </Box>
  );
}
