export const securityLogDays = 180;

export const securityEventTypes = [
  'sign_in',
  'sign_in_refused',
  'sign_in_limited',
  'second_factor_refused',
  'confirmed',
  'confirmation_refused',
  'sign_out',
  'sessions_ended',
  'reset_asked',
  'reset_used',
  'link_made',
  'password_changed',
  'role_changed',
  'email_changed',
  'email_confirmed',
  'name_changed',
  'user_created',
  'user_deactivated',
  'user_reactivated',
  'user_deleted',
  'denied',
  'sso_sign_in',
  'sso_refused',
  'sso_failed',
  'sso_linked',
  'sso_unlinked',
  'exported',
  'message_deleted',
  'person_erased',
  'attachment_downloaded',
  'factor_added',
  'factor_removed',
  'recovery_codes_made',
  'recovery_code_used',
  'token_made',
  'token_revoked',
  'webhook_made',
  'webhook_changed',
  'webhook_deleted',
  'webhook_secret_shown',
  'webhook_secret_replaced',
  'keys_rotated',
  'restored',
] as const;
export type SecurityEventType = (typeof securityEventTypes)[number];

const refusals: readonly SecurityEventType[] = [
  ...([
    'sign_in_refused',
    'sign_in_limited',
    'second_factor_refused',
    'confirmation_refused',
    'denied',
    'sso_refused',
    'sso_failed',
  ] as const),
];

export function isRefusedEvent(type: string): boolean {
  return refusals.some((refusal) => refusal === type);
}

const mailed: readonly SecurityEventType[] = [
  ...(['password_changed', 'reset_used', 'email_changed', 'role_changed', 'user_created'] as const),
  ...(['user_deactivated', 'user_reactivated'] as const),
  ...(['factor_added', 'factor_removed', 'recovery_codes_made', 'recovery_code_used'] as const),
  'token_made',
];

/** Whether a mail may be due. It may still not be sent, for example if nobody has confirmed the address. */
export function isMailedToUser(
  type: SecurityEventType,
  { is_new_browser, role, of }: Record<string, unknown>,
): boolean {
  if (type === 'user_created') return role === 'admin';
  // No mail to people who end their own sessions.
  if (type === 'sessions_ended') return typeof of === 'number';
  return mailed.includes(type) || is_new_browser === true;
}

/** On standard output. Has no secrets and no messages of visitors. */
export interface SecurityLine {
  event: 'security';
  event_id: number;
  type: SecurityEventType;
  user_id: number | null;
  user_name: string | null;
  email: string | null;
  address: string;
  details: Record<string, unknown>;
}

/** The activity log has a view for them. */
export const securityLogPath = '/admin/activities?log=access';
