import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AccessEntry,
  accessFile,
  isPermitted,
  listProcedureAccess,
  type StepUpMethod,
  stepUpMethodNames,
  renderAccess,
} from '../../src/commands/access-matrix.ts';
import { insertRow } from '../../src/database/transaction.ts';
import { Factor } from '../../src/modules/auth/factor.entity.ts';
import { Session } from '../../src/modules/auth/session.entity.ts';
import { SsoLink } from '../../src/modules/sso/sso-link.entity.ts';
import { ApiToken } from '../../src/modules/tokens/api-token.ts';
import type { User } from '../../src/modules/users/user.ts';
import { createApiToken, hashSecret } from '../../src/security/random-secrets.ts';
import { roles } from '../../src/shared/roles.ts';
import { includesScope, type Scope, scopes } from '../../src/shared/scopes.ts';
import { createUser } from '../support/factories.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { chooseByForm, isShortForm } from '../support/test-form.ts';

const ages = ['fresh', 'stale'] as const;
const admins = ages.flatMap((age) => stepUpMethodNames.map((proof) => `${age} admin by ${proof}` as const));
const callers = ['anonymous', 'ended session', ...roles, ...admins] as const;
type Caller = (typeof callers)[number];

const proofOf = (caller: Caller) => stepUpMethodNames.find((proof) => caller.endsWith(` by ${proof}`));
const methods: Record<StepUpMethod, string[]> = {
  password: ['password'],
  factor: ['totp'],
  'single sign-on': ['sso'],
};

let site: TestApp;
const people = new Map<Caller, User>();
beforeAll(async () => {
  site = await testApp();
  // Each has a person of its own, because some calls change what the person can prove it with.
  for (const caller of admins) people.set(caller, await createAdmin(caller));
});
afterAll(() => site.close());

async function createAdmin(caller: Caller): Promise<User> {
  const proof = proofOf(caller);
  const em = site.database.fork();
  const now = new Date();
  const email = `${caller.replaceAll(' ', '-')}@example.com`;
  const password_hash = proof === 'single sign-on' ? null : 'a hash';
  const user = await createUser(em, { email, role: 'admin', password_hash });
  if (proof === 'factor') {
    const facts = {
      kind: 'totp',
      name: 'App',
      credential_id: email,
      counter: 0,
      transports: [],
      last_step: 0,
    };
    await insertRow({ em }, Factor, Object.assign(new Factor(), { ...facts, user, created_at: now }));
  }
  if (proof === 'single sign-on') {
    const facts = {
      issuer: 'https://login.example.com',
      subject: email,
      kind: 'came',
      is_email_verified: true,
    };
    const link = { ...facts, user, created_at: now, last_used_at: now };
    await insertRow({ em }, SsoLink, Object.assign(new SsoLink(), link));
  }
  return user;
}

type Headers = Record<string, string>;
const opened = new Map<Caller, Headers>();

async function headersOf(caller: Caller | Headers): Promise<Headers> {
  if (typeof caller !== 'string') return caller;
  if (caller === 'anonymous') return {};
  const headers = opened.get(caller) ?? (await openSession(caller));
  opened.set(caller, headers);
  return headers;
}

/** A call that succeeds may end or renew the session. One that has ended stays so. */
function forgetSession(caller: Caller | Headers, status: number): void {
  if (typeof caller === 'string' && caller !== 'ended session' && status < 400) opened.delete(caller);
}

async function openSession(caller: Caller): Promise<Headers> {
  const proof = proofOf(caller);
  const token = proof
    ? await site.openSessionOf(people.get(caller)!)
    : await site.openSession(roles.find((role) => role === caller) ?? 'admin');
  const headers = { authorization: `Bearer ${token}` };
  if (caller.startsWith('stale')) await makeStale(token);
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
  methods: string[] | undefined;
}

/** A row that does not exist: a permitted caller gets a 404, and nothing is changed. */
const noRow = { id: 2_000_000_000 };

