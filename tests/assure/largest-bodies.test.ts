import { expect, test } from 'vitest';
import { addFuzzRows } from '../support/fuzz-stored.ts';
import { findSlowBodies, routesWithBodies } from '../support/largest-bodies.ts';
import { useSite } from '../support/use-site.ts';
import { renderPostedForm } from '../support/visitor-forms.ts';
import { addFigures } from './figures.ts';

const site = useSite({ parts: { renderPage: renderPostedForm }, fill: addFuzzRows });

test('the largest body of a route holds the thread for no longer than 100 ms, whatever its shape', async (context) => {
  const routes = routesWithBodies(site);
  expect(routes.length).toBeGreaterThan(200);
  expect(await findSlowBodies(site, routes)).toEqual([]);
  addFigures(context, { notes: [`${routes.length} routes`] });
});
