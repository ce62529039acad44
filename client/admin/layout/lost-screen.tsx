import { Link } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { Notice } from '../ui/notice.tsx';

/** An address below /admin that is no screen. */
export function LostScreen() {
  return (
    <Notice title="There is no such page" text="The address may be mistyped, or the page has moved.">
      <Link to={addresses.dashboard}>Back to Dashboard</Link>
    </Notice>
  );
}
