import { z } from 'zod';
import { shownChoices } from '../shared/settings/choices.ts';
import type { SiteSettingsSource } from '../shared/settings/site.ts';

/** A picture by its path from the root of the site, with its size in pixels. */
const BrandPicture = z.object({ path: z.string(), width: z.int(), height: z.int() });

const ShownChoices = z.array(z.object({ value: z.string(), label: z.string() }));

/** The part of the settings that the public API returns to programs. Pages of the site use all settings. */
export const SiteView = z.object({
  brand: z.object({
    accent: z.string(),
    logo: BrandPicture.nullable(),
    logo_dark: BrandPicture.nullable(),
    icon: BrandPicture.nullable(),
  }),
  company: z.object({
    name: z.string(),
    short_name: z.string(),
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
  /** The values that posts, projects, people and jobs may have, with their labels. */
  choices: z.object({
    blog_categories: ShownChoices,
    portfolio_categories: ShownChoices,
    team_sections: ShownChoices,
    team_roles: ShownChoices,
    job_types: ShownChoices,
  }),
  /** The services, with the keys that projects store. */
  services: z.array(z.object({ key: z.string(), title: z.string() })),
});
type SiteView = z.output<typeof SiteView>;

/** Returns the public part of the site's settings. */
export async function getSite({ siteSettings }: { siteSettings: SiteSettingsSource }): Promise<SiteView> {
  const { brand, company, region, choices, lists } = await siteSettings.current();
  const services = lists.services.map(({ key, title }) => ({ key, title }));
  return { brand, company, region, choices: shownChoices(choices), services };
}
