import { z } from 'zod';
import { editedKinds } from '../../shared/module-facts.ts';
import { InboxState } from '../inbox/live.service.ts';
import { panelParts } from './panel-parts.ts';

export const PanelState = z.object({
  /** Null for roles that do not see the inbox. */
  inbox: InboxState.nullable(),
  /** The modules in which somebody opened or closed a form, or in which unsaved input appeared or disappeared. */
  edited: z.array(z.enum(editedKinds)),
  /** The parts of the API whose answers may have changed. Parts that the viewer may not see are left out. */
  changed: z.array(z.enum(panelParts)),
});
export type PanelState = z.output<typeof PanelState>;
