import { can, type Grant, grants } from './grants.ts';
import type { Role } from './roles.ts';

/** Programs see settings and texts as one subject. The role still decides about each group of settings. */
const subjects = { 'texts:manage': 'settings' } as const;

/** Grants without a scope: programs do not follow the panel, and only people may export or erase a person. */
const forPeople = ['panel:follow', 'privacy:manage'] as const satisfies Grant[];
type ManagingGrant = Exclude<Grant, (typeof forPeople)[number] | keyof typeof subjects>;
type SubjectOf<G> = G extends `${infer Subject}:manage` ? Subject : never;

/** The subjects that every person with an account may use, whatever their role. */
type OpenSubject = 'activities' | 'dashboard';

export type Scope =
  | `${SubjectOf<ManagingGrant> | OpenSubject}:read`
  | `${SubjectOf<ManagingGrant> | 'activities'}:write`
  | 'security:read'
  | 'csv:read';

const openScopes: readonly Scope[] = ['activities:read', 'activities:write', 'dashboard:read'];

const grantNames = Object.keys(grants) as Grant[];

/** All scopes, each once, in the order of the grants. */
export const scopes: readonly Scope[] = [
  ...new Set([
    ...grantNames.flatMap((grant) =>
      (['query', 'mutation'] as const).flatMap((type) => ofGrant(grant, type)),
    ),
    ...openScopes,
    'csv:read' as const,
  ]),
];

/** Scopes that only an admin can give, because they concern accounts of others or all data at once. */
export const adminScopes: readonly Scope[] = ['users:write', 'csv:read'];

/**
 * Returns the scope for a grant: `read` for a query, `write` for a mutation. Returns undefined when no scope permits
 * the call.
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

/** Returns whether a person of this role could ever use the scope. */
export function isScopeOfRole(role: Role, scope: Scope): boolean {
  if (openScopes.includes(scope) || scope === 'csv:read') return true;
  return grantNames.some(
    (grant) =>
      can(role, grant) &&
      (['query', 'mutation'] as const).some((type) => ofGrant(grant, type).includes(scope)),
  );
}
