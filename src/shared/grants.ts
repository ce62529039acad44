import { factsByModule, type ModuleFacts, type ModuleName, mediaFacts, moduleNames } from './module-facts.ts';
import type { Role } from './roles.ts';

type ModuleGrants = { readonly [N in ModuleName as `${N}:manage`]: ModuleFacts[N]['roles'] };

/** Procedures, routes, the navigation and the access matrix use these names: `<module>:<action>`. */
export const grants = {
  ...(Object.fromEntries(
    moduleNames.map((name) => [`${name}:manage`, factsByModule[name].roles]),
  ) as ModuleGrants),
  'media:manage': mediaFacts.roles,
  'inbox:manage': ['admin', 'hr'],
  /** To hand in mails, for mail servers with an API token. */
  'mail:receive': ['admin'],
  /** Live updates about what others do in the panel. Each topic also needs its own grant. */
  'panel:follow': ['admin', 'hr', 'content_moderator'],
  'users:manage': ['admin'],
  'security:read': ['admin'],
  /** To open the numbers: the views of jobs. Messages also need `inbox:manage`, all else `visits:all`. */
  'visits:read': ['admin', 'hr', 'content_moderator'],
  'visits:all': ['admin', 'content_moderator'],
  'privacy:manage': ['admin'],
  /** To open the settings. Each group also needs its own grant. */
  'settings:open': ['admin', 'hr', 'content_moderator'],
  'settings:manage': ['admin'],
  'webhooks:manage': ['admin'],
  'texts:manage': ['admin', 'content_moderator'],
} as const satisfies Record<string, readonly Role[]>;
export type Grant = keyof typeof grants;

export function hasGrant(role: Role, grant: Grant): boolean {
  return (grants[grant] as readonly Role[]).includes(role);
}
