import type {
  BlogPosting,
  BreadcrumbList,
  CreativeWork,
  FAQPage,
  Graph,
  LocalBusiness,
  Organization,
  Person,
  Thing,
  WebSite,
} from 'schema-dts';
import type { ShownBlock } from '../../../src/shared/blocks/block-kinds.ts';
import { daysOf, spanOf } from '../../../src/shared/settings/fields/opening-hours.ts';
import { publicationDateOf, visibleChangeOf } from '../../../src/shared/schedule.ts';
import { meaningfulText } from '../../../src/shared/meaningful-text.ts';
import { nameInList } from '../../../src/shared/settings/choices.ts';
import type { SiteSettings } from '../../../src/shared/settings/site-settings.ts';
import { splitLanguage } from '../../../src/shared/site-languages.ts';
import { addressInLanguage } from '../../../src/shared/slugs.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import type { PageMetadata } from '../app/page-route.tsx';
import { withQuery } from '../app/search-params.ts';
import { homeOf } from './page-head.ts';
import { jobPosting } from './job-posting.ts';
import type { PlacedPage } from '../blocks/custom-sections.tsx';
import type { PageRow } from './page-row.ts';

/**
 * Returns the schema.org description of a page: the company, the breadcrumbs, the questions on the page, and the post,
 * job or project that the page shows. The home page has no breadcrumbs. A page that is hidden from search engines has
 * only the company.
 */
export function structuredData(
  head: PageMetadata,
  { row, placed }: { row: PageRow | undefined; placed: readonly PlacedPage[] },
  { card, site, publicUrl }: { card: string; site: SiteSettings; publicUrl: string },
): Graph {
  const things: Thing[] = [organization(site, publicUrl)];
  const graph: Graph = { '@context': 'https://schema.org', '@graph': things };
  if (head.isHidden) return graph;
  if (head.canonical === homeOf(site)) things.push(webSite(site, publicUrl));
  else things.push(breadcrumbs(head, row, site, publicUrl));
  if (row?.kind === 'post')
    things.push(blogPosting(row, { url: publicUrl + head.canonical, card, site, publicUrl }));
  if (row?.kind === 'project') things.push(creativeWork(row.project, { card, site, publicUrl }));
  if (row?.kind === 'page') things.push(...faqPage(row.page, publicUrl + row.page.path));
  const blocks = placed.flatMap((page) => page.blocks);
  things.push(...faqPage({ blocks, lang: null }, publicUrl + head.canonical));
  if (row?.kind === 'job') things.push(jobPosting(row.job, site, publicUrl));
  return graph;
}

function webSite({ company, region, shown }: SiteSettings, publicUrl: string): WebSite {
  return {
    '@type': 'WebSite',
    '@id': `${publicUrl}${shown.prefix}/#website`,
    name: company.short_name || company.name,
    url: publicUrl + addressInLanguage(shown, '/'),
    inLanguage: region.language,
    publisher: { '@type': 'Organization', '@id': `${publicUrl}/#organization`, name: company.name },
  };
}

/** The hours as search engines read them. */
function openingHoursOf({ hours, hours_exceptions }: SiteSettings['company']) {
  return {
    openingHoursSpecification: hours.map((entry) => ({
      '@type': 'OpeningHoursSpecification' as const,
      dayOfWeek: daysOf(entry),
      ...clockTimesOf(entry.times),
    })),
    ...(hours_exceptions.length > 0 && {
      specialOpeningHoursSpecification: hours_exceptions.map(({ day, times }) => ({
        '@type': 'OpeningHoursSpecification' as const,
        validFrom: day,
        validThrough: day,
        // The same time twice means that the company is closed.
        ...(times ? clockTimesOf(times) : { opens: '00:00', closes: '00:00' }),
      })),
    }),
  };
}

/** A day ends at 23:59 in schema.org. */
function clockTimesOf(times: string) {
  const { opens, closes } = spanOf(times);
  return { opens, closes: closes === '24:00' ? '23:59' : closes };
}

/** With opening hours by day, the company is a business at a place. */
function organization({ company, pages }: SiteSettings, publicUrl: string): Organization | LocalBusiness {
  const { street, city, region, postcode, country_code } = company.address;
  const description = pages.home.description || pages.home.intro;
  return {
    '@type': company.hours.length > 0 ? 'LocalBusiness' : 'Organization',
    '@id': `${publicUrl}/#organization`,
    name: company.name,
    ...(company.hours.length > 0 && openingHoursOf(company)),
    ...(company.legal_name && { legalName: company.legal_name }),
    ...(description && { description }),
    url: `${publicUrl}/`,
    logo: `${publicUrl}/favicon.svg`,
    ...(company.since && { foundingDate: String(company.since) }),
    ...(company.email && { email: company.email }),
    ...(company.phone && { telephone: company.phone }),
    address: {
      '@type': 'PostalAddress',
      streetAddress: street,
      addressLocality: city,
      ...(region && { addressRegion: region }),
      postalCode: postcode,
      addressCountry: country_code,
    },
    sameAs: company.social.map(({ url }) => url),
  };
}

/**
 * Returns the breadcrumbs from the home page to the current page. A post, job or project is below the page with its
 * list. A custom page is below the page whose path is the first part of its own path, if `headings` contains that path.
 */
