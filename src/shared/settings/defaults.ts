import { defaultLook } from '../brand/brand-look.ts';
import { trashDays } from '../retention-periods.ts';
import { securityLogDays } from '../security-events.ts';
import { textsByLanguage } from '../site-texts/texts-by-language.ts';
import de from './default-texts/de.json' with { type: 'json' };
import en from './default-texts/en.json' with { type: 'json' };
import es from './default-texts/es.json' with { type: 'json' };
import fr from './default-texts/fr.json' with { type: 'json' };
import sampleCompany from './default-texts/sample-company.json' with { type: 'json' };
import tr from './default-texts/tr.json' with { type: 'json' };
import { type Language, languages, type Trade, trades } from './fields/region.ts';
import { initialStages } from './stages.ts';
import { type GroupName, type GroupValues, settingGroups } from './groups.ts';
import { completeValues } from './group-values.ts';
import { mapValues } from './values.ts';

/**
 * The English texts for IT services are those of `sample-company.json`. So are those without a trade in the defaults
 * of a new site.
 */
export const defaultTexts = {
  // No other language may have a key that English lacks.
  en: en satisfies typeof de & typeof es & typeof fr & typeof tr,
  de,
  fr,
  es,
  tr,
} satisfies Record<Language, typeof en>;

type LanguageTexts = typeof en;

/** By the keys that rows store. */
type Names = Readonly<Record<string, string>>;

type ListNames = Readonly<
  Record<'blog_categories' | 'portfolio_categories' | 'team_sections' | 'team_roles', Names>
>;

/** The texts of a trade. Absent parts are those of any company. */
interface TradeTexts extends ListNames {
  tagline?: string;
  summary?: string;
  /** Of the home page. */
  quotation_button?: string;
  /** The question at the end of the services. */
  ask_heading?: string;
  ask_button?: string;
  services?: LanguageTexts['lists']['services'];
}

/** The drawings show buildings and networks, which suits these. */
const tradesWithDrawing: readonly Trade[] = ['', 'it', 'other'];

/** Their clients ask for an appointment instead of a quotation. */
const tradesWithAppointments: readonly Trade[] = ['health'];

/** What people come for stands first where the opening shows no work. */
const sectionsOfPoster = (home: GroupValues['pages']['home']): Pick<typeof home, 'opening' | 'sections'> => ({
  opening: 'poster',
  sections: ['services', ...home.sections],
});

/** Photographs of phones become one family; the sample content is drawn in the company's colours. */
const picturesOfTrade = (trade: Trade): GroupValues['brand']['pictures'] =>
  trade === '' || trade === 'it' ? 'own' : 'mild';

/** What a company promises, it writes itself: visitors of a new site never read promises that nobody there has read. */
const unreadPromises = { lists: { highlights: [], values: [], company_life: [] }, about: { mission: '' } };

/** Introductions that any company could write. Those of forms stay, because they say what to write. */
function withoutIntros(pages: GroupValues['pages']): GroupValues['pages'] {
  const empty = { intro: '' };
  return {
    ...pages,
    about: { ...pages.about, intro: '{summary}' },
    services: { ...pages.services, ...empty },
    portfolio: { ...pages.portfolio, ...empty },
    team: { ...pages.team, ...empty },
    gallery: { ...pages.gallery, ...empty },
    blog: { ...pages.blog, ...empty },
    career: { ...pages.career, ...empty },
  };
}

const sampleMotifs: Names = {
  technology: 'layers',
  development: 'stairs',
  innovation: 'rotunda',
  'company-news': 'facade',
  'industry-trends': 'columns',
  'it-support': 'floor-plan',
  'system-migration': 'bridge',
  'web-development': 'screens',
  'cloud-solutions': 'vaults',
  'network-infrastructure': 'racks',
};

