import { factsByModule, moduleNames } from '../../../src/shared/module-facts.ts';
import { capitalised } from '../core/labels.ts';

const otherLabels: Record<string, string> = {
  media: 'Media',
  inbox: 'Messages',
  mail: 'Incoming mail (hands in, reads nothing)',
  users: 'Users',
  security: 'Security log',
  visits: 'Numbers',
  settings: 'Settings',
  activities: 'Activity log',
  dashboard: 'Dashboard',
  csv: 'Spreadsheets (CSV)',
  export: 'Export of everything',
};

const moduleLabels = Object.fromEntries(
  moduleNames.map((name) => [name, capitalised(factsByModule[name].many)]),
);

/** Such as 'Posts' for `blog`, or the subject itself if this version of the panel does not know it. */
export function subjectLabel(subject: string): string {
  return moduleLabels[subject] ?? otherLabels[subject] ?? subject;
}
