import type { BrandPicture, SiteBrand } from '../brand/brand.ts';
import type { PictureView } from '../picture-view.ts';
import { catalogue } from '../words/catalogue.ts';
import type { Words } from '../words/en.ts';
import { settingDefaults } from './defaults.ts';
import type { Features } from './fields/features.ts';
import type { LegalName } from './fields/legal.ts';
import { type Formats, formatsOf } from './formats.ts';
import type { GroupName, GroupValue, GroupValues } from './groups.ts';
import { fillDocuments, shownDocuments } from './legal.ts';
import {
  allFilled,
  type FilledParts,
  type LinkedPages,
  leaveOutClosed,
  linkedParts,
  pathOfService,
} from './open-parts.ts';
import { fillIn, placeholdersOf } from './placeholders.ts';

type Company = GroupValue<'company'>;

type Parts = Features & Readonly<Record<LegalName, boolean>>;

/** A service. `url` is the path of its own page, or `''` while visitors cannot open one. */
type Service = GroupValues['lists']['services'][number] & { url: string };

/** The settings as the site uses them: every group with its values. */
export interface SiteSettings extends Omit<GroupValues, 'company' | 'brand' | 'features' | 'lists'> {
  lists: Omit<GroupValues['lists'], 'services'> & { services: Service[] };
  /** Which parts of the site are switched on. */
  features: Parts;
  /** The parts to which pages link: those that are switched on and have something to show. */
  linked: Parts;
  brand: SiteBrand;
  company: Omit<Company, 'address'> & {
    address: Company['address'] & {
      /** The country's name in the site's language. */
      country: string;
    };
  };
  /** The fixed texts in the site's language. */
  words: Words;
  formats: Formats;
  /** The texts for the placeholders in the settings. */
  placeholders: ReadonlyMap<string, string>;
  /** The uploaded pictures that the settings name, by path. */
  pictures: ReadonlyMap<string, PictureView>;
}

/** Provides the current settings. */
export interface SiteSettingsSource {
  /** Returns the current settings. They are read again after any instance has changed public content. */
  current(): Promise<SiteSettings>;
  /** Returns the settings with these unsaved values of groups. The files of their look are available for a while. */
  draft(groups: DraftGroups): Promise<SiteSettings>;
}

/** Unsaved values, by group. */
export type DraftGroups = Partial<Record<GroupName, Record<string, unknown>>>;

/**
 * Returns the settings as the site uses them, from the values of all groups. `pictures` contains the stored pictures
 * that the values name, by path.
 */
export function toSiteSettings(
  values: GroupValues,
  pictures: ReadonlyMap<string, PictureView> = new Map(),
  filled: FilledParts = allFilled,
  present: LinkedPages = {},
): SiteSettings {
  const { company, brand, legal, choices, features: switchedOn, answers, mail, ...texts } = values;
  const features = { ...switchedOn, ...shownDocuments(legal) };
  const linked = linkedParts(features, filled);
  const formats = formatsOf(texts.region, company.address.country_code);
  const country = formats.countryName(company.address.country_code);
  const placeholders = placeholdersOf(values);
  const pictureOf = (path: string): BrandPicture | null => {
    const { width, height } = pictures.get(path) ?? {};
    return width && height ? { path, width, height } : null;
  };
  const shown = leaveOutClosed(fillIn(texts, placeholders), linked, present);
  const services = shown.lists.services.map((service) => ({
    ...service,
    url: present[pathOfService(service)] ?? '',
  }));
  return {
    ...shown,
    lists: { ...shown.lists, services },
    features,
    linked,
    placeholders,
    choices,
    // Not filled in here, because their placeholders depend on the message.
    answers,
    mail,
    legal: fillDocuments(values, country),
    words: catalogue[texts.region.language],
    formats,
    brand: {
      ...brand,
      logo: pictureOf(brand.logo),
      logo_dark: pictureOf(brand.logo_dark),
      icon: pictureOf(brand.icon),
    },
    pictures,
    company: { ...company, address: { ...company.address, country } },
  };
}

/** The settings of a site that nobody has changed. */
export const defaultSiteSettings: SiteSettings = toSiteSettings(settingDefaults);
