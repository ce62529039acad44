import { expect, test } from 'vitest';
import { routes } from '../../client/site/app/routes.ts';
import { pageRoutes } from '../../src/shared/public-pages.ts';

test('the server has a route for every page of the site, and for no other', () => {
  // The server looks for a page of blocks where it has no route.
  const routed = routes.filter(({ path }) => !path.startsWith('/:'));
  expect([...pageRoutes].sort()).toEqual(routed.map(({ path }) => path).sort());
});
