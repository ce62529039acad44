import { Link } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { Notice } from '../ui/notice.tsx';

/** An address below /admin that is no screen. */
export function LostScreen() {
  return (
    <Notice title="Page not found" text="Check the address, or go back to the dashboard.">
      <Link to={addresses.dashboard}>Back to Dashboard</Link>
    </Notice>
  );
}
