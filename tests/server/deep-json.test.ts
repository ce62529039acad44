import { expect, test } from 'vitest';
import { deepInputs } from '../support/deep-json.ts';
import { useSite } from '../support/use-site.ts';

const levels = 200_000;
/** Of a call by staff. */
const maxBytes = 1024 * 1024;

let headers: Record<string, string>;
const site = useSite({
  fill: async (site) => {
    headers = {
      authorization: `Bearer ${await site.openSession('admin')}`,
      'content-type': 'application/json',
    };
  },
});

// What strangers send is too large before it is read.
test.each([
  ['/api/contact', 413],
  ['/api/admin/login', 413],
  ['/trpc/inbox.contact', 413],
  ['/api/admin/activities', 400],
  ['/api/admin/jobs', 400],
])('POST %s answers JSON of 200,000 levels with %i, and with 413 above a megabyte', async (url, status) => {
  for (const payload of deepInputs(['metadata', 'message', 'requirements', 'email'], levels)) {
    const { statusCode } = await site.app.inject({ method: 'POST', url, headers, payload });
    expect(statusCode, `${payload.length} bytes`).toBe(payload.length > maxBytes ? 413 : status);
  }
});