/** A new English site without a trade. */
export const settingDefaults: GroupValues = inFieldOrder({
  company: { ...sampleCompany.company, hours: [], hours_exceptions: [] },
  brand: { ...defaultLook, pictures: 'own', logo: '', logo_dark: '', icon: '' },
  pages: buildPages(sampleCompany.pages),
  lists: sampleCompany.lists,
  choices: buildChoices(sampleCompany, 'en', sampleMotifs),
  navigation: buildNavigation(sampleCompany.navigation),
  legal: buildLegalTexts(en.legal),
  privacy: {
    counts_visits: true,
    own_hosts: [],
    visit_months: 25,
    contact_months: 12,
    application_months: 6,
    spam_days: 30,
    trash_days: trashDays,
    security_log_days: securityLogDays,
    activity_log_days: null,
  },
  region: { language: 'en', further_languages: [], trade: '', territory: '', time_zone: 'UTC', currency: '' },
  search: {
    title_pattern: '{page} · {short_name}',
    home_title: '{name} · {page}',
    description: '',
    picture: '',
    picture_alt: '',
    is_hidden: false,
    google: '',
    bing: '',
  },
  features: {
    blog: true,
    portfolio: true,
    team: true,
    gallery: true,
    career: true,
    internship: true,
    quotations: true,
  },
  answers: {
    templates: [],
    signature: '{me}\n{company}',
    receipt: '',
    stages: [...initialStages],
  },
  mail: { answers_to: '', copy_to: '', opens_messages: false, server_name: '' },
});

/** What the defaults of all other settings depend on. */
export type DefaultsBasis = Pick<GroupValues['region'], 'language' | 'trade'>;

const known = new Map<string, GroupValues>();

export function defaultsFor({ language, trade }: DefaultsBasis): GroupValues {
  const name = `${language} ${trade}`;
  const values = known.get(name) ?? makeDefaults({ language, trade });
  known.set(name, values);
  return values;
}

function makeDefaults({ language, trade }: DefaultsBasis): GroupValues {
  if (language === 'en' && (trade === '' || trade === 'it')) return settingDefaults;
  const texts = defaultTexts[language];
  const ofTrade: TradeTexts = texts.trades[trade || 'other'];
  const pages = trade === '' ? buildPages(texts.pages) : withoutIntros(buildPages(texts.pages));
  const asksAt = tradesWithAppointments.includes(trade) ? '/contact' : '';
  // Without a trade, the lists whose names rows store are those of any company. Of team sections, rows store the keys.
  const names = trade === '' ? { ...ofTrade, team_sections: texts.team_sections } : ofTrade;
  return inFieldOrder({
    ...settingDefaults,
    company: {
      ...settingDefaults.company,
      tagline: ofTrade.tagline ?? texts.company.tagline,
      summary: ofTrade.summary ?? texts.company.summary,
    },
    brand: {
      ...settingDefaults.brand,
      pictures: picturesOfTrade(trade),
      drawings: tradesWithDrawing.includes(trade) ? settingDefaults.brand.drawings : 'off',
    },
    pages: {
      ...pages,
      home: {
        ...pages.home,
        ...(!tradesWithDrawing.includes(trade) && sectionsOfPoster(pages.home)),
        quotation_button: ofTrade.quotation_button ?? pages.home.quotation_button,
        quotation_path: asksAt,
      },
      services: {
        ...pages.services,
        ask_heading: ofTrade.ask_heading ?? pages.services.ask_heading,
        ask_button: ofTrade.ask_button ?? pages.services.ask_button,
        ask_path: asksAt,
      },
      about: { ...pages.about, ...(trade !== '' && unreadPromises.about) },
      // Its only link leads to the quotations.
      contact: { ...pages.contact, ...(asksAt && { side_text: '' }) },
    },
    lists: {
      ...texts.lists,
      ...(trade !== '' && unreadPromises.lists),
      services: (ofTrade.services ?? texts.lists.services).map((service) => ({
        ...service,
        points: trade === '' ? service.points : [],
        price: '',
        duration: '',
      })),
    },
    choices: buildChoices(names, language),
    navigation: asksAt
      ? withoutQuotations(buildNavigation(texts.navigation))
      : buildNavigation(texts.navigation),
    legal: buildLegalTexts(texts.legal),
  });
}

/** Comparisons of values depend on the order of the fields. */
function inFieldOrder(values: GroupValues): GroupValues {
  const ordered = mapValues(values, (group, name) =>
    completeValues(settingGroups[name as GroupName].fields, group, {}),
  );
  return ordered as unknown as GroupValues;
}

