import { Box, Button } from '@mantine/core';
import { hasGrant } from '../../../../src/shared/grants.ts';
import { trpc } from '../../../api/trpc.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { useCurrentUser } from '../../core/admin-context.ts';
import { paths } from '../../core/paths.ts';
import { useAskLogout } from '../../shell/account-menu.tsx';
import { Attention } from './attention.tsx';
import classes from './dashboard.module.css';
import { Day, ReaderDay } from './day.tsx';
import { ChecklistSection, SetUpCard, useOnboarding } from './onboarding.tsx';
import { Overview } from './overview.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { Section } from './section.tsx';
import { UnreadMessages } from './unread-messages.tsx';
import { figures } from '../../core/figures.ts';

export function DashboardPage() {
  const { name, role } = useCurrentUser();
  const onboarding = useOnboarding();
  const readsMessages = hasGrant(role, 'inbox:manage');
  const askLogout = useAskLogout();
  return (
    <>
      <PageHeader
        title="Admin Dashboard"
        lead={`Welcome back, ${name}`}
        hasWayBack={false}
        action={
          <Button variant="default" onClick={askLogout}>
            Logout
          </Button>
        }
      />
      {onboarding?.setUp.isOffered && <SetUpCard setUp={onboarding.setUp} />}
      <Overview />
      {onboarding?.checklist.isOffered && <ChecklistSection checklist={onboarding.checklist} />}
      <NumbersCard />
      <Box mb="var(--space-5)">{hasGrant(role, 'panel:follow') ? <Day /> : <ReaderDay />}</Box>
      <div className={classes.sections} data-messages={readsMessages || undefined}>
        {readsMessages && <UnreadMessages />}
        <RecentActivity />
        <Attention />
      </div>
    </>
  );
}

/** The last 30 days. Nothing while views are not counted, and for people who see no numbers. */
function NumbersCard() {
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
