/** The four roles (docs/product.md, §6.1). */
export const roles = ['user', 'admin', 'hr', 'content_moderator'] as const;
export type Role = (typeof roles)[number];

/**
 * Which roles may do what. Procedures, route guard, navigation and access matrix all read this table. A grant is named
 * `<module>:<action>`.
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

/** Returns the role that a text names in any letter case; `undefined` when it names none. */
export function parseRole(value: string): Role | undefined {
  const lower = value.trim().toLowerCase();
  return roles.find((role) => role === lower);
}

/** Returns the roles that `actor` may give to a user (docs/product.md, §6.2). */
export function assignableRoles(actor: Role): readonly Role[] {
  return actor === 'admin' ? roles : ['user'];
}

export function can(role: Role, grant: Grant): boolean {
  return (grants[grant] as readonly Role[]).includes(role);
}
