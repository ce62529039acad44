import { expect, test } from 'vitest';
import { routes } from '../../client/site/app/routes.ts';
import { endingOf } from '../../client/site/layout/site-footer.tsx';
import { pageRoutes } from '../../src/shared/public-pages.ts';
import { defaultSiteSettings } from '../../src/shared/settings/site-settings.ts';

test('the server has a route for every page of the site, and for no other', () => {
  // The server looks for a page of blocks where it has no route.
  const routed = routes.filter(({ path }) => !path.startsWith('/:'));
  expect([...pageRoutes].sort()).toEqual(routed.map(({ path }) => path).sort());
});

test('each page ends with a call that fits it, or has one of its own', () => {
  const ends = {
    '/': '/contact',
    '/services': null,
    '/team': '/career',
    '/about': '/team',
    '/gallery': '/portfolio',
    '/portfolio': '/quotations',
    '/portfolio/7': '/quotations',
    '/blog': '/feed.xml',
    '/blog/zero-trust': '/feed.xml',
    '/contact': null,
    '/quotations': null,
    '/internship': null,
    '/career': null,
    '/career/7': null,
    '/privacy': '/contact',
  };
  const found = Object.keys(ends).map((path) => [path, endingOf(path, defaultSiteSettings)?.href ?? null]);
  expect(Object.fromEntries(found)).toEqual(ends);
});
