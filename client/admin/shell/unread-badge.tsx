import { VisuallyHidden } from '@mantine/core';
import { trpc } from '../../api/trpc.ts';
import classes from './shell.module.css';

/** The number of unread messages. Renders nothing at 0. `InboxUpdates` updates the number. */
export function UnreadBadge() {
  const { data } = trpc.inbox.state.useQuery(undefined, { enabled: false });
  if (!data || data.unread === 0) return null;
  return (
    <>
      <span className={classes.unread} aria-hidden="true">
        {formatUnreadCount(data.unread)}
      </span>
      <VisuallyHidden>, {formatUnread(data.unread)}</VisuallyHidden>
    </>
  );
}

/** The highest number that the server counts to. */
const most = 1000;

/** Returns the number of unread messages as a badge shows it. */
function formatUnreadCount(unread: number): string {
  return unread >= most ? '999+' : String(unread);
}

/** Returns the number of unread messages with the word 'unread'. */
export function formatUnread(unread: number): string {
  return `${formatUnreadCount(unread)} unread`;
}