function buildPages(texts: LanguageTexts['pages']): GroupValues['pages'] {
  // Without a title or description, a page shows its heading or introduction instead.
  const page = {
    title: '',
    description: '',
    card_title: '',
    card_line: '',
    picture: '',
    picture_alt: '',
    is_hidden: false,
    canonical_url: '',
    sent: '',
  };
  return {
    ...texts,
    home: {
      ...page,
      ...texts.home,
      quotation_path: '',
      opening: 'picture',
      sections: [
        'highlights',
        'projects',
        'mission',
        'testimonial',
        'clients',
        'company_life',
        'latest',
        'own',
      ],
    },
    about: { ...page, ...texts.about, sections: ['statements', 'values', 'achievements', 'own'] },
    services: { ...page, ...texts.services, ask_path: '' },
    portfolio: { ...page, ...texts.portfolio },
    team: { ...page, ...texts.team },
    gallery: { ...page, ...texts.gallery },
    blog: { ...page, ...texts.blog },
    career: { ...page, ...texts.career },
    contact: { ...page, ...texts.contact },
    quotations: { ...page, ...texts.quotations },
    internship: { ...page, ...texts.internship },
  };
}

function buildChoices(names: ListNames, language: Language, motifs: Names = {}): GroupValues['choices'] {
  const { jobTypes } = textsByLanguage[language].career;
  const categories = (list: Names) =>
    Object.entries(list).map(([key, name]) => ({ key, name, motif: motifs[key] ?? '', former: [] }));
  return {
    blog_categories: categories(names.blog_categories),
    portfolio_categories: categories(names.portfolio_categories),
    team_sections: Object.entries(names.team_sections).map(([key, name], place) => ({
      key,
      name,
      is_first_large: place === 0,
      former: [],
    })),
    team_roles: Object.entries(names.team_roles).map(([key, name]) => ({ key, name, former: [] })),
    job_types: {
      full_time: jobTypes['Full-time'],
      part_time: jobTypes['Part-time'],
      contract: jobTypes.Contract,
      internship: jobTypes.Internship,
    },
  };
}

function buildNavigation(labels: LanguageTexts['navigation']): GroupValues['navigation'] {
  const links = (...keys: (keyof typeof labels)[]) =>
    keys.map((key) => ({
      key,
      label: labels[key],
      url: key === 'home' ? '/' : `/${key}`,
      is_hidden: false,
      is_below: false,
    }));
  return {
    header: links('home', 'about', 'services', 'portfolio', 'team', 'gallery', 'blog', 'career'),
    contact_label: labels.contact_button,
    footer: links('contact', 'quotations', 'internship', 'privacy'),
    footer_more: [],
  };
}

/** Hides their link, which staff can show again. */
function withoutQuotations({ footer, ...navigation }: GroupValues['navigation']): GroupValues['navigation'] {
  return {
    ...navigation,
    footer: footer.map((link) => (link.key === 'quotations' ? { ...link, is_hidden: true } : link)),
  };
}

/** Only the privacy page has a text. The others are hidden until somebody writes them. */
function buildLegalTexts({ privacy, ...titles }: LanguageTexts['legal']): GroupValues['legal'] {
  const { parts, ...lines } = privacy;
  const html = parts.map(
    ([heading, ...paragraphs]) => `<h2>${heading}</h2>${paragraphs.map((text) => `<p>${text}</p>`).join('')}`,
  );
  const hidden = (title: string) => ({
    is_shown: false,
    title,
    intro: '',
    description: '',
    card_line: '',
    text: '',
  });
  return {
    privacy: { is_shown: true, ...lines, text: html.join('') },
    imprint: hidden(titles.imprint),
    terms: hidden(titles.terms),
    cookies: hidden(titles.cookies),
  };
}

/** From the stored group `region`, with defaults for what is missing or unknown. */
export function defaultsBasisOf(region: object | undefined): DefaultsBasis {
  const { language, trade } = { language: undefined, trade: undefined, ...region } as Record<string, unknown>;
  const { region: initial } = settingDefaults;
  return {
    language: isOneOf(languages, language) ? language : initial.language,
    trade: isOneOf(trades, trade) ? trade : initial.trade,
  };
}

function isOneOf<const Names extends object>(names: Names, value: unknown): value is keyof Names & string {
  return typeof value === 'string' && Object.hasOwn(names, value);
}
