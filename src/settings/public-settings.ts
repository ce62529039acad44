import { z } from 'zod';
import { shownChoices } from '../shared/settings/choices.ts';
import type { SiteSettingsSource } from '../shared/settings/site-settings.ts';

const BrandPicture = z.object({
  path: z.string().describe('The path on the site'),
  width: z.int().describe('The width in pixels'),
  height: z.int().describe('The height in pixels'),
});

const ShownChoices = z.array(
  z.object({ value: z.string().describe('The value'), label: z.string().describe('The name for people') }),
);

/** What the public API returns to programs. Pages of the site use all settings. */
export const SiteView = z.object({
  brand: z
    .object({
      accent: z.string().describe('The colour of links and buttons'),
      logo: BrandPicture.nullable().describe('The logo, or null'),
      logo_dark: BrandPicture.nullable().describe('The logo for dark backgrounds, or null'),
      icon: BrandPicture.nullable().describe('The icon of the site, or null'),
    })
    .describe('The colours and logos'),
  company: z
    .object({
      name: z.string().describe('The name'),
      short_name: z.string().describe('The name for narrow places'),
      legal_name: z.string().describe('The name in contracts'),
      since: z.int().nullable().describe('The year of the foundation'),
      address: z
        .object({
          street: z.string().describe('The street and number'),
          city: z.string().describe('The town'),
          region: z.string().describe('The county or state'),
          postcode: z.string().describe('The postcode'),
          country_code: z.string().describe('The country as two letters (ISO 3166)'),
          country: z.string().describe('The country'),
        })
        .describe('The postal address'),
      phone: z.string().describe('The telephone number'),
      email: z.string().describe('The e-mail address'),
      social: z
        .array(
          z.object({
            label: z.string().describe('The name for people'),
            url: z.string().describe('The address'),
          }),
        )
        .describe('The profiles on other sites'),
      opening_hours: z.array(z.string()).describe('The opening hours'),
    })
    .describe('The company'),
  region: z
    .object({
      language: z.string().describe('The language as a tag, such as `en`'),
      time_zone: z.string().describe('The time zone, such as `Europe/London`'),
      currency: z.string().describe('The currency as three letters (ISO 4217)'),
    })
    .describe('The language, time zone and currency'),
  choices: z
    .object({
      blog_categories: ShownChoices.describe('The categories of blog posts'),
      portfolio_categories: ShownChoices.describe('The categories of projects'),
      team_sections: ShownChoices.describe('The sections of the team'),
      team_roles: ShownChoices.describe('The roles of team members'),
      job_types: ShownChoices.describe('The types of jobs'),
    })
    .describe('The lists that rows take values from'),
  services: z
    .array(
      z.object({
        key: z.string().describe('The name of the entry for programs, which never changes'),
        title: z.string().describe('The title'),
      }),
    )
    .describe('The services'),
});
type SiteView = z.output<typeof SiteView>;

export async function getSite({ siteSettings }: { siteSettings: SiteSettingsSource }): Promise<SiteView> {
  const { brand, company, region, choices, lists } = await siteSettings.current();
  const services = lists.services.map(({ key, title }) => ({ key, title }));
  return { brand, company, region, choices: shownChoices(choices), services };
}
