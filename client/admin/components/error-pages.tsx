import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../core/paths.ts';
import { EmptyState } from './empty-state.tsx';

/** Replaces the screen for an unknown address below /admin. */
export function NotFoundPage() {
  return (
    <EmptyState title="Page not found" text="Check the address, or go back to the dashboard.">
      <Link to={paths.dashboard}>Back to Dashboard</Link>
    </EmptyState>
  );
}

/** Replaces a screen that failed to load or render, usually after an update of the server. */
export function RouteErrorPage() {
  return (
    <EmptyState role="alert" title="This page failed to load" text="Reload the page to try again.">
      <Button onClick={() => window.location.reload()}>Reload</Button>
    </EmptyState>
  );
}
