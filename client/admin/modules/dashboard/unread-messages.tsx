import { Link } from 'react-router-dom';
import { activityTime } from '../../../../src/shared/relative-time.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { QueryBoundary, InlineQueryError } from '../../components/query-boundary.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { LineSkeletons } from '../../list/list-skeleton.tsx';
import { EmptySectionText, Section } from './section.tsx';
import classes from './unread-messages.module.css';

type Message = ApiOutputs['inbox']['unread']['messages'][number];

const shown = 3;
const previewLength = 200;

export function UnreadMessages() {
  const query = trpc.inbox.unread.useQuery({ page: 1, per_page: shown });
  return (
    <Section name="unread" title="Unread Messages" more={{ label: 'View All', to: '/admin/inbox' }}>
      {query.data && <InlineQueryError query={query} title="Couldn’t refresh the messages." />}
      <QueryBoundary
        query={query}
        subject="the messages"
        skeleton={<LineSkeletons count={shown} isTall />}
        isEmpty={({ messages }) => messages.length === 0}
        empty={<EmptySectionText text="No unread messages" />}
      >
        {({ messages }) => (
          <ul>
            {messages.map((message) => (
              <UnreadMessage key={message.id} message={message} />
            ))}
          </ul>
        )}
      </QueryBoundary>
    </Section>
  );
}

function UnreadMessage({ message: { id, subject, message, name, created_at } }: { message: Message }) {
  return (
    <li className={classes.message}>
      <Link to={`/admin/inbox?tab=unread&message=${id}`} className={classes.link!}>
        <span className={classes.subject}>{subject}</span>
        <span className={classes.unreadMessagesWords}>{message.slice(0, previewLength)}</span>
        <span className={classes.unreadMessagesFacts}>
          <span className={classes.name}>{name}</span>
          <RelativeTime at={created_at} words={activityTime} />
        </span>
      </Link>
    </li>
  );
}
