import type { GroupValue } from '../groups.ts';

export const mailDefaults: GroupValue<'mail'> = { answers_to: '', copy_to: '' };
