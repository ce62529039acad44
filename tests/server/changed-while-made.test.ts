import { expect, test } from 'vitest';
import { createResponseCache } from '../../src/cache/response-cache.ts';

test('a caller that asks after a change gets no response that was started before it', async () => {
  let version = 1;
  const content = { known: () => version, ask: async () => version };
  const cache = createResponseCache(content, 200_000, async (body) => body);
  const slow = Promise.withResolvers<string>();
  const responseOf = (body: string) => ({ status: 200, headers: {}, body });
  const before = cache.get('page', async () => responseOf(await slow.promise));
  const together = cache.get('page', async () => responseOf('made twice'));

  version = 2;
  const after = await cache.get('page', async () => responseOf('after'));
  slow.resolve('before');
  const texts = [await before, await together, after].map(({ body }) => body.toString());
  expect(texts).toEqual(['before', 'before', 'after']);
  const later = await cache.get('page', async () => responseOf('later'));
  expect(later.body.toString()).not.toBe('before');
});
