import './site-footer.css';
import IconArrowRight from 'icon:arrow-right';
import { Fragment, type ReactNode } from 'react';
import { legalPageNames } from '../../../src/shared/settings/fields/legal.ts';
import type { SiteSettings } from '../../../src/shared/settings/site-settings.ts';
import { feeds } from '../../../src/shared/public-pages.ts';
import { withDirectionIsolates } from '../../../src/shared/text-direction.ts';
import { isWithin, sitePaths } from '../../shared/site-paths.ts';
import { useSiteSettings } from '../app/site-context.ts';
import { NavigationLinks } from './navigation-links.tsx';
import { CompanyContact } from '../components/company-contact.tsx';

/**
 * The footer of every page: a call to action that fits the page, contact data, links, theme buttons and the
 * legal line. A landing page has only the theme buttons and the legal line.
 */
export function SiteFooter({ pathname, isLanding }: { pathname: string; isLanding: boolean }) {
  const site = useSiteSettings();
  const { company, navigation, texts } = site;
  const social = company.social.map(({ key, label, url }) => (
    <li key={key}>
      <a href={url} rel="me noopener">
        {label}
      </a>
    </li>
  ));
  const lists = joinedLists([
    ...[navigation.header, navigation.footer, navigation.footer_more].map((links) => ({
      length: links.length,
      entries: [<NavigationLinks key={links[0]?.key} links={links} />],
    })),
    { length: social.length, entries: social },
  ]);
  const links = lists.reduce((sum, { length }) => sum + length, 0);
  return (
    <footer className="site-footer">
      <div className="hall">
        {!isLanding && (
          <>
            <ContactSection ending={endingOf(pathname, site)} />
            <nav
              className="footer-navigation"
              id="footer-navigation"
              aria-label={texts.layout.footerNavigation}
              data-lists={lists.length}
              data-few={links <= fewLinks || undefined}
            >
              {lists.map(({ entries }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lists have no other identity
                <ul key={at}>{entries}</ul>
              ))}
            </nav>
          </>
        )}
        <div className="footer-last">
          <LegalLine hasPrivacy={isLanding} />
          <ThemeChoice />
        </div>
      </div>
    </footer>
  );
}

interface LinkList {
  length: number;
  entries: ReactNode[];
}

/** A list with fewer entries makes no column. */
const leastOfColumn = 3;

/** Without empty lists. A short one continues the list before it. */
function joinedLists(lists: readonly LinkList[]): LinkList[] {
  const joined: LinkList[] = [];
  for (const { length, entries } of lists) {
    const last = joined.at(-1);
    if (length === 0) continue;
    if (!last || length >= leastOfColumn) joined.push({ length, entries: [...entries] });
    else {
      last.length += length;
      last.entries.push(...entries);
    }
  }
  return joined;
}

/** As many links as stand in one line of a wide window. */
const fewLinks = 10;

/** The call to action at the end of a page. */
interface Ending {
  heading: string;
  label: string;
  href: string;
}

/**
 * Returns the call to action that fits a page. Returns null for a page that needs none, for example because
 * the page ends with a form.
 */
export function endingOf(
  pathname: string,
  { linked, pages, navigation, texts }: SiteSettings,
): Ending | null {
  const within = (path: string) => isWithin(pathname, path);
  const { endings, gallery } = texts;
  const { ask_heading, ask_button, ask_path } = pages.services;
  if ([sitePaths.contact, sitePaths.quotations, sitePaths.internship, sitePaths.career].some(within))
    return null;
  if (within(sitePaths.services) && ask_heading) return null;
  if (within(sitePaths.portfolio) && ask_heading && ask_button)
    return { heading: ask_heading, label: ask_button, href: ask_path || sitePaths.quotations };
  if (within(sitePaths.blog) && linked.blog)
    return { heading: endings.posts, label: endings.feed, href: feeds[0].path };
  if (within(sitePaths.team) && linked.career)
    return { heading: endings.jobs, label: endings.openJobs, href: sitePaths.career };
  if (within(sitePaths.about) && linked.team)
    return { heading: endings.people, label: endings.meetTeam, href: sitePaths.team };
  if (within(sitePaths.gallery) && linked.gallery && linked.portfolio)
    return { heading: endings.pictures, label: gallery.projects, href: sitePaths.portfolio };
  return { heading: pages.footer.heading, label: navigation.contact_label, href: sitePaths.contact };
}

function ContactSection({ ending }: { ending: Ending | null }) {
  return (
    <section
      className={ending ? 'footer-contact' : 'footer-contact footer-contact-only'}
      aria-labelledby={ending?.heading ? 'footer-contact-title' : undefined}
    >
      {ending && (
        <div>
          {ending.heading && <h2 id="footer-contact-title">{ending.heading}</h2>}
          <a className="button" href={ending.href}>
            {ending.label}
            <IconArrowRight size={20} stroke={1.75} aria-hidden="true" />
          </a>
        </div>
      )}
      <CompanyContact />
    </section>
  );
}

/**
 * The buttons with which visitors choose the theme. The page's script makes the buttons visible. If the visitor has not
 * chosen a theme, the theme follows the visitor's system.
 */
function ThemeChoice() {
  const { theme, system, light, dark } = useSiteSettings().texts.layout;
  return (
    <template id="theme-choice">
      <section className="theme-choice" aria-label={theme}>
        <ul>
          {[
            { value: '', label: system },
            { value: 'light', label: light },
            { value: 'dark', label: dark },
          ].map(({ value, label }) => (
            <li key={value}>
              <button type="button" value={value}>
                {label}
              </button>
            </li>
          ))}
        </ul>
      </section>
    </template>
  );
}

/**
 * The last line of the footer: the company's legal line and registration data, and links to the legal texts.
 * `hasPrivacy` adds the link to the privacy page. It is true only for landing pages, because the menus of other pages
 * contain this link.
 */
function LegalLine({ hasPrivacy }: { hasPrivacy: boolean }) {
  const { company, pages, features, legal } = useSiteSettings();
  const facts = [pages.footer.legal_line, ...registrationOf(company)].filter(Boolean);
  const words = facts.map((fact) => withDirectionIsolates(fact)).join(' · ');
  const names = legalPageNames.filter((name) => (name === 'privacy' ? hasPrivacy : features[name]));
  return (
    <p className="note">
      {words}
      {names.map((name, index) => (
        <Fragment key={name}>
          {(words || index > 0) && ' · '}
          <a href={`/${name}`}>{legal[name].title}</a>
        </Fragment>
      ))}
    </p>
  );
}

/**
 * Returns the registration data that a company must publish: the register court with the number, and the VAT
 * id. Missing data is returned as an empty text.
 */
function registrationOf({ registration }: SiteSettings['company']): string[] {
  const { court, number, vat_id } = registration;
  return [[court, number].filter(Boolean).join(' '), vat_id];
}
