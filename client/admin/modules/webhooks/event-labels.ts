import { recordedModuleNames } from '../../../../src/shared/module-facts.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { subjectLabel } from '../../auth/scope-labels.ts';
import {
  messageReceivedEvent,
  pingEvent,
  settingsUpdatedEvent,
  siteChangedEvent,
} from '../../../../src/shared/webhook-events.ts';

export type Webhook = ApiOutputs['webhooks']['list']['webhooks'][number];

/** Events that concern no row, with what they say. */
export const otherEvents = [
  {
    event: siteChangedEvent,
    label: 'The site changed',
    text: 'Visitors see something else. Changes within ten seconds are one event. For builds.',
  },
  { event: messageReceivedEvent, label: 'A message arrived', text: 'From a form or by mail, without spam.' },
  {
    event: settingsUpdatedEvent,
    label: 'Settings changed',
    text: 'Also menus, lists, redirects and albums.',
  },
] as const;

/** Such as 'entry 7' of `blog:7`. Empty for the whole site, and for a test. */
export function labelOfItem(item: string): string {
  const [subject, which] = item.split(':');
  if (!which || subject === pingEvent) return '';
  if (subject === 'settings') return which;
  return `${subject === 'inbox' ? 'message' : 'entry'} ${which}`;
}

/** Such as 'Posts updated', or the event itself if this version of the panel does not know it. */
export function labelOfEvent(event: string): string {
  const other = otherEvents.find((one) => one.event === event);
  if (other) return other.label;
  const [subject, act] = event.split('.');
  const name = recordedModuleNames.find((one) => one === subject);
  return name ? `${subjectLabel(name)} ${act}` : event;
}
