import { Box, Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './components.module.css';
import { PageHeader } from './page-header.tsx';

interface EmptyStateProps {
  title: string;
  text?: string | undefined;
  role?: 'alert' | 'status';
  /** Buttons or links for the next step. */
  children?: ReactNode;
}

/** A short message in place of content, if the content is empty, does not exist or has failed to load. */
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

/** The screen for an unknown address below /admin. */
export function NotFoundPage() {
  return <PageHeader title="Page not found" lead="Check the address, or go back to the dashboard." />;
}

/** The message in place of a screen that failed to load or render, usually after an update of the server. */
export function RouteErrorPage() {
  return (
    <EmptyState role="alert" title="This page failed to load" text="Reload the page to try again.">
      <Button onClick={() => window.location.reload()}>Reload</Button>
    </EmptyState>
  );
}
