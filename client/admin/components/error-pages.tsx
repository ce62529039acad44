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
