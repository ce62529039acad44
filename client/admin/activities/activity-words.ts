import { type ActivityType, activityTypes } from '../../../src/shared/catalog.ts';
import { facts, moduleOfLog } from '../../../src/shared/facts.ts';

const typeNames: Record<ActivityType, string> = { create: 'Create', update: 'Update', delete: 'Delete' };

/** A module as the log names it; one of another version by its stored word. */
export function toModuleName(module: string): string {
  return moduleOfLog(module)?.label ?? module;
}

export const typeOptions = activityTypes.map((value) => ({ value, label: typeNames[value] }));
export const moduleOptions = Object.values(facts).map(({ log, label }) => ({ value: log, label }));
