import { createContext, use } from 'react';
import type { SiteSettings } from '../../../src/shared/settings/site-settings.ts';

/** The context with the settings of the site that is rendered. */
export const SiteContext = createContext<SiteSettings | undefined>(undefined);

/** Returns the settings of the site that is rendered. @throws {Error} outside a `SiteContext` */
export function useSiteSettings(): SiteSettings {
  const site = use(SiteContext);
  if (!site) throw new Error('no site settings around this component');
  return site;
}
