import { hasGrant, type Grant, grants } from './grants.ts';
import type { Role } from './roles.ts';

/**
 * Usually the subject is the first word of the grant. In the API, the texts of the site are settings. The role of the
 * token's owner decides which groups a call may use.
 */
const subjects = { 'texts:manage': 'settings' } as const;

/**
 * Tokens cannot follow what people do in the panel. Only people export or erase the data of a person, and say where
 * events go.
 */
const forPeople = ['panel:follow', 'privacy:manage', 'webhooks:manage'] as const satisfies Grant[];
type ManagingGrant = Exclude<Grant, (typeof forPeople)[number] | keyof typeof subjects>;
type SubjectOf<G> = G extends `${infer Subject}:manage` ? Subject : never;

/** For every person with an account, whatever their role. */
type OpenSubject = 'activities' | 'dashboard';

export type Scope =
  | `${SubjectOf<ManagingGrant> | OpenSubject}:read`
  | `${SubjectOf<ManagingGrant> | 'activities'}:write`
  | 'security:read'
  | 'visits:read'
  | 'mail:receive'
  | 'csv:read'
  | 'export:read';

const openScopes: readonly Scope[] = ['activities:read', 'activities:write', 'dashboard:read'];

const grantNames = Object.keys(grants) as Grant[];

/** In the order of the grants, others last. */
export const scopes: readonly Scope[] = [
  ...new Set([
    ...grantNames.flatMap((grant) =>
      (['query', 'mutation'] as const).flatMap((type) => ofGrant(grant, type)),
    ),
    ...openScopes,
    'csv:read' as const,
    'export:read' as const,
  ]),
];

/** Only an admin can give these to a token: they concern the accounts of others or all data at once. */
export const adminScopes: readonly Scope[] = ['users:write', 'csv:read', 'export:read'];

/** `read` for a query, `write` for a mutation. Undefined if no API token may make the call. */
export function scopeOfGrant(grant: Grant, type: 'query' | 'mutation' | 'subscription'): Scope | undefined {
  return type === 'subscription' ? undefined : ofGrant(grant, type)[0];
}

function ofGrant(grant: Grant, type: 'query' | 'mutation'): Scope[] {
  if (forPeople.some((name) => name === grant)) return [];
  // Such a token only hands in mails: it reads nothing.
  if (grant === 'mail:receive') return type === 'mutation' ? [grant] : [];
  const [name = '', action] = grant.split(':');
  const subject = grant === 'texts:manage' ? subjects[grant] : name;
  if (type === 'query') return [`${subject}:read` as Scope];
  return action === 'manage' || action === 'open' ? [`${subject}:write` as Scope] : [];
}

/** A write scope includes the read scope of its subject. */
export function includesScope(granted: readonly string[], needed: Scope): boolean {
  return granted.includes(needed) || granted.includes(needed.replace(/:read$/, ':write'));
}

/** Leaves out what every person may use, and `csv:read`, which only changes the format. */
export function missingScopes(role: Role, granted: readonly string[]): Scope[] {
  return scopes.filter(
    (scope) =>
      !openScopes.includes(scope) &&
      scope !== 'csv:read' &&
      isScopeOfRole(role, scope) &&
      !includesScope(granted, scope),
  );
}

/** Does not check `adminScopes`. */
export function isScopeOfRole(role: Role, scope: Scope): boolean {
  if (openScopes.includes(scope) || scope === 'csv:read') return true;
  // It has all that is stored, so only who may open everything gives it.
  if (scope === 'export:read') return hasGrant(role, 'settings:manage');
  return grantNames.some(
    (grant) =>
      hasGrant(role, grant) &&
      (['query', 'mutation'] as const).some((type) => ofGrant(grant, type).includes(scope)),
  );
}

export const defaultTokenDays = 90;
export const maxTokenDays = 366;
