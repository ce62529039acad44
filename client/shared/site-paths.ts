/** The paths of the public pages. `pages` is the beginning of the paths of all custom pages. */
export const sitePaths = {
  home: '/',
  test: '/test',
  about: '/about',
  services: '/services',
  portfolio: '/portfolio',
  team: '/team',
  gallery: '/gallery',
  blog: '/blog',
  career: '/career',
  quotations: '/quotations',
  internship: '/internship',
  contact: '/contact',
  privacy: '/privacy',
  pages: '/pages',
} as const;

/**
 * Returns a path of a job that contains the id instead of the slug. Such a path remains valid when the slug
 * changes.
 */
export const jobPath = (id: number) => `${sitePaths.career}/${id}`;

/** Converts a text to the id of a section, for example `IT Support` to `it-support`. */
export const sectionIdOf = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/**
 * Returns whether `path` is the same as `pathname`, or is the path of a page above it. The home page is not above any
 * other page.
 */
export function isWithin(pathname: string, path: string): boolean {
  return pathname === path || (path !== sitePaths.home && pathname.startsWith(`${path}/`));
}
