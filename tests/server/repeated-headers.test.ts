import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import { useSite } from '../support/use-site.ts';

let origin: string;
const site = useSite({
  fill: async (site) => {
    origin = await site.app.listen({ port: 0, host: '127.0.0.1' });
  },
});

/** Sends the headers exactly as they are given: names and values in turn. */
async function statusOf(path: string, headers: string[]): Promise<number | undefined> {
  const sent = request(`${origin}${path}`, { headers: ['Host', new URL(origin).host, ...headers] });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

test('a request with two Authorization headers has no identity, because a proxy may use another one of them', async () => {
  const admin = `Bearer ${await site.openSession('admin')}`;
  const hr = `Bearer ${await site.openSession('hr')}`;
  for (const path of ['/api/admin/user', '/trpc/auth.user']) {
    expect(await statusOf(path, ['Authorization', admin]), path).toBe(200);
    const pairs = [
      ['Authorization', admin, 'Authorization', hr],
      ['Authorization', admin, 'authorization', admin],
      ['AUTHORIZATION', 'Basic dmVyYTpw', 'Authorization', admin],
      ['Authorization', admin, 'Authorization', ''],
    ];
    for (const headers of pairs) expect(await statusOf(path, headers), `${path} ${headers}`).toBe(401);
  }
});
