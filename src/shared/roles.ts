/** See docs/product.md, §6.1. */
export const roles = ['user', 'admin', 'hr', 'content_moderator'] as const;
export type Role = (typeof roles)[number];

export function parseRole(value: string): Role | undefined {
  const lower = value.trim().toLowerCase();
  return roles.find((role) => role === lower);
}

/** The roles that a person may give to others (docs/product.md, §6.2). */
export function assignableRoles(actor: Role): readonly Role[] {
  return actor === 'admin' ? roles : ['user'];
}
