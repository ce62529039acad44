import { VisuallyHidden } from '@mantine/core';
import {
  type Icon,
  IconArticle,
  IconBriefcase,
  IconInbox,
  IconStack2,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { can, type Grant } from '../../../../src/shared/grants.ts';
import type { Role } from '../../../../src/shared/roles.ts';
import classes from './dashboard.module.css';

interface QuickAction {
  to: string;
  grant: Grant;
  icon: Icon;
  /** The label for roles that have only a few actions. */
  label: string;
  adminLabel: string;
}

// Labels and order are fixed by docs/product.md, §4.2.
const actions: readonly QuickAction[] = [
  {
    ...{ to: '/admin/blog-posts', grant: 'blog:manage', icon: IconArticle },
    ...{ label: 'Blog Posts', adminLabel: 'Manage Blog Posts' },
  },
  {
    ...{ to: '/admin/team', grant: 'team:manage', icon: IconUsersGroup },
    ...{ label: 'Team', adminLabel: 'Manage Team' },
  },
  {
    ...{ to: '/admin/jobs', grant: 'jobs:manage', icon: IconBriefcase },
    ...{ label: 'Jobs', adminLabel: 'Manage Jobs' },
  },
  {
    ...{ to: '/admin/users', grant: 'users:manage', icon: IconUsers },
    ...{ label: 'Users', adminLabel: 'Manage Users' },
  },
  {
    ...{ to: '/admin/inbox', grant: 'inbox:manage', icon: IconInbox },
    ...{ label: 'View Messages', adminLabel: 'View Messages' },
  },
  {
    ...{ to: '/admin/portfolio', grant: 'portfolio:manage', icon: IconStack2 },
    ...{ label: 'Portfolio', adminLabel: 'Manage Portfolio' },
  },
];

/** Links to the actions that a role may take. Renders nothing when there are none. */
export function QuickActions({ role }: { role: Role }) {
  const open = actions.filter(({ grant }) => can(role, grant));
  if (open.length === 0) return null;
  return (
    <nav aria-label="Quick actions">
      <VisuallyHidden component="h2">Quick actions</VisuallyHidden>
      <ul className={classes.actions}>
        {open.map(({ to, icon: Icon, label, adminLabel }) => (
          <li key={to}>
            <Link to={to} className={classes.action!}>
              <Icon size={20} stroke={1.6} aria-hidden="true" />
              {role === 'admin' ? adminLabel : label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
