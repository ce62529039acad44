import type { BrandPicture, SiteBrand } from '../brand/brand-look.ts';
import type { PictureView } from '../picture-view.ts';
import { textsByLanguage } from '../site-texts/texts-by-language.ts';
import type { SiteTexts } from '../site-texts/en.ts';
import { settingDefaults } from './defaults.ts';
import type { Features } from './fields/features.ts';
import type { Language, Trade } from './fields/region.ts';
import { type SiteLanguage, type SiteLanguages, siteLanguagesOf } from '../site-languages.ts';
import type { LegalPageName } from './fields/legal.ts';
import { type Formats, formatsOf } from './formats.ts';
import type { GroupValue, GroupValues } from './groups.ts';
import { fillDocuments, findGaps, shownDocuments } from './legal-documents.ts';
import {
  allPartsFilled,
  type NonEmptyParts,
  type PagesByLink,
  withoutClosedLinks,
  linkedParts,
  servicePagePath,
} from './linked-parts.ts';
import { describeHours } from './fields/opening-hours.ts';
import { localDayOf, momentOfLocalTime } from '../zoned-time.ts';
import { fillPlaceholders, placeholderTextsOf } from './placeholders.ts';

type Company = GroupValue<'company'>;

type Parts = Features & Readonly<Record<LegalPageName, boolean>>;

/** `url` is the path of the page about the service, or `''` if visitors can open none. */
type Service = GroupValues['lists']['services'][number] & { url: string };

/** As pages use them: all groups, with placeholders filled in and closed links removed. */
export interface SiteSettings extends Omit<GroupValues, 'company' | 'brand' | 'features' | 'lists'> {
  lists: Omit<GroupValues['lists'], 'services'> & { services: Service[] };
  /** Whether each part of the site and each legal text is switched on. */
  features: Parts;
  /** Whether pages link to each part: it must be switched on and have something to show. */
  linked: Parts;
  brand: SiteBrand;
  company: Omit<Company, 'address'> & {
    address: Company['address'] & {
      /** In the site's language. */
      country: string;
    };
  };
  languages: SiteLanguages;
  /** The language of these settings among `languages`. */
  shown: SiteLanguage;
  /** In the site's language. */
  texts: SiteTexts;
  formats: Formats;
  /** By name without braces. */
  placeholders: ReadonlyMap<string, string>;
  /** Uploaded pictures by path. */
  pictures: ReadonlyMap<string, PictureView>;
}

export interface SiteSettingsSource {
  /** In the main language by default. Read again after any instance of the server has changed public content. */
  current(language?: Language): Promise<SiteSettings>;
  /** With unsaved values. The style sheet and drawings of the unsaved look remain available for a while. */
  draft(groups: DraftGroups, language?: Language): Promise<SiteSettings>;
}

/** By the names under which groups are stored. */
type DraftGroups = Readonly<Record<string, Record<string, unknown>>>;

type ShownLanguages = Pick<SiteSettings, 'languages' | 'shown'>;

function inMainLanguage({ language, further_languages }: GroupValues['region']): ShownLanguages {
  const languages = siteLanguagesOf({ language, further: further_languages, removed: [] });
  return { languages, shown: languages.shown[0] };
}

/** In a further language, a document with a gap is not shown, because no save refuses one. */
function shownDocumentsIn({ legal, company, privacy }: GroupValues, { prefix }: SiteLanguage) {
  const gaps = prefix ? findGaps(legal, company, privacy) : [];
  const closed = Object.fromEntries(gaps.map(({ document }) => [document, false]));
  return { ...shownDocuments(legal), ...closed };
}

/** `pictures` are the uploaded ones by path, `present` the present addresses of linked pages. */
export function toSiteSettings(
  values: GroupValues,
  pictures: ReadonlyMap<string, PictureView> = new Map(),
  filled: NonEmptyParts = allPartsFilled,
  present: PagesByLink = {},
  { languages, shown: language }: ShownLanguages = inMainLanguage(values.region),
): SiteSettings {
  const { company, brand, legal, choices, features: switchedOn, answers, mail, ...texts } = values;
  const features = { ...switchedOn, ...shownDocumentsIn(values, language) };
  const linked = linkedParts(features, filled);
  const siteTexts = textsByLanguage[texts.region.language];
  const formats = formatsOf(texts.region, company.address.country_code);
  const country = formats.countryName(company.address.country_code);
  const placeholders = placeholderTextsOf(values);
  const pictureOf = (path: string): BrandPicture | null => {
    const { width, height } = pictures.get(path) ?? {};
    return width && height ? { path, width, height } : null;
  };
  const shown = withoutClosedLinks(
    fillPlaceholders(texts, placeholders, texts.region.language),
    linked,
    present,
  );
  const services = shown.lists.services.map((service) => ({
    ...service,
    url: present[servicePagePath(service)] ?? '',
  }));
  return {
    ...shown,
    lists: { ...shown.lists, services },
    features,
    linked,
    languages,
    shown: language,
    placeholders,
    choices,
    // The placeholders of answers depend on the message.
    answers,
    mail,
    legal: fillDocuments(values, { country, counting: siteTexts.privacy.counting }),
    texts: wordsOfTrade(siteTexts, texts.region.trade),
    formats,
    brand: {
      ...brand,
      logo: pictureOf(brand.logo),
      logo_dark: pictureOf(brand.logo_dark),
      icon: pictureOf(brand.icon),
    },
    pictures,
    company: {
      ...company,
      opening_hours: openingLinesOf(values, formats),
      address: { ...company.address, country },
    },
  };
}

function wordsOfTrade(texts: SiteTexts, trade: Trade): SiteTexts {
  if (trade === '' || trade === 'it') return texts;
  const { testimonials, ...portfolio } = texts.otherTrades;
  return {
    ...texts,
    portfolio: { ...texts.portfolio, ...portfolio },
    proof: { ...texts.proof, testimonials },
  };
}

/** The lines that staff have written, until there are opening hours by day. */
function openingLinesOf({ company, region }: GroupValues, formats: Formats): string[] {
  const { opening_hours, hours, hours_exceptions: exceptions } = company;
  if (hours.length === 0) return opening_hours;
  const { closed } = textsByLanguage[region.language].hours;
  const day = (text: string) =>
    formats.day(momentOfLocalTime(region.time_zone, `${text}T12:00`).toISOString());
  const today = localDayOf(region.time_zone, new Date());
  return describeHours({ hours, exceptions }, { locale: formats.locale, day, closed }, today);
}

/** The settings of a new English site. */
export const defaultSiteSettings: SiteSettings = toSiteSettings(settingDefaults);
