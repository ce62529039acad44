import { can } from '../shared/grants.ts';
import { type ActivityModule, activityModules, logOf, recordedNames } from '../shared/module-facts.ts';
import type { Role } from '../shared/roles.ts';

export function modulesOf(role: Role): ActivityModule[] {
  return recordedNames.filter((name) => can(role, `${name}:manage`)).map(logOf);
}

/**
 * Returns whether the role may edit the module of an entry. For an entry without a known module, the role must be
 * permitted to edit every module.
 */
export function holdsModule(role: Role, module: string | null | undefined): boolean {
  const held = modulesOf(role);
  const known = activityModules.find((name) => name === module);
  return known ? held.includes(known) : held.length === activityModules.length;
}
