import { Box, Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './screen-parts.module.css';
import { PageHeader } from './page-header.tsx';

interface EmptyStateProps {
  title: string;
  text?: string | undefined;
  role?: 'alert' | 'status';
  children?: ReactNode;
}

export function EmptyState({ title, text, role, children }: EmptyStateProps) {
  return (
    <div className={classes.notice} role={role}>
      <h2 className={classes.noticeTitle}>{title}</h2>
      {text && (
        <Text maw="var(--measure)" mt={4} c="dimmed">
          {text}
        </Text>
      )}
      {children && <Box mt="md">{children}</Box>}
    </div>
  );
}

export function NotFoundPage() {
  return <PageHeader title="Page not found" lead="Check the address, or go back to the dashboard." />;
}

/** Usually after an update of the server. */
export function RouteErrorPage() {
  return (
    <EmptyState role="alert" title="This page failed to load" text="Reload the page to try again.">
      <Button onClick={() => window.location.reload()}>Reload</Button>
    </EmptyState>
  );
}
