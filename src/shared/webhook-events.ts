import { recordedModuleNames } from './module-facts.ts';

/** Visitors see something else. Several changes soon after each other are one event. */
export const siteChangedEvent = 'site.changed';
export const messageReceivedEvent = 'inbox.received';
export const settingsUpdatedEvent = 'settings.updated';
/** A test that an admin sends. No webhook can choose it. */
export const pingEvent = 'ping';

/** What can happen to a row, in the order of the panel's table. */
export const rowActs = ['created', 'updated', 'deleted'] as const;

/** What a webhook can choose. Stored webhooks have these names, so they must never change. */
export const webhookEvents: readonly [string, ...string[]] = [
  siteChangedEvent,
  ...recordedModuleNames.flatMap((name) => rowActs.map((act) => `${name}.${act}`)),
  messageReceivedEvent,
  settingsUpdatedEvent,
];

/** The screen of the panel. */
export const webhooksPath = '/admin/webhooks';
