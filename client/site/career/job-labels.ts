import { findChoice, locationTypes } from '../../../src/shared/enumerations.ts';
import { type Choices, jobTypeOptions, labelOfValue } from '../../../src/shared/settings/choices.ts';
import type { SiteTexts } from '../../../src/shared/site-texts/en.ts';
import type { ApiOutputs } from '../../api/types.ts';

export type Job = ApiOutputs['jobs']['open']['jobs'][number];

/**
 * Returns the label of a job's type. For an internship, the label includes the duration if the job states
 * one.
 */
export function describeJobType({ type, is_internship, duration }: Job, choices: Choices): string {
  const label = labelOfValue(jobTypeOptions(choices), is_internship ? 'Internship' : type);
  return is_internship && duration ? `${label}, ${duration}` : label;
}

/**
 * Returns the workplace of a job, for example 'Remote', in the site's language. An unknown value is returned
 * unchanged. Returns undefined if the job states no workplace.
 */
export function describeWorkplace({ location_type }: Pick<Job, 'location_type'>, { career }: SiteTexts) {
  const known = findChoice(locationTypes, location_type);
  return known ? career.locationTypes[known] : (location_type ?? undefined);
}
