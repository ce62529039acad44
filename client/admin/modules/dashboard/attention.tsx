import { Link } from 'react-router-dom';
import { hasGrant } from '../../../../src/shared/grants.ts';
import { modulePath } from '../../../../src/shared/module-facts.ts';
import { securityLogPath } from '../../../../src/shared/security-events.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { useCurrentUser } from '../../core/admin-context.ts';
import { formatDate } from '../../core/format-dates.ts';
import { paths } from '../../core/paths.ts';
import { LineSkeletons } from '../../list/list-skeleton.tsx';
import { formatUnreadCount } from '../../shell/live-updates.tsx';
import classes from './dashboard.module.css';
import { EmptySectionText, Section } from './section.tsx';

/** The longest validity of a link to a draft: after it, none is left that the old key signed. */
const linkLifetimeMs = 30 * 24 * 60 * 60_000;

type OldDrafts = ApiOutputs['dashboard']['oldDrafts'];
type Overdue = ApiOutputs['privacy']['overdue'][number];

/** Unread messages, open messages beyond their retention period, a new signing key and old drafts. */
export function Attention() {
  const drafts = trpc.dashboard.oldDrafts.useQuery();
  // From the cache: `LiveUpdates` requests it.
  const inbox = trpc.inbox.state.useQuery(undefined, { enabled: false });
  const unread = inbox.data?.unread ?? 0;
  const { role } = useCurrentUser();
  const hasInbox = hasGrant(role, 'inbox:manage');
  const overdue = trpc.privacy.overdue.useQuery(undefined, { enabled: hasInbox }).data ?? [];
  const keyReplacedAt = useKeyReplacement();
  return (
    <Section name="attention" title="Needs attention">
      <QueryBoundary
        query={drafts}
        subject="what needs attention"
        skeleton={<LineSkeletons count={3} />}
        isEmpty={({ total }) =>
          total === 0 && unread === 0 && overdue.length === 0 && keyReplacedAt === undefined
        }
        empty={<EmptySectionText text="Nothing is waiting for you." />}
      >
        {(old) => (
          <>
            {unread > 0 && (
              <p className={classes.waiting}>
                <Link to={`${paths.inbox}?tab=unread`}>
                  {unread === 1 ? '1 unread message' : `${formatUnreadCount(unread)} unread messages`}
                </Link>
              </p>
            )}
            {overdue.map((messages) => (
              <OverdueMessages key={`${messages.figure} ${messages.state}`} {...messages} />
            ))}
            {keyReplacedAt !== undefined && (
              <p className={classes.waiting}>
                <Link to={`${securityLogPath}&type=keys_rotated`}>
                  The signing key was replaced on {formatDate(keyReplacedAt)}
                </Link>
                : links to drafts from before no longer open, and every browser counts as new
              </p>
            )}
            {old.total > 0 && <DraftList {...old} />}
          </>
        )}
      </QueryBoundary>
    </Section>
  );
}

/** Undefined after 30 days, and for people who may not read the security log. */
function useKeyReplacement(): string | undefined {
  const { role } = useCurrentUser();
  const { data } = trpc.security.list.useQuery(
    { type: 'keys_rotated' },
    { enabled: hasGrant(role, 'security:read') },
  );
  const replacement = data?.events.find(({ details }) => details.reason === 'signing key');
  const isRecent = replacement && Date.now() - Date.parse(replacement.created_at) < linkLifetimeMs;
  return isRecent ? replacement.created_at : undefined;
}

/** Open messages are never deleted, because somebody might still have to answer. */
function OverdueMessages({ figure, months, state, count }: Overdue) {
  const noun = figure === 'application_months' ? 'application' : 'message';
  const number = count >= 1000 ? '999+' : String(count);
  const age = months === 1 ? '1 month' : `${months} months`;
  return (
    <p className={classes.waiting}>
      <Link to={`${paths.inbox}?state=${state}`}>
        {count === 1
          ? `1 ${state} ${noun} is older than ${age}`
          : `${number} ${state} ${noun}s are older than ${age}`}
      </Link>
    </p>
  );
}

function DraftList({ total, drafts }: OldDrafts) {
  const more = total - drafts.length;
  return (
    <>
      <p className={classes.waiting}>
        {total === 1 ? '1 draft is older than 30 days' : `${total} drafts are older than 30 days`}
      </p>
      <ul className={classes.drafts}>
        {drafts.map(({ module, id, title, created_at }) => (
          <li key={`${module}-${id}`}>
            <Link to={`${modulePath(module)}/${id}/edit`}>
              <bdi>{title}</bdi>
            </Link>
            <time dateTime={created_at}>{formatDate(created_at)}</time>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={classes.nothing}>and {more} more</p>}
    </>
  );
}
