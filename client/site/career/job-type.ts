import { type Choices, jobTypeOptions, labelIn } from '../../../src/shared/settings/choices.ts';
import type { ApiOutputs } from '../../api/types.ts';

type Job = ApiOutputs['jobs']['open']['jobs'][number];

/** Returns the type of a job as text. An internship includes its duration. */
export function describeJobType({ type, is_internship, duration }: Job, choices: Choices): string {
  const label = labelIn(jobTypeOptions(choices), is_internship ? 'Internship' : type);
  return is_internship && duration ? `${label}, ${duration}` : label;
}