async function callTrpc({ name, type }: AccessEntry, caller: Caller | Headers): Promise<Verdict> {
  const headers = await headersOf(caller);
  const url = `/trpc/${name}`;
  const reading = { url: `${url}?input=${encodeURIComponent(JSON.stringify(noRow))}`, headers };
  if (type === 'subscription') {
    // This response does not end, so only its status is awaited.
    const answer = await site.app.inject({ ...reading, payloadAsStream: true });
    answer.stream().destroy();
    return { status: answer.statusCode, code: undefined, methods: undefined };
  }
  const answer =
    type === 'query'
      ? await site.app.inject(reading)
      : await site.app.inject({ method: 'POST', url, headers, payload: noRow });
  if (type !== 'query') forgetSession(caller, answer.statusCode);
  const { code, methods } = answer.json().error?.data ?? {};
  return { status: answer.statusCode, code, methods };
}

async function callRest(operation: string, caller: Caller | Headers): Promise<Verdict> {
  const [method, path = ''] = operation.split(' ');
  const answer = await site.app.inject({
    method: method as 'GET',
    url: path.replaceAll(/\{\w+\}/g, String(noRow.id)),
    headers: await headersOf(caller),
  });
  if (method !== 'GET') forgetSession(caller, answer.statusCode);
  const isJson = String(answer.headers['content-type']).includes('application/json');
  const { code, methods } = isJson ? answer.json() : {};
  return { status: answer.statusCode, code, methods };
}

/** Returns what is wrong with a verdict, or undefined. */
function findFault(verdict: Verdict, { access, isGuarded }: AccessEntry, caller: Caller): string | undefined {
  const { status, code } = verdict;
  const proof = proofOf(caller);
  if (proof && isGuarded && caller.startsWith('stale')) {
    const wanted: Verdict = { status: 403, code: 'step_up_required', methods: methods[proof] };
    return isDeepStrictEqual(verdict, wanted)
      ? undefined
      : `${JSON.stringify(verdict)}, not ${JSON.stringify(wanted)}`;
  }
  if (code === 'step_up_required') return `${status} and ${code}`;
  const role = proof ? 'admin' : roles.find((one) => one === caller);
  if (isPermitted(access, role)) return [401, 403, 500].includes(status) ? `${status}` : undefined;
  const refusal = role ? 403 : 401;
  return status === refusal ? undefined : `${status}, not ${refusal}`;
}

/** A stranger, the roles that have modules of their own, and an admin who is asked to prove it again. */
const inShort: readonly Caller[] = ['anonymous', 'content_moderator', 'hr', 'stale admin by password'];

test.each(chooseByForm(callers, inShort))(
  'AZ1 %s gets the published verdict of every operation, by tRPC and by REST',
  async (caller) => {
    const wrong: string[] = [];
    let calls = 0;
    const judge = (name: string, verdict: Verdict, entry: AccessEntry) => {
      calls += 1;
      const fault = findFault(verdict, entry, caller);
      if (fault) wrong.push(`${name}: ${fault}`);
    };
    for (const entry of listProcedureAccess()) judge(entry.name, await callTrpc(entry, caller), entry);
    // The same procedures: in the short form, each is called by REST for one of the callers.
    const turn = inShort.indexOf(caller);
    const byRest = listProcedureAccess().filter((_, at) => !isShortForm || at % inShort.length === turn);
    for (const entry of byRest)
      for (const operation of entry.mounted) judge(operation, await callRest(operation, caller), entry);
    expect(wrong).toEqual([]);
    expect(calls).toBeGreaterThan(listProcedureAccess().length);
  },
);

const tokens = new Map<string, Headers>();

