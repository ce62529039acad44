import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { LogoutDialog } from '../layout/logout-dialog.tsx';
import { useUser } from '../session.ts';
import { PageHeader } from '../ui/page-header.tsx';

/** The first screen after signing in. */
export function DashboardPage() {
  const { name } = useUser();
  const [isLeaving, { open, close }] = useDisclosure(false);
  return (
    <>
      <PageHeader
        title="Admin Dashboard"
        lead={`Welcome back, ${name}`}
        hasWayBack={false}
        action={
          <Button variant="default" onClick={open}>
            Logout
          </Button>
        }
      />
      <LogoutDialog isOpen={isLeaving} onClose={close} />
    </>
  );
}
