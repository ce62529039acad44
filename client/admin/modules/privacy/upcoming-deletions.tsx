import { Skeleton } from '@mantine/core';
import { Link } from 'react-router-dom';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { formatDate } from '../../core/format-dates.ts';
import { paths } from '../../core/paths.ts';
import classes from './privacy.module.css';

type Due = ApiOutputs['privacy']['due'][number];

/** What goes next, at the end of its retention period. */
export function UpcomingDeletions() {
  const query = trpc.privacy.due.useQuery();
  return (
    <section className={classes.section} aria-labelledby="retention">
      <h2 className={classes.title} id="retention">
        Deleted by time
      </h2>
      <QueryBoundary
        query={query}
        subject="what is deleted next"
        skeleton={<Skeleton height={24} />}
        isEmpty={(due) => due.length === 0}
        empty={<p className={classes.quiet}>No message is waiting to be deleted.</p>}
      >
        {(due) => (
          <ul>
            {due.map((messages) => (
              <li key={messages.figure}>{inWords(messages)}</li>
            ))}
          </ul>
        )}
      </QueryBoundary>
      <p className={classes.quiet}>
        How long messages are kept is set under <Link to={`${paths.settings}/privacy`}>Privacy</Link>.
      </p>
    </section>
  );
}

const nouns: Readonly<Record<string, string>> = {
  contact_months: 'enquiries and quotations',
  application_months: 'applications',
  spam_days: 'spam',
  trash_days: 'trash',
};

/** Such as 'On 1 December 2026: 12 messages (applications), 3 files'. */
function inWords({ figure, at, messages, files }: Due): string {
  const count = messages === 1 ? '1 message' : `${messages} messages`;
  const parts = [`${count} (${nouns[figure] ?? figure})`];
  if (files > 0) parts.push(files === 1 ? '1 file' : `${files} files`);
  return `On ${formatDate(at)}: ${parts.join(', ')}`;
}
