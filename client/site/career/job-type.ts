import type { ApiOutputs } from '../../lib/api-types.ts';

type Job = ApiOutputs['jobs']['open']['jobs'][number];

/** The type of a position in words; an internship says how long it lasts. */
export function describeJobType({ type, is_internship, duration }: Job): string {
  if (!is_internship) return type;
  return duration ? `Internship, ${duration}` : 'Internship';
}
