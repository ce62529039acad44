import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeServer, openPanel, preparePanelTests, refusal } from '../support/panel-tests.tsx';
import { personOf, signedIn } from '../support/rows.ts';

preparePanelTests();
afterEach(() => {
  document.head.querySelector('meta[name="sso"]')?.remove();
});

const user = personOf('hr');

function setUp() {
  const meta = document.createElement('meta');
  meta.name = 'sso';
  meta.content = JSON.stringify({ client_id: 'atrium', script: null });
  document.head.append(meta);
}

describe('the single-sign-on area', () => {
  it('is not there where it is not set up', async () => {
    openPanel('/admin/login');
    await screen.findByLabelText('Email');
    expect(screen.queryByRole('region', { name: 'Single sign-on' })).toBeNull();
  });

  it('leads to the provider', async () => {
    setUp();
    fakeServer({ 'sso.begin': () => ({ address: 'https://sso.example.com/auth?state=x' }) });
    const { left } = openPanel('/admin/login');
    await userEvent.click(await screen.findByRole('button', { name: 'Single sign-on' }));
    await waitFor(() => expect(left).toEqual(['https://sso.example.com/auth?state=x']));
  });

  it.each([
    [
      'the provider failing',
      refusal(503, 'SSO authentication failed. Please try again.'),
      'SSO authentication failed. Please try again.',
    ],
    ['a fault of ours', refusal(500, 'Something went wrong.'), 'SSO login failed. Please try again.'],
  ])('says in the banner what came of %s', async (_what, refused, words) => {
    setUp();
    fakeServer({
      'sso.begin': () => {
        throw refused;
      },
    });
    openPanel('/admin/login');
    await userEvent.click(await screen.findByRole('button', { name: 'Single sign-on' }));
    expect((await screen.findByRole('alert')).textContent).toBe(words);
  });
});

describe('the callback', () => {
  it('hands over what it was given, clears the address and opens the dashboard', async () => {
    const server = fakeServer({ 'sso.finish': () => signedIn(user) });
    const { left, address } = openPanel('/admin/sso/callback?code=c&state=s&redirect=//evil');
    await waitFor(() => expect(left).toEqual(['/admin/dashboard']));
    server.expectCalls('sso.finish', [{ callback: '?code=c&state=s&redirect=//evil' }]);
    expect(address()).toBe('/admin/sso/callback');
    expect(sessionStorage.getItem('admin_token')).toBe('new');
  });

  it('shows the words of the provider as text', async () => {
    fakeServer({
      'sso.finish': () => {
        throw refusal(422, 'SSO authentication failed. Please try again.', { provider: ['<b>denied</b>'] });
      },
    });
    openPanel('/admin/sso/callback?error=access_denied&state=s');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(
      'SSO authentication failed. Please try again.Message from the provider: <b>denied</b>',
    );
    expect(alert.querySelector('b')).toBeNull();
  });
});
