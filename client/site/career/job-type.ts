import { asChoice, locationTypes } from '../../../src/shared/enumerations.ts';
import { type Choices, jobTypeOptions, labelIn } from '../../../src/shared/settings/choices.ts';
import type { Words } from '../../../src/shared/words/en.ts';
import type { ApiOutputs } from '../../api/types.ts';

type Job = ApiOutputs['jobs']['open']['jobs'][number];

/** Returns the type of a job as text. An internship includes its duration. */
export function describeJobType({ type, is_internship, duration }: Job, choices: Choices): string {
  const label = labelIn(jobTypeOptions(choices), is_internship ? 'Internship' : type);
  return is_internship && duration ? `${label}, ${duration}` : label;
}

/** Returns the place of work in the site's language. Returns undefined if the job does not state it. */
export function describeWorkplace({ location_type }: Pick<Job, 'location_type'>, { career }: Words) {
  const known = asChoice(locationTypes, location_type);
  return known ? career.locationTypes[known] : (location_type ?? undefined);
}
