/** The addresses of the public pages. */
export const paths = {
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

/** Returns an address of a job with only the job's id, so that the address does not depend on the slug. */
export const jobPath = (id: number) => `${paths.career}/${id}`;

/** Returns a text as the id of a section, for example `it-support` for `IT Support`. */
export const anchorOf = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** Returns whether a navigation link leads to this page or to a page above it. */
export function isWithin(pathname: string, path: string): boolean {
  return pathname === path || (path !== paths.home && pathname.startsWith(`${path}/`));
}
