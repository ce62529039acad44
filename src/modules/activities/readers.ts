import { type ActivityModule, activityModules } from '../../shared/catalog.ts';
import { can, type Grant, type Role } from '../../shared/roles.ts';

const grantOf: Record<ActivityModule, Grant> = {
  blog: 'blog:manage',
  team: 'team:manage',
  job: 'jobs:manage',
  portfolio: 'portfolio:manage',
};

/** The modules whose grant a role holds. */
export function modulesOf(role: Role): ActivityModule[] {
  return activityModules.filter((module) => can(role, grantOf[module]));
}

/**
 * Whether a role holds the grant of the module that an entry names. An entry without a module, or with one that this version
 * does not know, is for those who hold every grant.
 */
export function holdsModule(role: Role, module: string | null | undefined): boolean {
  const held = modulesOf(role);
  const known = activityModules.find((name) => name === module);
  return known ? held.includes(known) : held.length === activityModules.length;
}
