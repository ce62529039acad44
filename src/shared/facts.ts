import { blogFacts } from '../modules/blog/blog.facts.ts';
import { jobsFacts } from '../modules/jobs/jobs.facts.ts';
import { portfolioFacts } from '../modules/portfolio/portfolio.facts.ts';
import { teamFacts } from '../modules/team/team.facts.ts';
import { testimonialsFacts } from '../modules/testimonials/testimonials.facts.ts';
import type { Facts } from './columns.ts';

/** The modules whose rows staff edit, in the order of the log's filter. The compiler asks for the rest of a module named here. */
export const facts = {
  blog: blogFacts,
  portfolio: portfolioFacts,
  jobs: jobsFacts,
  team: teamFacts,
  testimonials: testimonialsFacts,
} as const satisfies Record<string, Facts>;

export type ModuleFacts = typeof facts;
export type ModuleName = keyof ModuleFacts;

export const moduleNames = Object.keys(facts) as [ModuleName, ...ModuleName[]];

/** The facts of a module by their general type. */
export function factsOf(name: ModuleName): Facts {
  return facts[name];
}

/** A module's name in the activity log. */
export type ActivityModule = ModuleFacts[ModuleName]['log'];
export const activityModules = moduleNames.map((name) => facts[name].log) as [
  ActivityModule,
  ...ActivityModule[],
];

/** The key by which the metadata of a log entry names the row of a module. */
export function idKeyOf(log: ActivityModule): string {
  return moduleOfLog(log)!.idKey;
}

/** Returns a module by its name in the activity log; nothing for one that this version does not know. */
export function moduleOfLog(log: string | null | undefined): (Facts & { name: ModuleName }) | undefined {
  const name = moduleNames.find((one) => facts[one].log === log);
  return name && { name, ...factsOf(name) };
}
