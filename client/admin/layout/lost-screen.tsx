import { Link } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { Notice } from '../ui/notice.tsx';

/** Replaces the screen for an unknown address below /admin. */
export function LostScreen() {
  return (
    <Notice title="Page not found" text="Check the address, or go back to the dashboard.">
      <Link to={addresses.dashboard}>Back to Dashboard</Link>
    </Notice>
  );
}
