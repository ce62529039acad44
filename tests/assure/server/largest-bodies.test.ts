import { expect, test } from 'vitest';
import { recordLoopBlocks } from '../../support/event-loop-blocks.ts';
import { addFuzzRows } from '../../support/fuzz-stored.ts';
import { findSlowBodies, longestMs, routesWithBodies } from '../../support/largest-bodies.ts';
import { useSite } from '../../support/use-site.ts';
import { renderPostedForm } from '../../support/visitor-forms.ts';

const site = useSite({ parts: { renderPage: renderPostedForm }, fill: addFuzzRows });

// The long run tries all routes.
test('the largest body that a stranger can send holds the thread for no longer than 100 ms, whatever its shape', async () => {
  const open = routesWithBodies(site).filter(
    ({ url }) => !/^\/(?:api\/admin\/(?!login|forgot)|trpc\/)/.test(url),
  );
  expect(open.map(({ url }) => url)).toEqual(
    expect.arrayContaining([
      '/contact',
      '/pages/:id',
      '/api/contact',
      '/api/pages/:id/form',
      '/api/admin/login',
    ]),
  );
  expect(await findSlowBodies(site, open)).toEqual([]);
});

test('a page of many short texts is cleaned in pieces, between which other requests are served', async () => {
  const text = '<p>A <b>b</b> &amp; <i>c</i></p>'.repeat(105);
  const blocks = Array.from({ length: 5 }, () => ({
    kind: 'faq',
    entries: Array.from({ length: 38 }, () => ({ question: 'Q', answer: text })),
  }));
  const recorder = recordLoopBlocks();
  const { result, longestMs: ms } = await recorder.during(() =>
    site.rest('admin').post('/api/admin/pages', { title: 'Questions', place: 'Page', blocks }),
  );
  recorder.stop();
  expect(result.status).toBe(201);
  expect(ms).toBeLessThan(longestMs);
});
