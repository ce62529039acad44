import { expect, test } from 'vitest';
import { deepInputs } from '../support/deep-json.ts';
import { useSite } from '../support/use-site.ts';

const levels = 200_000;

let headers: Record<string, string>;
const site = useSite({
  fill: async (site) => {
    headers = {
      authorization: `Bearer ${await site.openSession('admin')}`,
      'content-type': 'application/json',
    };
  },
});

test.each([
  '/api/contact',
  '/api/admin/activities',
  '/api/admin/login',
  '/api/admin/jobs',
  '/trpc/inbox.contact',
])('POST %s answers JSON of 200,000 levels as bad input', async (url) => {
  for (const payload of deepInputs(['metadata', 'message', 'requirements', 'email'], levels)) {
    const { statusCode } = await site.app.inject({ method: 'POST', url, headers, payload });
    expect([400, 404, 413, 415, 422, 429]).toContain(statusCode);
  }
});
