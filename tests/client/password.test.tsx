import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeServer, openPanel, preparePanelTests, refusal, invalid } from '../support/panel-tests.tsx';
import { personOf, signedIn } from '../support/rows.ts';

preparePanelTests();

const user = personOf('admin');

describe('a forgotten password', () => {
  it('asks for the address and shows the answer, whatever it is', async () => {
    const server = fakeServer({
      'auth.forgotPassword': () => ({ success: true, message: 'A mail is on its way, perhaps.' }),
    });
    openPanel('/admin/forgot-password');
    await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Send link' }));
    const answer = await screen.findByText('A mail is on its way, perhaps.');
    expect(document.activeElement).toBe(answer);
    server.expectCalls('auth.forgotPassword', [{ email: 'ada@example.com' }]);
    expect(screen.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toBe('/admin/login');
    await userEvent.click(screen.getByRole('button', { name: 'Use a different email address' }));
    expect(await screen.findByLabelText('Email')).toBeDefined();
  });

  it('says when to try again after too many tries', async () => {
    fakeServer({
      'auth.forgotPassword': () => {
        throw refusal(429, 'Too many tries. Please try again in 3 minutes.');
      },
    });
    openPanel('/admin/forgot-password');
    await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Send link' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Please try again in 3 minutes.');
  });
});

describe('the page behind a link', () => {
  it.each(['/admin/reset-password#token=abc', '/admin/reset-password?token=abc'])(
    'sets the password and signs in: %s',
    async (address) => {
      const server = fakeServer({ 'auth.resetPassword': () => signedIn(user) });
      const { left } = openPanel(address);
      await userEvent.type(await screen.findByLabelText('New password'), 'other-horse-10');
      await userEvent.click(screen.getByRole('button', { name: 'Set password and sign in' }));
      await waitFor(() => expect(left).toEqual(['/admin/dashboard']));
      server.expectCalls('auth.resetPassword', [{ token: 'abc', password: 'other-horse-10' }]);
      expect(sessionStorage.getItem('admin_token')).toBe('new');
    },
  );

  it('greets an invited person, who has no password and no other session yet', async () => {
    fakeServer({});
    openPanel('/admin/reset-password#token=abc&invitation');
    expect(await screen.findByRole('heading', { name: 'Welcome' })).toBeDefined();
    expect(screen.getByLabelText('Password')).toBeDefined();
    expect(document.body.textContent).not.toMatch(/new password|signed out/i);
  });

  it('keeps the form when the password is no good', async () => {
    fakeServer({
      'auth.resetPassword': () => {
        throw invalid('auth.resetPassword', { password: ['Too short.'] });
      },
    });
    openPanel('/admin/reset-password#token=abc');
    await userEvent.type(await screen.findByLabelText('New password'), 'x');
    await userEvent.click(screen.getByRole('button', { name: 'Set password and sign in' }));
    expect(await screen.findByText('Too short.')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('x');
  });

  it('says that a link is used or too old, and offers another', async () => {
    fakeServer({
      'auth.resetPassword': () => {
        throw invalid('auth.resetPassword', { token: ['This link is no longer valid.'] });
      },
    });
    openPanel('/admin/reset-password#token=old');
    await userEvent.type(await screen.findByLabelText('New password'), 'other-horse-10');
    await userEvent.click(screen.getByRole('button', { name: 'Set password and sign in' }));
    expect((await screen.findByRole('alert')).textContent).toBe('This link is no longer valid.');
    const next = screen.getByRole('link', { name: 'Request a new link' });
    expect(next.getAttribute('href')).toBe('/admin/forgot-password');
  });

  it('does not ask for a password without a secret', async () => {
    openPanel('/admin/reset-password');
    expect((await screen.findByRole('alert')).textContent).toContain('This link is incomplete.');
    expect(screen.queryByLabelText('New password')).toBeNull();
  });
});
