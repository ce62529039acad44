import { feeds } from '../../../src/shared/public-pages.ts';
import type { SiteSettings } from '../../../src/shared/settings/site-settings.ts';
import { isWithin, sitePaths } from '../../shared/site-paths.ts';

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
