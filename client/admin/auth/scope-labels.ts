import { facts, moduleNames } from '../../../src/shared/module-facts.ts';
import { capitalised } from '../core/labels.ts';

const otherLabels: Record<string, string> = {
  media: 'Media',
  inbox: 'Messages',
  users: 'Users',
  security: 'Security log',
  settings: 'Settings',
  activities: 'Activity log',
  dashboard: 'Dashboard',
  csv: 'Spreadsheets (CSV)',
};

const moduleLabels = Object.fromEntries(moduleNames.map((name) => [name, capitalised(facts[name].many)]));

/** Returns the label of a scope's subject, or the stored word if this version does not know it. */
export function subjectLabel(subject: string): string {
  return moduleLabels[subject] ?? otherLabels[subject] ?? subject;
}