/** A token of an admin, made once for each set of scopes. */
async function tokenWith(held: readonly string[]): Promise<Headers> {
  const known = tokens.get(held.join());
  if (known) return known;
  const secret = createApiToken();
  const facts = { name: 'T', hint: '', per_minute: 100_000, last_used_at: null, warned_at: null };
  const em = site.database.fork();
  const row = Object.assign(new ApiToken(), {
    ...facts,
    user: people.get('fresh admin by password')!,
    token_hash: hashSecret(secret),
    scopes: [...held],
    created_at: new Date(),
    expires_at: new Date(Date.now() + 60 * 60_000),
  });
  await insertRow({ em }, ApiToken, row);
  const headers = { authorization: `Bearer ${secret}` };
  tokens.set(held.join(), headers);
  return headers;
}

test('an API token is admitted by exactly the published scopes, by tRPC and by REST', async () => {
  const wrong: string[] = [];
  const judge = (name: string, held: string, { status, code }: Verdict, wanted: string | undefined) => {
    // A refused stream tells its status alone.
    const isRight = wanted
      ? status === 403 && [wanted, undefined].includes(code)
      : ![401, 403, 500].includes(status);
    if (!isRight) wrong.push(`${name} with ${held}: ${status} ${code}`);
  };
  for (const entry of listProcedureAccess()) {
    const needed = entry.scopes;
    const forPeople = entry.isGuarded || /^(account|auth|sso|tokens|webhooks)\./.test(entry.name);
    const cases: [held: string, scopes: readonly string[], wanted: string | undefined][] = [];
    if (needed === null) cases.push(['all', scopes, forPeople ? 'token_not_permitted' : 'scope_missing']);
    else cases.push(['the scopes', needed, undefined]);
    for (const one of needed ?? []) {
      const others = scopes.filter((scope) => !includesScope([scope], one));
      cases.push([`all but ${one}`, others, 'scope_missing']);
    }
    for (const [held, set, wanted] of cases) {
      const headers = await tokenWith(set);
      judge(entry.name, held, await callTrpc(entry, headers), wanted);
      // In the short form by tRPC alone: both faces call the same procedure, and callers above take both.
      for (const operation of chooseByForm(entry.mounted, []))
        judge(operation, held, await callRest(operation, headers), wanted);
    }
  }
  expect(wrong).toEqual([]);
});

test('each scope is needed by an operation', () => {
  const needed = new Set<Scope>(listProcedureAccess().flatMap((entry) => entry.scopes ?? []));
  expect(scopes.filter((scope) => !needed.has(scope))).toEqual([]);
});

test('the published matrix names each operation that is mounted', async () => {
  const page = await readFile(accessFile, 'utf8');
  const published = [...page.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/api[^`]*)`/g)].map(
    ([, one]) => one!,
  );
  const { paths } = (await site.app.inject({ url: '/api/openapi.json' })).json();
  const urls = new Set([
    ...published.map((one) => one.split(' ')[1]!),
    ...Object.keys(paths).map((path) => `/api${path}`),
  ]);
  const mounted = [...urls].flatMap((path) =>
    (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)
      .filter((method) => site.app.hasRoute({ method, url: path.replaceAll(/\{(\w+)\}/g, ':$1') }))
      .map((method) => `${method} ${path}`),
  );
  expect(published.toSorted()).toEqual(mounted.toSorted());
  expect(mounted.filter((one) => /^POST .*\{id\}$/.test(one)).length).toBeGreaterThan(4);
});

test('the published matrix is the one of the running server', async () => {
  expect(await readFile(accessFile, 'utf8')).toBe(renderAccess(listProcedureAccess()));
});

test('a read needs a recent proof only if somebody asks for it, and never because a screen opens', () => {
  const guarded = listProcedureAccess().filter(({ type, isGuarded }) => type === 'query' && isGuarded);
  expect(guarded.map(({ name }) => name).toSorted()).toEqual([
    'activities.csv',
    'addresses.redirects.csv',
    'export.site',
    'inbox.csv',
    'privacy.archive',
    'privacy.find',
    'visits.csv',
    'webhooks.secret',
  ]);
});
