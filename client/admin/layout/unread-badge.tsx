import { VisuallyHidden } from '@mantine/core';
import { trpc } from '../../lib/trpc.ts';
import classes from './side-panel.module.css';
import { unreadNumber, unreadWords } from './unread-words.ts';

/** How many messages nobody has read; nothing when there are none. What keeps it up to date is {LiveInbox}. */
export function UnreadBadge() {
  const { data } = trpc.inbox.state.useQuery(undefined, { enabled: false });
  if (!data || data.unread === 0) return null;
  return (
    <>
      <span className={classes.unread} aria-hidden="true">
        {unreadNumber(data.unread)}
      </span>
      <VisuallyHidden>, {unreadWords(data.unread)}</VisuallyHidden>
    </>
  );
}
