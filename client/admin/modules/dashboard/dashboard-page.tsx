import { Box, Button } from '@mantine/core';
import { hasGrant } from '../../../../src/shared/grants.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { useCurrentUser } from '../../core/admin-context.ts';
import { useAskLogout } from '../../shell/account-menu.tsx';
import { Attention } from './attention.tsx';
import classes from './dashboard.module.css';
import { Day, ReaderDay } from './day.tsx';
import { NumbersCard } from './numbers-card.tsx';
import { ChecklistSection, SetUpCard, useOnboarding } from './onboarding.tsx';
import { Overview } from './overview.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { UnreadMessages } from './unread-messages.tsx';

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
