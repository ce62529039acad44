import type { AnyProcedure } from '@trpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { appRouter } from '../../src/router.ts';
import { deepInputs } from '../support/deep-json.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const levels = 200_000;
/** As many levels as an address can contain. */
const levelsInAddress = 3000;

let site: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  site = await testApp();
  headers = {
    authorization: `Bearer ${await site.openSession('admin')}`,
    'content-type': 'application/json',
  };
});
afterAll(() => site.close());

const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyProcedure>);
const fieldsOf = ({ _def }: AnyProcedure) =>
  (_def as unknown as { inputs: z.ZodObject[] }).inputs.flatMap((input) => Object.keys(input.shape ?? {}));

test('JSON of 200,000 levels is refused by every call that accepts JSON, and none of them fails', async () => {
  const failed: string[] = [];
  let asked = 0;
  for (const [path, procedure] of procedures) {
    const { type } = procedure._def;
    if (type === 'subscription' || path === 'auth.logout') continue;
    const isQuery = type === 'query';
    for (const input of deepInputs(fieldsOf(procedure), isQuery ? levelsInAddress : levels / 20)) {
      const { statusCode, body } = await site.app.inject(
        isQuery
          ? { method: 'GET', url: `/trpc/${path}?input=${encodeURIComponent(input)}`, headers }
          : { method: 'POST', url: `/trpc/${path}`, headers, payload: input },
      );
      asked += 1;
      if (statusCode === 500)
        failed.push(`${path} ${input.slice(0, 40)}: ${statusCode} ${body.slice(0, 200)}`);
    }
  }
  expect(asked).toBeGreaterThan(100);
  expect(failed).toEqual([]);
});
