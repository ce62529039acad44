import { can } from '../shared/grants.ts';
import { type ActivityModule, activityModules, logNameOf, recordedNames } from '../shared/module-facts.ts';
import type { Role } from '../shared/roles.ts';

export function editableModulesOf(role: Role): ActivityModule[] {
  return recordedNames.filter((name) => can(role, `${name}:manage`)).map(logNameOf);
}

/**
 * Returns whether the role may edit the module of an entry. For an entry without a known module, the role must be
 * permitted to edit every module.
 */
export function mayEditModule(role: Role, module: string | null | undefined): boolean {
  const held = editableModulesOf(role);
  const known = activityModules.find((name) => name === module);
  return known ? held.includes(known) : held.length === activityModules.length;
}
