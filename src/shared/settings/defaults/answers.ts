import type { GroupValue } from '../groups.ts';

export const answerDefaults: GroupValue<'answers'> = {
  templates: [],
  signature: '{me}\n{company}',
  receipt: '',
};
