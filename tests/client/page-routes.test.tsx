import { expect, test } from 'vitest';
import { routes } from '../../client/site/app/routes.ts';
import { pageRoutes } from '../../src/shared/public-pages.ts';

test('the server has a route for every page of the site, and for no other', () => {
  expect([...pageRoutes].sort()).toEqual(routes.map(({ path }) => path).sort());
});
