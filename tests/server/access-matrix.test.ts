import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AccessEntry,
  accessFile,
  isPermitted,
  listAccess,
  renderAccess,
} from '../../src/access-matrix.ts';
import { Session } from '../../src/modules/auth/session.entity.ts';
import { hashSecret } from '../../src/security/tokens.ts';
import { roles } from '../../src/shared/roles.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const callers = ['anonymous', 'ended session', 'stale admin', ...roles] as const;
type Caller = (typeof callers)[number];

let site: TestApp;
beforeAll(async () => {
  site = await testApp();
});
afterAll(() => site.close());

/** A new session for each call, because some calls end their session. */
async function headersOf(caller: Caller): Promise<Record<string, string>> {
  if (caller === 'anonymous') return {};
  const token = await site.openSession(roles.find((role) => role === caller) ?? 'admin');
  const headers = { authorization: `Bearer ${token}` };
  if (caller === 'stale admin') await makeStale(token);
  if (caller === 'ended session')
    await site.app.inject({ method: 'POST', url: '/api/admin/logout', headers });
  return headers;
}

/** As a session is eleven minutes after its sign-in. */
async function makeStale(token: string): Promise<void> {
  const proved_at = new Date(Date.now() - 11 * 60_000);
  await site.database.fork().nativeUpdate(Session, { token_hash: hashSecret(token) }, { proved_at });
}

interface Verdict {
  status: number;
  code: string | undefined;
}

/** A row that does not exist: a permitted caller gets a 404, and nothing is changed. */
const noRow = { id: 2_000_000_000 };

async function callTrpc({ name, type }: AccessEntry, caller: Caller): Promise<Verdict> {
  const headers = await headersOf(caller);
  const url = `/trpc/${name}`;
  const reading = { url: `${url}?input=${encodeURIComponent(JSON.stringify(noRow))}`, headers };
  if (type === 'subscription') {
    // This response does not end, so only its status is awaited.
    const answer = await site.app.inject({ ...reading, payloadAsStream: true });
    answer.stream().destroy();
    return { status: answer.statusCode, code: undefined };
  }
  const answer =
    type === 'query'
      ? await site.app.inject(reading)
      : await site.app.inject({ method: 'POST', url, headers, payload: noRow });
  return { status: answer.statusCode, code: answer.json().error?.data.code };
}

async function callRest({ rest }: AccessEntry, caller: Caller): Promise<Verdict> {
  const [method, path = ''] = rest!.split(' ');
  const answer = await site.app.inject({
    method: method as 'GET',
    url: path.replaceAll(/\{\w+\}/g, String(noRow.id)),
    headers: await headersOf(caller),
  });
  const isJson = String(answer.headers['content-type']).includes('application/json');
  return { status: answer.statusCode, code: isJson ? answer.json().code : undefined };
}

function expectVerdict({ status, code }: Verdict, { access, isGuarded }: AccessEntry, caller: Caller): void {
  if (caller === 'stale admin' && isGuarded) {
    expect({ status, code }).toEqual({ status: 403, code: 'step_up_required' });
    return;
  }
  expect(code).not.toBe('step_up_required');
  const named = caller === 'stale admin' ? 'admin' : caller;
  const role = roles.find((one) => one === named);
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
