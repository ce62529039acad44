import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AccessEntry,
  accessFile,
  isPermitted,
  listAccess,
  renderAccess,
} from '../../src/access-matrix.ts';
import { type Role, roles } from '../../src/shared/roles.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const callers = ['anonymous', 'ended session', ...roles] as const;
type Caller = (typeof callers)[number];

let site: TestApp;
beforeAll(async () => {
  site = await testApp();
});
afterAll(() => site.close());

/** A new session for each call, because some calls end their session. */
async function headersOf(caller: Caller): Promise<Record<string, string>> {
  if (caller === 'anonymous') return {};
  const token = await site.openSession(caller === 'ended session' ? 'admin' : caller);
  const headers = { authorization: `Bearer ${token}` };
  if (caller === 'ended session')
    await site.app.inject({ method: 'POST', url: '/api/admin/logout', headers });
  return headers;
}

/** A row that does not exist: a permitted caller gets a 404, and nothing is changed. */
const noRow = { id: 2_000_000_000 };

async function callTrpc({ name, type }: AccessEntry, caller: Caller): Promise<number> {
  const headers = await headersOf(caller);
  const url = `/trpc/${name}`;
  const reading = { url: `${url}?input=${encodeURIComponent(JSON.stringify(noRow))}`, headers };
  if (type === 'subscription') {
    // This response does not end, so only its status is awaited.
    const answer = await site.app.inject({ ...reading, payloadAsStream: true });
    answer.stream().destroy();
    return answer.statusCode;
  }
  const answer =
    type === 'query'
      ? await site.app.inject(reading)
      : await site.app.inject({ method: 'POST', url, headers, payload: noRow });
  return answer.statusCode;
}

async function callRest({ rest }: AccessEntry, caller: Caller): Promise<number> {
  const [method, path = ''] = rest!.split(' ');
  const answer = await site.app.inject({
    method: method as 'GET',
    url: path.replaceAll(/\{\w+\}/g, String(noRow.id)),
    headers: await headersOf(caller),
  });
  return answer.statusCode;
}

function expectVerdict(status: number, { access }: AccessEntry, caller: Caller): void {
  const role = (roles as readonly string[]).includes(caller) ? (caller as Role) : undefined;
  if (isPermitted(access, role)) expect([401, 403, 500]).not.toContain(status);
  else expect(status).toBe(role ? 403 : 401);
}

describe.each(callers)('%s', (caller) => {
  test.each(listAccess())('AZ1 gets the published verdict of $name through tRPC', async (entry) => {
    expectVerdict(await callTrpc(entry, caller), entry, caller);
  });

  test.each(listAccess().filter(({ rest }) => rest))(
    'AZ1 gets the published verdict of $rest',
    async (entry) => {
      expectVerdict(await callRest(entry, caller), entry, caller);
    },
  );
});

test('the published matrix is the one of the running server', async () => {
  expect(await readFile(accessFile, 'utf8')).toBe(renderAccess(listAccess()));
});
