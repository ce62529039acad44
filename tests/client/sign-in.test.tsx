import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Role } from '../../src/shared/roles.ts';
import {
  dashboardAnswers,
  fakeServer,
  openPanel,
  preparePanelTests,
  refusal,
} from '../support/panel-tests.tsx';
import { personOf, signedIn } from '../support/rows.ts';

preparePanelTests();

const user = personOf('admin');

async function signIn() {
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'correct-horse-9');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

describe('the sign-in page', () => {
  it('shows its texts and the way to a new password', async () => {
    openPanel('/admin/login');
    expect(await screen.findByRole('heading', { name: 'Admin Login' })).toBeDefined();
    expect(screen.getByText('Enter your credentials to access the admin panel')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe(
      '/admin/forgot-password',
    );
  });

  it('keeps the session of the tab and opens the dashboard by a full load', async () => {
    const server = fakeServer({ 'auth.login': () => signedIn(user) });
    const { left } = openPanel('/admin/login');
    await signIn();
    await waitFor(() => expect(left).toEqual(['/admin/dashboard']));
    server.expectCalls('auth.login', [
      { email: 'ada@example.com', password: 'correct-horse-9', remember: false },
    ]);
    expect(sessionStorage.getItem('admin_token')).toBe('new');
    expect(localStorage.getItem('admin_token')).toBeNull();
    expect(screen.getByRole('button', { name: 'Signing in...' }).hasAttribute('disabled')).toBe(true);
  });

  it('keeps a remembered session for good', async () => {
    fakeServer({ 'auth.login': () => signedIn(user) });
    openPanel('/admin/login');
    await userEvent.click(await screen.findByLabelText('Remember me'));
    await signIn();
    await waitFor(() => expect(localStorage.getItem('admin_token')).toBe('new'));
    expect(JSON.parse(localStorage.getItem('admin_user')!)).toEqual(user);
  });

  it.each([
    ['the message of the server', refusal(422, 'Too bad.', { email: ['Other words.'] }), 'Too bad.'],
    ['else the first error of the e-mail', refusal(422, '', { email: ['Bad e-mail.'] }), 'Bad e-mail.'],
    ['else words of its own', refusal(500, ''), 'Login failed. Please try again.'],
  ])('says in the banner %s', async (_order, refused, words) => {
    fakeServer({
      'auth.login': () => {
        throw refused;
      },
    });
    const { left } = openPanel('/admin/login');
    await signIn();
    expect((await screen.findByRole('alert')).textContent).toBe(words);
    expect(left).toEqual([]);
  });
});

describe('the second step', () => {
  const asked = {
    data: {
      ...refusal(422, 'Enter the code from your authenticator app.').data,
      code: 'second_factor_required',
      methods: ['totp', 'recovery'],
      challenge: 'signed',
    },
  };

  it('asks for a code, keeps a wrong one to correct, and signs in with the choice to be remembered', async () => {
    let isRight = false;
    const server = fakeServer({
      'auth.login': () => {
        throw asked;
      },
      'auth.secondFactor': () => {
        if (isRight) return signedIn(user);
        throw refusal(422, 'This code is wrong.', { one_time_code: ['This code is wrong.'] });
      },
    });
    const { left } = openPanel('/admin/login');
    await userEvent.click(await screen.findByLabelText('Remember me'));
    await signIn();
    const code = await screen.findByLabelText<HTMLInputElement>('Code');
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.type(code, '123456{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('This code is wrong.');
    expect(code.value).toBe('123456');
    isRight = true;
    await userEvent.type(code, '{Enter}');
    await waitFor(() => expect(left).toEqual(['/admin/dashboard']));
    server.expectLastCall('auth.secondFactor', {
      challenge: 'signed',
      one_time_code: '123456',
    });
    expect(localStorage.getItem('admin_token')).toBe('new');
  });

  it('leads back to the password when it took too long', async () => {
    fakeServer({
      'auth.login': () => {
        throw asked;
      },
      'auth.secondFactor': () => {
        throw refusal(422, 'This sign-in took too long.', { challenge: ['This sign-in took too long.'] });
      },
    });
    openPanel('/admin/login');
    await signIn();
    await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('This sign-in took too long.');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
  });
});

describe('the guard', () => {
  it.each<[address: string, role: Role | undefined, target: string]>([
    ['/admin', undefined, '/admin/login'],
    ['/admin', 'admin', '/admin/dashboard'],
    ['/admin/blog-posts', undefined, '/admin/login'],
    ['/admin/login', 'hr', '/admin/dashboard'],
  ])('leads from %s with the role %s to %s by a full load', async (address, role, target) => {
    const { left } = openPanel(address, role);
    await waitFor(() => expect(left).toEqual([target]));
  });

  it('shows the sign-in page after a logout', async () => {
    const { left } = openPanel('/admin/login?fromLogout=true', 'admin');
    expect(await screen.findByLabelText('Email')).toBeDefined();
    expect(left).toEqual([]);
  });

  it('leads a role that is not permitted to the dashboard, and hides what it may not open', async () => {
    const { address } = openPanel('/admin/blog-posts', 'HR');
    expect(await screen.findByText('Welcome back, Ada')).toBeDefined();
    expect(address()).toBe('/admin/dashboard');
    expect(screen.queryByRole('link', { name: 'Blog posts' })).toBeNull();
  });

  it('AU19 ignores a broken session and asks to sign in', async () => {
    localStorage.setItem('admin_token', 'token');
    localStorage.setItem('admin_user', '{"name":');
    const { left } = openPanel('/admin/dashboard');
    await waitFor(() => expect(left).toEqual(['/admin/login']));
  });

  it('clears the session and goes to /admin when a call is answered with 401', async () => {
    fakeServer({
      'blog.list': () => {
        throw refusal(401, 'Please sign in.');
      },
    });
    const { left } = openPanel('/admin/blog-posts', 'admin');
    await waitFor(() => expect(left).toContain('/admin'));
    expect(sessionStorage.getItem('admin_token')).toBeNull();
  });
});

describe('logout', () => {
  it('asks first, and works also when the call fails', async () => {
    fakeServer({
      ...dashboardAnswers,
      'auth.logout': () => {
        throw refusal(503, 'Away.');
      },
    });
    const { left } = openPanel('/admin/dashboard', 'admin');
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    expect(await screen.findByText('Are you sure you want to logout?')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Yes, logout' }));
    await waitFor(() => expect(left).toEqual(['/admin/login?fromLogout=true']));
    expect(sessionStorage.length).toBe(0);
  });
});
