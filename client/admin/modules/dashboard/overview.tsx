import { Link } from 'react-router-dom';
import { modulePath } from '../../../../src/shared/module-facts.ts';
import { hasGrant, type Grant } from '../../../../src/shared/grants.ts';
import type { FeatureName } from '../../../../src/shared/settings/fields/features.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { InlineQueryError } from '../../components/query-boundary.tsx';
import { useCurrentUser } from '../../core/admin-context.ts';
import { partsOff } from '../../core/open-screens.ts';
import { useDocumentVersion } from '../../core/panel-document.ts';
import { paths, usersPath } from '../../core/paths.ts';
import { formatUnreadCount } from '../../shell/live-updates.tsx';
import { figures } from '../../core/figures.ts';
import classes from './overview.module.css';

interface Card {
  label: string;
  /** Its name in `dashboard.stats`, which every role may read. Absent for a count of another call. */
  of?: keyof ApiOutputs['dashboard']['stats'];
  to: string;
  grant: Grant;
  /** The part of the site that shows what is counted. */
  part?: FeatureName;
  /** Admins see `adminAction`. */
  action: string;
  adminAction: string;
}

// docs/product.md, §4.2, fixes the order of the cards, the labels of the links and the labels of four counts.
const cards: readonly Card[] = [
  {
    label: 'Blog Posts',
    of: 'blogCount',
    to: modulePath('blog'),
    grant: 'blog:manage',
    part: 'blog',
    action: 'Blog Posts',
    adminAction: 'Manage Blog Posts',
  },
  {
    label: 'Team Members',
    to: modulePath('team'),
    grant: 'team:manage',
    part: 'team',
    action: 'Team',
    adminAction: 'Manage Team',
  },
  {
    label: 'Job Postings',
    of: 'jobCount',
    to: modulePath('jobs'),
    grant: 'jobs:manage',
    part: 'career',
    action: 'Jobs',
    adminAction: 'Manage Jobs',
  },
  {
    label: 'Total Users',
    of: 'userCount',
    to: usersPath,
    grant: 'users:manage',
    action: 'Users',
    adminAction: 'Manage Users',
  },
  {
    label: 'Unread',
    to: paths.inbox,
    grant: 'inbox:manage',
    action: 'View Messages',
    adminAction: 'View Messages',
  },
  {
    label: 'Portfolio Items',
    of: 'portfolioCount',
    to: modulePath('portfolio'),
    grant: 'portfolio:manage',
    part: 'portfolio',
    action: 'Portfolio',
    adminAction: 'Manage Portfolio',
  },
];

/** People who may not manage the subject see only counts of `dashboard.stats`, without a link. */
export function Overview() {
  const { role } = useCurrentUser();
  const query = trpc.dashboard.stats.useQuery();
  const team = trpc.team.list.useQuery({ page: 1, per_page: 1 }, { enabled: hasGrant(role, 'team:manage') });
  // From the cache: `LiveUpdates` requests it.
  const inbox = trpc.inbox.state.useQuery(undefined, { enabled: false });
  const others: Record<string, string | undefined> = {
    [modulePath('team')]: team.data && figures.format(team.data.stats.total),
    [paths.inbox]: inbox.data && formatUnreadCount(inbox.data.unread),
  };
  const countOf = ({ of, to }: Card) => (of ? query.data && figures.format(query.data[of]) : others[to]);
  useDocumentVersion();
  const off = partsOff();
  const isOff = ({ part }: Card) => part !== undefined && off.includes(part);
  const isOpen = (card: Card) =>
    hasGrant(role, card.grant) && (!isOff(card) || hasGrant(role, 'settings:manage'));
  const list = (
    <ul className={classes.cards}>
      {cards
        .filter((card) => card.of || isOpen(card))
        .map((card) => (
          <li key={card.to} className={classes.card} data-off={isOff(card) || undefined}>
            <p className={classes.count}>
              <span>{card.label}</span>
              <strong>{countOf(card) ?? '–'}</strong>
            </p>
            {isOff(card) && isOpen(card) && <p className={classes.off}>Switched off</p>}
            {isOpen(card) && (
              <Link to={card.to} className={classes.action!}>
                {role === 'admin' ? card.adminAction : card.action}
              </Link>
            )}
          </li>
        ))}
    </ul>
  );
  return (
    <>
      <InlineQueryError query={query} title="Couldn’t load the totals." />
      {cards.some(isOpen) ? <nav aria-label="Quick actions">{list}</nav> : list}
    </>
  );
}
