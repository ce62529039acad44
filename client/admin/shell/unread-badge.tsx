import { VisuallyHidden } from '@mantine/core';
import { trpc } from '../../api/trpc.ts';
import classes from './side-panel.module.css';
import { formatUnread, formatUnreadCount } from './unread-words.ts';

/** The number of unread messages. Renders nothing at 0. {LiveInbox} updates the number. */
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
