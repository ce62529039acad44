import type { ApiOutputs } from '../../api/types.ts';

type Job = ApiOutputs['jobs']['open']['jobs'][number];

/** Returns the type of a job as text. An internship includes its duration. */
export function describeJobType({ type, is_internship, duration }: Job): string {
  if (!is_internship) return type;
  return duration ? `Internship, ${duration}` : 'Internship';
}
