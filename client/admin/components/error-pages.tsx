import { Link } from 'react-router-dom';
import { addresses } from '../core/paths.ts';
import { Notice } from './empty-state.tsx';

/** Replaces the screen for an unknown address below /admin. */
export function LostScreen() {
  return (
    <Notice title="Page not found" text="Check the address, or go back to the dashboard.">
      <Link to={addresses.dashboard}>Back to Dashboard</Link>
    </Notice>
  );
}
