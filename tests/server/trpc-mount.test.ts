import cookie from '@fastify/cookie';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { mountTrpc } from '../../src/http/api/trpc.ts';
import { createCachedResponses } from '../../src/http/plugins/cached-responses.ts';
import { handleErrors } from '../../src/http/server/errors.ts';
import { NotFound } from '../../src/shared/errors.ts';
import type { Context } from '../../src/trpc/context.ts';
import { publicProcedure, router } from '../../src/trpc/procedures.ts';
import { rest } from '../../src/trpc/procedure-meta.ts';

const publicUrl = 'http://localhost';

/** A server with two public queries: one is refused, one fails. */
async function serve() {
  const calls: string[] = [];
  const lines: { msg: string; procedure?: string; err?: { message: string } }[] = [];
  const cacheable = (name: string) => rest('GET', `/${name}`, name, { isPublicCacheable: true });
  const queries = router({
    refused: publicProcedure.meta(cacheable('refused')).query(() => {
      calls.push('refused');
      throw new NotFound('There is no such entry.');
    }),
    broken: publicProcedure.meta(cacheable('broken')).query(() => {
      calls.push('broken');
      throw new Error('out of order');
    }),
  });
  const write = (line: string) => void lines.push(JSON.parse(line));
  const app = fastify({ logger: { level: 'error', stream: { write } } });
  handleErrors(app);
  await app.register(cookie);
  const { sendCached } = createCachedResponses(
    { known: () => 1, ask: async () => 1, validForMs: () => Infinity },
    () => undefined,
  );
  const createContext = async () => ({ request: { id: 'r', isBatch: false } }) as unknown as Context;
  mountTrpc(app, queries, { createContext, sendCached, publicUrl });
  await app.ready();
  return { app, calls, lines };
}

test('a public query that is refused runs once, alone or wrapped as a batch', async () => {
  const { app, calls } = await serve();
  for (const url of ['/trpc/refused', '/trpc/refused?batch=1&input=%7B%7D']) {
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(404);
    const [body] = [answer.json()].flat();
    expect(body.error).toMatchObject({ message: 'There is no such entry.', data: { httpStatus: 404 } });
  }
  expect(calls).toEqual(['refused', 'refused']);
  await app.close();
});

test('an unexpected error is logged once, with its procedure and its own stack', async () => {
  const { app, calls, lines } = await serve();
  const answer = await app.inject('/trpc/broken');
  expect(answer.statusCode).toBe(500);
  expect(answer.body).not.toContain('out of order');
  expect(calls).toEqual(['broken']);
  expect(lines).toMatchObject([{ procedure: 'broken', err: { message: 'out of order' } }]);
  expect(lines[0]?.err).toHaveProperty('stack', expect.stringContaining('trpc-mount.test.ts'));
  await app.close();
});
