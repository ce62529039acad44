import { Button } from '@mantine/core';
import { EmptyState } from './empty-state.tsx';

/** Replaces a screen that failed to load or render, usually after an update of the server. */
export function RouteErrorPage() {
  return (
    <EmptyState role="alert" title="This page failed to load" text="Reload the page to try again.">
      <Button onClick={() => window.location.reload()}>Reload</Button>
    </EmptyState>
  );
}
