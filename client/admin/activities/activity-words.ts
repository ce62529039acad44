import {
  type ActivityModule,
  type ActivityType,
  activityModules,
  activityTypes,
} from '../../../src/shared/catalog.ts';

const typeNames: Record<ActivityType, string> = { create: 'Create', update: 'Update', delete: 'Delete' };

/** The modules as the log names them. */
export const moduleNames: Record<ActivityModule, string> = {
  blog: 'Blog',
  portfolio: 'Portfolio',
  job: 'Job',
  team: 'Team',
};

export const typeOptions = activityTypes.map((value) => ({ value, label: typeNames[value] }));
export const moduleOptions = activityModules.map((value) => ({ value, label: moduleNames[value] }));
