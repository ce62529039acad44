import { Link } from 'react-router-dom';
import { can, type Grant } from '../../../../src/shared/grants.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { RefetchError } from '../../components/query-boundary.tsx';
import { useCurrentUser } from '../../core/admin-context.ts';
import { modulePath, paths, usersPath } from '../../core/paths.ts';
import classes from './dashboard.module.css';

interface Card {
  /** The count that the card shows, and its label. Every role sees it. */
  count?: { of: keyof ApiOutputs['dashboard']['stats']; label: string };
  to: string;
  grant: Grant;
  /** The label of the link, which is shorter for roles that have only a few. */
  action: string;
  adminAction: string;
}

// Labels and order are fixed by docs/product.md, §4.2.
const cards: readonly Card[] = [
  {
    ...{
      to: modulePath('blog'),
      grant: 'blog:manage',
      action: 'Blog Posts',
      adminAction: 'Manage Blog Posts',
    },
    count: { of: 'blogCount', label: 'Blog Posts' },
  },
  { to: modulePath('team'), grant: 'team:manage', action: 'Team', adminAction: 'Manage Team' },
  {
    ...{ to: modulePath('jobs'), grant: 'jobs:manage', action: 'Jobs', adminAction: 'Manage Jobs' },
    count: { of: 'jobCount', label: 'Job Postings' },
  },
  {
    ...{ to: usersPath, grant: 'users:manage', action: 'Users', adminAction: 'Manage Users' },
    count: { of: 'userCount', label: 'Total Users' },
  },
  { to: paths.inbox, grant: 'inbox:manage', action: 'View Messages', adminAction: 'View Messages' },
  {
    ...{ to: modulePath('portfolio'), grant: 'portfolio:manage', action: 'Portfolio' },
    adminAction: 'Manage Portfolio',
    count: { of: 'portfolioCount', label: 'Portfolio Items' },
  },
];

const figures = new Intl.NumberFormat('en');

/** The counts and the quick actions of a role, one card for each subject. */
export function Overview() {
  const { role } = useCurrentUser();
  const query = trpc.dashboard.stats.useQuery();
  const shown = cards.map((card) => ({ ...card, isOpen: can(role, card.grant) }));
  const list = (
    <ul className={classes.cards}>
      {shown
        .filter(({ count, isOpen }) => count || isOpen)
        .map(({ to, count, isOpen, action, adminAction }) => (
          <li key={to} className={classes.card}>
            {count && (
              <p className={classes.count}>
                <span>{count.label}</span>
                <strong>{query.data ? figures.format(query.data[count.of]) : '–'}</strong>
              </p>
            )}
            {isOpen && (
              <Link to={to} className={classes.action!}>
                {role === 'admin' ? adminAction : action}
              </Link>
            )}
          </li>
        ))}
    </ul>
  );
  return (
    <>
      <RefetchError query={query} title="Couldn’t load the totals." />
      {shown.some(({ isOpen }) => isOpen) ? <nav aria-label="Quick actions">{list}</nav> : list}
    </>
  );
}
