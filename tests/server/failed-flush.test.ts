import { open } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../support/test-app.ts';

const job = {
  ...{ title: 'Engineer', description: 'Builds', type: 'Full-time', location: 'London', department: 'IT' },
  ...{ requirements: ['Patience'], responsibilities: ['Build'] },
};
const message = { name: 'A', email: 'a@example.com', subject: 'S', message: 'M' };

let house: TestApp;
beforeEach(async () => {
  house = await testApp('sqlite');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await house.close();
});

/** Has the disk refuse what is to be flushed next. */
async function breakNextFlush(code: string): Promise<void> {
  await using file = await open('/dev/null');
  const failed = Object.assign(new Error('the disk'), { code });
  vi.spyOn(Object.getPrototypeOf(file), 'datasync').mockRejectedValueOnce(failed);
}

test.each(['EIO', 'ENOSPC'])(
  'UP12 a change that the disk refuses to keep by %s is a 503 in words, and the next is kept',
  async (code) => {
    for (const write of [
      () => house.rest('admin').post('/api/admin/jobs', job),
      () => house.rest('anonymous').post('/api/contact', message),
    ]) {
      // A sign-in is a change too.
      await house.rest('admin').get('/api/admin/user');
      await breakNextFlush(code);
      const { status, body, headers } = await write();
      expect({ status, body }).toEqual({
        status: 503,
        body: { message: expect.stringMatching(/try again/), request_id: expect.any(String) },
      });
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect((await write()).status).toBeLessThan(300);
    }
  },
);
