import { type Role, roles } from '../../../../src/shared/roles.ts';
import { type SecurityEventType, securityEventTypes } from '../../../../src/shared/security-events.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { roleLabels } from '../../core/labels.ts';

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
