import type { GroupValue } from './groups.ts';

/** The keys of stages that mean something to the program. Staff may rename them, and remove them. */
export const firstStage = 'new';
export const refusedStage = 'refused';

export type Stage = { key: string; name: string };

/** In the panel's language. */
export const initialStages: readonly Stage[] = [
  { key: firstStage, name: 'New' },
  { key: 'talks', name: 'In talks' },
  { key: 'offer', name: 'Offer' },
  { key: refusedStage, name: 'Refused' },
];

/** Never empty: without entries, the initial stages. */
export function stagesOf({ stages }: Pick<GroupValue<'answers'>, 'stages'>): readonly Stage[] {
  return stages.length > 0 ? stages : initialStages;
}
