import IconShieldCheck from 'icon:shield-check';
import IconShieldX from 'icon:shield-x';
import { type Role, roles } from '../../../../src/shared/roles.ts';
import {
  isRefusedEvent,
  type SecurityEventType,
  securityEventTypes,
} from '../../../../src/shared/security-events.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { LogIconCircle } from '../../components/activity-marks.tsx';
import { roleLabels } from '../../core/labels.ts';
import { apiTokenLabel } from '../../list/log-columns.tsx';

export function EventIcon({ event }: { event: SecurityEvent }) {
  const refusal = isRefusedEvent(event.type);
  const Icon = refusal ? IconShieldX : IconShieldCheck;
  return (
    <LogIconCircle type={refusal ? 'refusal' : 'create'}>
      <Icon size={17} stroke={1.7} aria-hidden="true" />
    </LogIconCircle>
  );
}

const typeNames: Record<SecurityEventType, string> = {
  sign_in: 'Signed in',
  sign_in_refused: 'Sign-in failed',
  second_factor_refused: 'Second factor rejected',
  confirmed: 'Identity confirmed',
  confirmation_refused: 'Confirmation failed',
  sign_in_limited: 'Too many sign-in attempts',
  sign_out: 'Signed out',
  sessions_ended: 'Sessions ended',
  reset_asked: 'Password reset requested',
  reset_used: 'Signed in with reset link',
  link_made: 'Reset link created',
  password_changed: 'Password changed',
  role_changed: 'Role changed',
  email_changed: 'Email changed',
  email_confirmed: 'Email confirmed',
  name_changed: 'Name changed',
  user_created: 'Account created',
  user_deactivated: 'Account deactivated',
  user_reactivated: 'Account reactivated',
  user_deleted: 'Account deleted',
  denied: 'Permission denied',
  sso_sign_in: 'Signed in by single sign-on',
  sso_refused: 'Single sign-on rejected',
  sso_failed: 'Single sign-on unavailable',
  sso_linked: 'Linked to single sign-on',
  sso_unlinked: 'Unlinked from single sign-on',
  exported: 'Exported',
  message_deleted: 'Message deleted',
  person_erased: 'Person erased',
  attachment_downloaded: 'Attachment downloaded',
  factor_added: 'Second factor added',
  factor_removed: 'Second factor removed',
  recovery_codes_made: 'New recovery codes',
  recovery_code_used: 'Recovery code used',
  token_made: 'API token created',
  token_revoked: 'API token revoked',
  webhook_made: 'Webhook created',
  webhook_changed: 'Webhook changed',
  webhook_deleted: 'Webhook deleted',
  webhook_secret_shown: 'Secret of a webhook shown',
  webhook_secret_replaced: 'Secret of a webhook replaced',
  keys_rotated: 'Keys replaced',
  restored: 'Restored from a backup',
};

export const eventOptions = securityEventTypes.map((value) => ({ value, label: typeNames[value] }));

/** The stored type if this version of the panel has no such type. */
export function toHeadline({ type }: SecurityEvent): string {
  const known = securityEventTypes.find((name) => name === type);
  return known ? typeNames[known] : type;
}

/** One line, such as the person, the new role and the reason, or `''`. */
export function toParticulars({ type, details }: SecurityEvent): string {
  const { name, email, role, before, reason, call, ended, message, kind, by, factor, token_name, via } =
    details;
  const { webhook_name, url } = details;
  // Elsewhere, `before` may be a person's name that equals the name of a role.
  const isRoleChange = type === 'role_changed';
  const parts = [
    typeof name === 'string' && (typeof email === 'string' ? `${name} (${email})` : name),
    typeof role === 'string' && toRoleWords(role, isRoleChange ? before : undefined),
    typeof before === 'string' && !isRoleChange && `before: ${before}`,
    typeof call === 'string' && call,
    typeof message === 'number' && `message ${message}`,
    typeof factor === 'string' ? factor : typeof kind === 'string' && kind,
    typeof by === 'string' && byNames.get(by),
    typeof reason === 'string' && reason,
    typeof ended === 'number' && `${ended} ${ended === 1 ? 'session' : 'sessions'}`,
    typeof token_name === 'string' && `“${token_name}”`,
    typeof webhook_name === 'string' && `“${webhook_name}”`,
    typeof url === 'string' && url,
    apiTokenLabel(via) && `through ${apiTokenLabel(via)}`,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Other values of `by`, such as `sso`, are not shown. */
const byNames = new Map([
  ['totp', 'with a code of the authenticator app'],
  ['recovery', 'with a recovery code'],
  ['passkey', 'with a passkey'],
  ['password', 'with the password'],
  ['link', 'with a reset link'],
]);

function toRoleWords(role: string, before: unknown): string {
  const label = isRole(role) ? roleLabels[role] : role;
  return isRole(before) && before !== role ? `${roleLabels[before]} → ${label}` : label;
}

function isRole(value: unknown): value is Role {
  return roles.some((role) => role === value);
}

export type SecurityEvent = ApiOutputs['security']['list']['events'][number];