function breadcrumbs(
  head: PageMetadata,
  row: PageRow | undefined,
  { navigation, pages, texts, shown }: SiteSettings,
  publicUrl: string,
): BreadcrumbList {
  const [address = ''] = head.canonical.split('?');
  const path = splitLanguage([shown], address).rest;
  const list = {
    post: sitePaths.blog,
    job: sitePaths.career,
    project: sitePaths.portfolio,
    page: pathAbove(path),
  };
  const headings: Partial<Record<string, string>> = {
    [sitePaths.home]: texts.layout.home,
    [sitePaths.blog]: pages.blog.heading,
    [sitePaths.career]: pages.career.heading,
    [sitePaths.portfolio]: pages.portfolio.heading,
    [sitePaths.services]: pages.services.heading,
    [sitePaths.about]: pages.about.heading,
  };
  const above = row && list[row.kind];
  const way = [sitePaths.home, ...(above && above in headings ? [above] : []), path];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: way.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name:
        navigation.header.find(({ url }) => url === step)?.label ??
        (step === path ? head.title : headings[step]) ??
        head.title,
      item: publicUrl + addressInLanguage(shown, step),
    })),
  };
}

/**
 * Returns the first part of a path, which is the path of the page above. Returns `''` for a path with only
 * one part.
 */
function pathAbove(path: string): string {
  const [, first, second] = path.split('/');
  return second === undefined ? '' : `/${first}`;
}

function blogPosting(
  { post, author }: Extract<PageRow, { kind: 'post' }>,
  { url, card, site, publicUrl }: { url: string; card: string; site: SiteSettings; publicUrl: string },
): BlogPosting {
  const { name } = site.company;
  const us = { '@type': 'Organization', '@id': `${publicUrl}/#organization`, name } as const;
  const own = post.featured_image ? [`${publicUrl}/${post.featured_image}`] : [];
  return {
    '@type': 'BlogPosting',
    headline: post.title,
    description: post.excerpt,
    image: [...own, card],
    datePublished: publicationDateOf(post),
    dateModified: visibleChangeOf(post),
    author: post.author
      ? personOf(post.author, author, { site, publicUrl })
      : { ...us, url: `${publicUrl}/` },
    publisher: { ...us, logo: `${publicUrl}/favicon.svg` },
    mainEntityOfPage: url,
    url,
    articleSection: nameInList(site.choices, 'blog_categories', post.category),
    keywords: post.tags,
    inLanguage: post.lang ?? site.region.language,
  };
}

/**
 * Returns the structured data of the questions and answers on a page, or an empty array for a page without
 * questions.
 */
function faqPage({ blocks, lang }: Pick<PlacedPage, 'blocks' | 'lang'>, url: string): FAQPage[] {
  const shown = blocks as ShownBlock[];
  const entries = shown.flatMap((block) => (block.kind === 'faq' ? block.entries : []));
  if (entries.length === 0) return [];
  const mainEntity = entries.map(({ question, answer }) => ({
    '@type': 'Question' as const,
    name: question,
    acceptedAnswer: {
      '@type': 'Answer' as const,
      text: answer
        .replaceAll(/<[^<>]+>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    },
  }));
  return [{ '@type': 'FAQPage', '@id': `${url}#questions`, mainEntity, ...(lang && { inLanguage: lang }) }];
}

/**
 * Returns a project as a work of the company. The year is free text, so a year that does not consist of four
 * digits is left out.
 */
function creativeWork(
  project: Extract<PageRow, { kind: 'project' }>['project'],
  { card, site, publicUrl }: { card: string; site: SiteSettings; publicUrl: string },
): CreativeWork {
  const { title, description, category, image, technologies, services, sector, year, path } = project;
  const url = publicUrl + path;
  const us = {
    '@type': 'Organization',
    '@id': `${publicUrl}/#organization`,
    name: site.company.name,
  } as const;
  const own = image ? [/^https?:/.test(image) ? image : `${publicUrl}/${image}`] : [];
  const used = site.lists.services.filter(({ key }) => services.includes(key)).map((one) => one.title);
  return {
    '@type': 'CreativeWork',
    '@id': `${url}#work`,
    name: title,
    ...(meaningfulText(description) && { description }),
    image: [...own, card],
    url,
    mainEntityOfPage: url,
    creator: us,
    genre: nameInList(site.choices, 'portfolio_categories', category),
    keywords: [...technologies, ...used],
    ...(sector && { about: { '@type': 'Thing' as const, name: sector } }),
    ...(year && /^\d{4}$/.test(year) && { dateCreated: year }),
    dateModified: project.updated_at,
    inLanguage: project.lang ?? site.region.language,
  };
}

/**
 * Returns an author as a schema.org person. If the author is a team member, the person also has a role and the address
 * of the author's posts, and a portrait and a LinkedIn profile if available.
 */
function personOf(
  name: string,
  member: Extract<PageRow, { kind: 'post' }>['author'],
  { site, publicUrl }: { site: SiteSettings; publicUrl: string },
): Person {
  const portrait = member?.photo?.path ?? member?.image;
  return {
    '@type': 'Person',
    name,
    ...(member && {
      jobTitle: nameInList(site.choices, 'team_roles', member.role),
      url: publicUrl + site.shown.prefix + withQuery(sitePaths.blog, { author: name }),
    }),
    ...(portrait && { image: `${publicUrl}/${portrait}` }),
    ...(member?.linkedin && { sameAs: [member.linkedin] }),
  };
}
