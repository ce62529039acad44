import { blogFacts } from '../modules/blog/blog.facts.ts';
import { jobsFacts } from '../modules/jobs/jobs.facts.ts';
import { portfolioFacts } from '../modules/portfolio/portfolio.facts.ts';
import { teamFacts } from '../modules/team/team.facts.ts';
import { testimonialsFacts } from '../modules/testimonials/testimonials.facts.ts';
import type { Facts } from './columns.ts';

/** In the order of the log's filter. TypeScript refuses an incomplete module. */
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

export function factsOf(name: ModuleName): Facts {
  return facts[name];
}

export type ActivityModule = ModuleFacts[ModuleName]['log'];
export const activityModules = moduleNames.map((name) => facts[name].log) as [
  ActivityModule,
  ...ActivityModule[],
];

export function idKeyOf(log: ActivityModule): string {
  return moduleOfLog(log)!.idKey;
}

/** Returns undefined for a name that this version does not know. */
export function moduleOfLog(log: string | null | undefined): (Facts & { name: ModuleName }) | undefined {
  const name = moduleNames.find((one) => facts[one].log === log);
  return name && { name, ...factsOf(name) };
}
