import { factsOf, type ModuleName } from '../../../src/shared/module-facts.ts';
import type { PublicationState } from '../../../src/shared/schedule.ts';
import type { ListQuery } from './module-api.ts';
import type { Resource } from './resource-types.ts';
import type { ResourceWords } from './resource-words.ts';

/** Undefined for a module whose rows are always public. */
export function createStatusFilter(
  name: ModuleName,
  { visible, invisible, ended }: ResourceWords,
): Resource['status'] {
  const { publicBy, schedule } = factsOf(name);
  if (!publicBy && !schedule) return undefined;
  const options = publicBy
    ? [
        { value: 'true', label: visible },
        { value: 'false', label: invisible },
      ]
    : [{ value: 'published', label: visible }];
  return {
    name: publicBy ?? 'state',
    label: 'Status',
    options: [
      ...options,
      ...(schedule?.startColumn ? [{ value: 'scheduled', label: 'Scheduled' }] : []),
      ...(schedule ? [{ value: 'ended', label: ended }] : []),
    ],
  };
}

/** The query includes the state, so that 'Published' excludes scheduled rows. */
export function statusQueryOf(
  name: ModuleName,
  chosen: string | undefined,
): Pick<ListQuery, 'state' | 'is_published'> {
  const { publicBy, schedule } = factsOf(name);
  const flag = chosen === 'true' || chosen === 'false' ? chosen === 'true' : undefined;
  const state = flag === undefined ? (chosen as PublicationState | undefined) : flag ? 'published' : 'draft';
  return { ...(publicBy && { [publicBy as 'is_published']: flag }), ...(schedule && { state }) };
}
