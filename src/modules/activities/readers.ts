import { type ActivityModule, activityModules, facts, moduleNames } from '../../shared/facts.ts';
import { can } from '../../shared/grants.ts';
import type { Role } from '../../shared/roles.ts';

/** The modules whose grant a role holds. */
export function modulesOf(role: Role): ActivityModule[] {
  return moduleNames.filter((name) => can(role, `${name}:manage`)).map((name) => facts[name].log);
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
