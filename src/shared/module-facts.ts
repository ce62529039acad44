import { blogFacts } from '../modules/blog/blog.facts.ts';
import { clientsFacts } from '../modules/clients/clients.facts.ts';
import { jobsFacts } from '../modules/jobs/jobs.facts.ts';
import { mediaFacts } from '../modules/library/library.facts.ts';
import { pagesFacts } from '../modules/pages/pages.facts.ts';
import { portfolioFacts } from '../modules/portfolio/portfolio.facts.ts';
import { teamFacts } from '../modules/team/team.facts.ts';
import { testimonialsFacts } from '../modules/testimonials/testimonials.facts.ts';
import type { ContentFacts } from './content-facts.ts';

/** In the order of the activity log's filter. */
export const factsByModule = {
  blog: blogFacts,
  portfolio: portfolioFacts,
  jobs: jobsFacts,
  team: teamFacts,
  testimonials: testimonialsFacts,
  clients: clientsFacts,
  pages: pagesFacts,
} as const satisfies Record<string, ContentFacts>;

export type ModuleFacts = typeof factsByModule;
export type ModuleName = keyof ModuleFacts;

export const moduleNames = Object.keys(factsByModule) as [ModuleName, ...ModuleName[]];

/** What several people can have open at the same time: rows of modules, and messages. */
export const editedKinds = [...moduleNames, 'inbox'] as const;
export type EditedKind = (typeof editedKinds)[number];

export function factsOf(name: ModuleName): ContentFacts {
  return factsByModule[name];
}

/** Of the module's list in the panel. */
export function modulePath(name: ModuleName): string {
  const { address, path } = factsOf(name);
  return address ?? path;
}

export { mediaFacts };

/** Items of the library are in the activity log and the trash too. */
const recorded = { ...factsByModule, media: mediaFacts } as const;
export type RecordedModuleName = keyof typeof recorded;
export const recordedModuleNames = Object.keys(recorded) as [RecordedModuleName, ...RecordedModuleName[]];

export function recordedFacts(name: RecordedModuleName): ContentFacts {
  return recorded[name];
}

export type ActivityModule = (typeof recorded)[RecordedModuleName]['log'];
export const activityModules = recordedModuleNames.map((name) => recorded[name].log) as [
  ActivityModule,
  ...ActivityModule[],
];

/** Entries about no row, with their labels. Stored entries have these names, so they must never change. */
const otherLogs = { inbox: 'Inbox', settings: 'Settings' } as const;
type OtherLog = keyof typeof otherLogs;
export const inboxLog = 'inbox' satisfies OtherLog;
export const settingsLog = 'settings' satisfies OtherLog;

/** By what the activity log is filtered. */
export const logNames = [...activityModules, inboxLog, settingsLog] as const;

/** The stored name if this version has no such module. */
export function labelOfLog(log: string): string {
  const others: Partial<Record<string, string>> = otherLogs;
  return findModuleByLogName(log)?.label ?? others[log] ?? log;
}

export function logNameOfModule(name: RecordedModuleName): ActivityModule {
  return recorded[name].log;
}

export function idKeyOfModule(log: ActivityModule): string {
  return findModuleByLogName(log)!.idKey;
}

/** By the name in the activity log. Undefined if this version lacks the module. */
export function findModuleByLogName(
  log: string | null | undefined,
): (ContentFacts & { name: RecordedModuleName }) | undefined {
  const name = recordedModuleNames.find((one) => recorded[one].log === log);
  return name && { name, ...recordedFacts(name) };
}
