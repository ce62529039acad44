import { z } from 'zod';
import type { SiteSettings, SiteSettingsSource } from '../../shared/settings/site.ts';

/** A picture by its path from the root of the site, with its size in pixels. */
const BrandPicture = z.object({ path: z.string(), width: z.int(), height: z.int() });

/** What everybody may read of the settings, for programs. Pages have all of it. */
export const SiteView = z.object({
  brand: z.object({
    accent: z.string(),
    logo: BrandPicture.nullable(),
    logo_dark: BrandPicture.nullable(),
    icon: BrandPicture.nullable(),
  }),
  company: z.object({
    name: z.string(),
    legal_name: z.string(),
    since: z.int().nullable(),
    address: z.object({
      street: z.string(),
      city: z.string(),
      region: z.string(),
      postcode: z.string(),
      country_code: z.string(),
      country: z.string(),
    }),
    phone: z.string(),
    email: z.string(),
    social: z.array(z.object({ label: z.string(), url: z.string() })),
    opening_hours: z.array(z.string()),
  }),
  region: z.object({ language: z.string(), time_zone: z.string(), currency: z.string() }),
});

/** Returns the public part of the site's settings. */
export async function getSite({ siteSettings }: { siteSettings: SiteSettingsSource }): Promise<SiteSettings> {
  return siteSettings.current();
}
