import { readTablesChanged } from '../../database/events/events.ts';
import { can, type Grant } from '../../shared/grants.ts';
import { factsByModule, type ModuleName, moduleNames } from '../../shared/module-facts.ts';
import type { Role } from '../../shared/roles.ts';

/**
 * The parts of the API that the screens of the panel read, by their names in the router. The inbox is left
 * out, because it has its own topic. Spam does not count as a change of the inbox.
 */
export const panelParts = [
  ...moduleNames,
  'activities',
  'addresses',
  'dashboard',
  'gallery',
  'media',
  'onboarding',
  'security',
  'settings',
  'site',
  'trash',
  'users',
  'versions',
] as const;
export type PanelPart = (typeof panelParts)[number];

/** The grant that a role needs to see a part. Null for parts that every role with access to the panel sees. */
const grantOf: Record<PanelPart, Grant | null> = {
  ...(Object.fromEntries(moduleNames.map((name) => [name, `${name}:manage`])) as Record<ModuleName, Grant>),
  activities: null,
  addresses: 'settings:manage',
  dashboard: null,
  gallery: 'media:manage',
  media: 'media:manage',
  onboarding: 'settings:manage',
  security: 'security:read',
  settings: 'settings:open',
  site: null,
  trash: null,
  users: 'users:manage',
  versions: null,
};

/**
 * The parts that show rows of a table, by the name of the table. A change of any other table changes no
 * screen.
 */
const partsOfTable: Readonly<Record<string, readonly PanelPart[]>> = {
  ...Object.fromEntries(moduleNames.map((name) => [factsByModule[name].table, [name, 'dashboard'] as const])),
  activities: ['activities'],
  addresses: ['addresses'],
  albums: ['gallery'],
  media: ['media'],
  // The scaled versions of a picture are ready some time after its upload.
  pictures: ['media'],
  // The list of users also shows sign-ins, second factors and deactivations.
  security_events: ['security', 'users'],
  site_settings: ['settings', 'site', 'onboarding'],
  starter_rows: ['onboarding'],
  trash_items: ['trash'],
  users: ['users', 'dashboard'],
  versions: ['versions'],
};

export function partsFor(role: Role): PanelPart[] {
  return panelParts.filter((part) => grantOf[part] === null || can(role, grantOf[part]));
}

/** Returns the parts that the `tablesChanged` events have changed. `texts` are the texts of these events. */
export function changedParts(parts: readonly PanelPart[], texts: Iterable<string>): PanelPart[] {
  const tables = new Set([...texts].flatMap((text) => readTablesChanged(text).tables));
  if (tables.has('*')) return [...parts];
  const changed = new Set([...tables].flatMap((table) => partsOfTable[table] ?? []));
  return parts.filter((part) => changed.has(part));
}
