import { describe, expect, test } from 'vitest';
import { readSettings } from '../../src/config/env.ts';
import { SsoLink } from '../../src/modules/sso/sso-link.entity.ts';
import { databaseKinds } from '../support/database.ts';
import { createUser } from '../support/factories.ts';
import { useSite } from '../support/use-site.ts';
import { totpCodeOf } from '../support/totp.ts';

describe.each(databaseKinds)('a role that needs a second factor on %s', (kind) => {
  const site = useSite({ on: kind, parts: { secondFactorRoles: ['admin', 'hr'] } });

  const callerOf = (token: string) => async (method: 'GET' | 'POST', url: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await site.app.inject({ method, url, headers, ...(body && { payload: body }) });
    return { status: answer.statusCode, body: answer.json() };
  };

  test('opens the own account alone until there is one, and everything right after', async () => {
    const call = callerOf(await site.openSession('hr'));
    const refused = await call('GET', '/api/admin/messages');
    expect(refused).toMatchObject({
      status: 403,
      body: {
        code: 'second_factor_enrolment_required',
        message: expect.stringMatching(/needs a second factor/),
      },
    });
    const batch = await call('GET', '/trpc/inbox.state,account.factors?batch=1&input={}');
    expect(batch.body[0].error.data.code).toBe('second_factor_enrolment_required');
    expect(batch.body[1].result.data).toMatchObject({ is_required: true, factors: [] });
    expect((await call('GET', '/api/admin/user')).status).toBe(200);
    const { setup, secret } = (await call('POST', '/trpc/account.beginTotp', {})).body.result.data;
    await call('POST', '/trpc/account.addTotp', { setup, one_time_code: totpCodeOf(secret) });
    expect((await call('GET', '/api/admin/messages')).status).toBe(200);
  });

  test('leaves other roles, strangers and accounts of the provider alone', async () => {
    const moderator = callerOf(await site.openSession('content_moderator'));
    expect((await moderator('GET', '/api/admin/blog-posts')).status).toBe(200);
    expect((await site.rest('anonymous').get('/api/blog-posts')).status).toBe(200);
    const em = site.database.fork();
    const user = await createUser(em, { email: 'came@example.com', role: 'admin' });
    await em.insert(SsoLink, {
      user: user.id,
      kind: 'came',
      issuer: 'https://id.example.com',
      subject: '1',
      email: null,
      name: null,
      is_email_verified: true,
      created_at: new Date(),
      last_used_at: new Date(),
    });
    const managed = callerOf(await site.openSessionOf(user));
    expect((await managed('GET', '/api/admin/users')).status).toBe(200);
  });
});

test('the setting names roles', () => {
  expect(readSettings({ SECOND_FACTOR_ROLES: 'admin, hr' }).SECOND_FACTOR_ROLES).toEqual(['admin', 'hr']);
  expect(readSettings({}).SECOND_FACTOR_ROLES).toEqual([]);
  expect(() => readSettings({ SECOND_FACTOR_ROLES: 'king' })).toThrow(/SECOND_FACTOR_ROLES: must be roles/);
});
