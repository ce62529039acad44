import { feeds } from '../../../src/shared/feeds.ts';
import type { SiteSettings } from '../../../src/shared/settings/site.ts';
import { isWithin, paths } from '../../shared/site-paths.ts';

/** The call to action at the end of a page. */
export interface Ending {
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
  { linked, pages, navigation, words }: SiteSettings,
): Ending | null {
  const within = (path: string) => isWithin(pathname, path);
  const { endings, gallery } = words;
  const { ask_heading, ask_button } = pages.services;
  if ([paths.contact, paths.quotations, paths.internship, paths.career].some(within)) return null;
  if (within(paths.services) && ask_heading) return null;
  if (within(paths.portfolio) && ask_heading && ask_button)
    return { heading: ask_heading, label: ask_button, href: paths.quotations };
  if (within(paths.blog) && linked.blog)
    return { heading: endings.posts, label: endings.feed, href: feeds[0].path };
  if (within(paths.team) && linked.career)
    return { heading: endings.jobs, label: endings.openJobs, href: paths.career };
  if (within(paths.about) && linked.team)
    return { heading: endings.people, label: endings.meetTeam, href: paths.team };
  if (within(paths.gallery) && linked.gallery && linked.portfolio)
    return { heading: endings.pictures, label: gallery.projects, href: paths.portfolio };
  return { heading: pages.footer.heading, label: navigation.contact_label, href: paths.contact };
}
