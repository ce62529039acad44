import { keepPreviousData } from '@tanstack/react-query';
import { pageSizes } from '../../../../src/shared/catalog.ts';
import { type Role, roles } from '../../../../src/shared/roles.ts';
import { type SecurityEventType, securityEventTypes } from '../../../../src/shared/security-events.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { roleLabels } from '../../core/labels.ts';
import { useLastPage, useListParams } from '../../list/use-list-params.ts';

/** The display names of the events in the filter and the log. */
const typeNames: Record<SecurityEventType, string> = {
  sign_in: 'Signed in',
  sign_in_refused: 'Sign-in failed',
  sign_in_limited: 'Too many sign-in attempts',
  sign_out: 'Signed out',
  sessions_ended: 'Sessions ended',
  reset_asked: 'Password reset requested',
  reset_used: 'Signed in with reset link',
  link_made: 'Reset link created',
  password_changed: 'Password changed',
  role_changed: 'Role changed',
  email_changed: 'Email changed',
  name_changed: 'Name changed',
  user_created: 'Account created',
  user_deleted: 'Account deleted',
  denied: 'Permission denied',
  sso_sign_in: 'Signed in by single sign-on',
  sso_refused: 'Single sign-on rejected',
  sso_failed: 'Single sign-on unavailable',
  sso_linked: 'Linked to single sign-on',
  sso_unlinked: 'Unlinked from single sign-on',
  exported: 'Exported',
  message_deleted: 'Message deleted',
  attachment_downloaded: 'Attachment downloaded',
};

export const typeOptions = securityEventTypes.map((value) => ({ value, label: typeNames[value] }));

/** Returns the name of an event. Returns the stored name when this version does not know the event. */
export function toHeadline({ type }: SecurityEvent): string {
  const known = securityEventTypes.find((name) => name === type);
  return known ? typeNames[known] : type;
}

/**
 * Returns the details of an event: the person, the result and the reason, as far as the entry has them.
 * Returns `''` when it has none.
 */
export function toParticulars({ type, details }: SecurityEvent): string {
  const { name, email, role, before, reason, call, ended, message, kind } = details;
  // A person's name may equal a role's name.
  const isRoleChange = type === 'role_changed';
  const words = [
    typeof name === 'string' && (typeof email === 'string' ? `${name} (${email})` : name),
    typeof role === 'string' && toRoleWords(role, isRoleChange ? before : undefined),
    typeof before === 'string' && !isRoleChange && `before: ${before}`,
    typeof call === 'string' && call,
    typeof message === 'number' && `message ${message}`,
    typeof kind === 'string' && kind,
    typeof reason === 'string' && reason,
    typeof ended === 'number' && `${ended} ${ended === 1 ? 'session' : 'sessions'}`,
  ];
  return words.filter(Boolean).join(' · ');
}

function toRoleWords(role: string, before: unknown): string {
  const named = isRole(role) ? roleLabels[role] : role;
  return isRole(before) && before !== role ? `${roleLabels[before]} → ${named}` : named;
}

function isRole(value: unknown): value is Role {
  return roles.some((role) => role === value);
}

/** An entry of the security log. */
export type SecurityEvent = ApiOutputs['security']['list']['events'][number];

/** Queries the page of the security log that the address asks for. */
export function useSecurityEvents() {
  const list = useListParams(pageSizes.security);
  const type = securityEventTypes.find((name) => name === list.get('type'));
  const search = list.get('search');
  const query = trpc.security.list.useQuery(
    { page: list.page, before: list.before, per_page: pageSizes.security, type, search },
    { placeholderData: keepPreviousData },
  );
  useLastPage(list, query);
  return { query, list, type, search };
}
