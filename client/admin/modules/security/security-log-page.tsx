import IconShieldCheck from 'icon:shield-check';
import IconShieldX from 'icon:shield-x';
import { Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { pageSizes } from '../../../../src/shared/enumerations.ts';
import { type Role, roles } from '../../../../src/shared/roles.ts';
import {
  isRefusedEvent,
  type SecurityEventType,
  securityEventTypes,
} from '../../../../src/shared/security-events.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { LogIconCircle } from '../../components/activity-marks.tsx';
import { roleLabels } from '../../core/labels.ts';
import { parseId } from '../../core/paths.ts';
import type { Column } from '../../list/data-table.tsx';
import { ListRows } from '../../list/list-rows.tsx';
import { ListToolbar } from '../../list/list-toolbar.tsx';
import { apiTokenLabel, logColumns } from '../../list/log-columns.tsx';
import { PagedList } from '../../list/paged-list.tsx';
import { pageQueryOf, useListParams } from '../../list/use-list-params.ts';

const addressColumn: Column<SecurityEvent> = {
  id: 'address',
  header: 'IP address',
  cell: ({ address }) => address,
};

const columns = logColumns<SecurityEvent>({
  what: {
    id: 'event',
    header: 'Event',
    icon: (event) => <EventIcon event={event} />,
    sentence: toHeadline,
  },
  noteOf: toParticulars,
  who: ({ user_name }) =>
    user_name ?? (
      <Text span c="dimmed">
        Unknown
      </Text>
    ),
  addressOf: ({ email }) => email,
  after: [addressColumn],
});

export function SecurityLogPage() {
  const params = useListParams({ name: 'security', pageSize: pageSizes.security });
  const type = securityEventTypes.find((name) => name === params.filter('type'));
  const people = usePeople(params.filter('user_id'));
  const query = trpc.security.list.useQuery(
    { ...pageQueryOf(params), type, user_id: parseId(params.filter('user_id')) },
    { placeholderData: keepPreviousData },
  );
  const events = query.data?.events ?? [];
  return (
    <PagedList
      title="Security log"
      lead="Sign-ins, denied requests and account changes."
      subject="the security log"
      nouns={{ one: 'event', many: 'events' }}
      params={params}
      query={query}
      rows={events}
      titleOf={toHeadline}
      filters={[
        { name: 'type', label: 'Event', allLabel: 'All events', options: typeOptions },
        { name: 'user_id', label: 'Person', allLabel: 'Everybody', options: people },
      ]}
    >
      <ListToolbar searchPlaceholder="Search by name, email or IP address" columns={columns} />
      <ListRows
        rows={events}
        columns={columns}
        empty={{
          title: 'No events found',
          first: 'Sign-ins will appear here.',
          filtered: 'Try a different search or event.',
        }}
      />
    </PagedList>
  );
}

/** Everybody with an account, and the chosen person even if deleted. */
function usePeople(chosen: string | undefined) {
  const query = trpc.users.list.useQuery({ sort: 'name:asc' });
  const users = query.data?.users ?? [];
  const people = users.map(({ id, name, email }) => {
    const hasNamesake = users.some((other) => other.name === name && other.id !== id);
    return { value: String(id), label: hasNamesake ? `${name} (${email})` : name };
  });
  const isUnknown = parseId(chosen) !== undefined && people.every(({ value }) => value !== chosen);
  return isUnknown && chosen ? [...people, { value: chosen, label: `User ${chosen}` }] : people;
}

function EventIcon({ event }: { event: SecurityEvent }) {
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

const typeOptions = securityEventTypes.map((value) => ({ value, label: typeNames[value] }));

/** The stored type if this version of the panel has no such type. */
function toHeadline({ type }: SecurityEvent): string {
  const known = securityEventTypes.find((name) => name === type);
  return known ? typeNames[known] : type;
}

/** One line, such as the person, the new role and the reason, or `''`. */
function toParticulars({ type, details }: SecurityEvent): string {
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

type SecurityEvent = ApiOutputs['security']['list']['events'][number];
