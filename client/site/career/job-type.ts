import { jobTypes } from '../../../src/shared/catalog.ts';
import { asChoice } from '../../../src/shared/columns.ts';
import type { Words } from '../../../src/shared/words/en.ts';
import type { ApiOutputs } from '../../api/types.ts';

type Job = ApiOutputs['jobs']['open']['jobs'][number];

/** An internship includes its duration. A stored type that is not in the list is shown as it is. */
export function describeJobType({ type, is_internship, duration }: Job, { career }: Words): string {
  const known = asChoice(jobTypes, type);
  if (!is_internship) return known ? career.jobTypes[known] : type;
  return [career.jobTypes.Internship, duration].filter(Boolean).join(', ');
}
