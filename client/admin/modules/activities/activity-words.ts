import { type ActivityType, activityTypes } from '../../../../src/shared/catalog.ts';
import { facts, moduleOfLog } from '../../../../src/shared/facts.ts';

const typeNames: Record<ActivityType, string> = { create: 'Create', update: 'Update', delete: 'Delete' };

/** Returns the label of a module. Returns the stored name when this version does not know the module. */
export function toModuleName(module: string): string {
  return moduleOfLog(module)?.label ?? module;
}

export const typeOptions = activityTypes.map((value) => ({ value, label: typeNames[value] }));
export const moduleOptions = Object.values(facts).map(({ log, label }) => ({ value: log, label }));
