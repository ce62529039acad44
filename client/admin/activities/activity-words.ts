import {
  type ActivityModule,
  type ActivityType,
  activityModules,
  activityTypes,
} from '../../../src/shared/catalog.ts';

const typeNames: Record<ActivityType, string> = { create: 'Create', update: 'Update', delete: 'Delete' };

const moduleNames: Record<ActivityModule, string> = {
  blog: 'Blog',
  portfolio: 'Portfolio',
  job: 'Job',
  team: 'Team',
};

/** A module as the log names it; one of another version by its stored word. */
export function toModuleName(module: string): string {
  const known = activityModules.find((name) => name === module);
  return known ? moduleNames[known] : module;
}

export const typeOptions = activityTypes.map((value) => ({ value, label: typeNames[value] }));
export const moduleOptions = activityModules.map((value) => ({ value, label: moduleNames[value] }));
