import { z } from 'zod';
import { moduleNames } from '../../shared/module-facts.ts';
import { InboxState } from '../inbox/live.service.ts';

export const PanelState = z.object({
  /** Null for roles that do not see the inbox. */
  inbox: InboxState.nullable(),
  /** The modules in which somebody opened or closed a form, or began or ended unsaved words. */
  edited: z.array(z.enum(moduleNames)),
});
export type PanelState = z.output<typeof PanelState>;
