/** The four roles (docs/product.md, §6.1). */
export const roles = ['user', 'admin', 'hr', 'content_moderator'] as const;
export type Role = (typeof roles)[number];

/**
 * Who may do what: the one table that procedures, guards, navigation and the access matrix are driven by.
 * A grant reads `<module>:<act>`.
 */
export const grants = {
  'blog:manage': ['admin', 'content_moderator'],
  'team:manage': ['admin', 'content_moderator'],
  'portfolio:manage': ['admin', 'content_moderator'],
  'jobs:manage': ['admin', 'hr'],
  'inbox:manage': ['admin', 'hr'],
  'users:manage': ['admin'],
  'security:read': ['admin'],
} as const satisfies Record<string, readonly Role[]>;
export type Grant = keyof typeof grants;

/** Reads a role as it may be stored or sent, in any letter case; `undefined` when it is none of the four. */
export function parseRole(value: string): Role | undefined {
  const lower = value.trim().toLowerCase();
  return roles.find((role) => role === lower);
}

/** Returns the roles that `actor` may give to a user (docs/product.md, §6.2). */
export function assignableRoles(actor: Role): readonly Role[] {
  return actor === 'admin' ? roles : ['user'];
}

/** Whether a role holds a grant. */
export function can(role: Role, grant: Grant): boolean {
  return (grants[grant] as readonly Role[]).includes(role);
}
