import { can, type Grant, grants } from './grants.ts';
import type { Role } from './roles.ts';

/**
 * The subject of a scope is usually the first word of the grant's name. These grants are the exceptions. The texts of
 * the site are part of the settings in the API, so `texts:manage` has the scopes of the settings. The role of the
 * token's owner decides which groups of settings a call may use.
 */
const subjects = { 'texts:manage': 'settings' } as const;

/**
 * The grants without a scope. API tokens cannot follow what people do in the panel. Only people may export or
 * erase the data of a person.
 */
const forPeople = ['panel:follow', 'privacy:manage'] as const satisfies Grant[];
type ManagingGrant = Exclude<Grant, (typeof forPeople)[number] | keyof typeof subjects>;
type SubjectOf<G> = G extends `${infer Subject}:manage` ? Subject : never;

/** The subjects that every person with an account may use, whatever their role is. */
type OpenSubject = 'activities' | 'dashboard';

export type Scope =
  | `${SubjectOf<ManagingGrant> | OpenSubject}:read`
  | `${SubjectOf<ManagingGrant> | 'activities'}:write`
  | 'security:read'
  | 'csv:read';

const openScopes: readonly Scope[] = ['activities:read', 'activities:write', 'dashboard:read'];

const grantNames = Object.keys(grants) as Grant[];

/** All scopes: first those of the grants, in the order of the grants. */
export const scopes: readonly Scope[] = [
  ...new Set([
    ...grantNames.flatMap((grant) =>
      (['query', 'mutation'] as const).flatMap((type) => ofGrant(grant, type)),
    ),
    ...openScopes,
    'csv:read' as const,
  ]),
];

/**
 * The scopes that only an admin can give to a token, because these scopes concern the accounts of others or
 * all data at once.
 */
export const adminScopes: readonly Scope[] = ['users:write', 'csv:read'];

/**
 * Returns the scope that an API token needs for a call: `read` for a query, `write` for a mutation. Returns
 * undefined if no API token may make the call.
 */
export function scopeOf(grant: Grant, type: 'query' | 'mutation' | 'subscription'): Scope | undefined {
  return type === 'subscription' ? undefined : ofGrant(grant, type)[0];
}

function ofGrant(grant: Grant, type: 'query' | 'mutation'): Scope[] {
  if (forPeople.some((name) => name === grant)) return [];
  const [name = '', action] = grant.split(':');
  const subject = grant === 'texts:manage' ? subjects[grant] : name;
  if (type === 'query') return [`${subject}:read` as Scope];
  return action === 'manage' || action === 'open' ? [`${subject}:write` as Scope] : [];
}

/** Returns whether the held scopes include the needed scope. A write scope includes the read scope of the same subject. */
export function includesScope(held: readonly string[], needed: Scope): boolean {
  return held.includes(needed) || held.includes(needed.replace(/:read$/, ':write'));
}

/**
 * Returns the scopes of a role that are not among the held ones. Leaves out the subjects that every person may use, and
 * `csv:read`, which only changes the format of what a role may read.
 */
export function missingScopes(role: Role, held: readonly string[]): Scope[] {
  return scopes.filter(
    (scope) =>
      !openScopes.includes(scope) &&
      scope !== 'csv:read' &&
      isScopeOfRole(role, scope) &&
      !includesScope(held, scope),
  );
}

/** Returns whether a role permits calls with this scope. This function does not check `adminScopes`. */
export function isScopeOfRole(role: Role, scope: Scope): boolean {
  if (openScopes.includes(scope) || scope === 'csv:read') return true;
  return grantNames.some(
    (grant) =>
      can(role, grant) &&
      (['query', 'mutation'] as const).some((type) => ofGrant(grant, type).includes(scope)),
  );
}

export const defaultTokenDays = 90;
export const maxTokenDays = 366;
