import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { expectAccessible, signIn } from '../../support/real-browser.ts';
import { admin } from '../../support/running-server.ts';

const password = 'correct-horse-9';
const staff = {
  hr: { name: 'Hanna', email: 'hanna@example.com', role: 'hr' },
  content_moderator: { name: 'Carl', email: 'carl@example.com', role: 'content_moderator' },
  user: { name: 'Una', email: 'una@example.com', role: 'user' },
} as const;

/** Their passwords are changed by the tests. */
const changing = {
  forgetful: { name: 'Fred', email: 'fred@example.com', role: 'user' },
  careful: { name: 'Cora', email: 'cora@example.com', role: 'hr' },
} as const;

const { server, browser } = useBrowserSite();
beforeAll(async () => {
  const { token } = await call('login', admin);
  for (const person of Object.values({ ...staff, ...changing }))
    await call('users', { ...person, password }, token);
});

/** Posts to the REST face, as a program does. */
async function call(path: string, body: object, token?: string) {
  const answer = await fetch(`${server.url}/api/admin/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as { token: string; user: object };
}

/** A browser in which somebody is signed in and remembered, opened at an address. */
async function visitAs(email: string, secret: string, path: string): Promise<Page> {
  const { token, user } = await call('login', { email, password: secret, remember: true });
  const localStorage = [
    { name: 'admin_token', value: token },
    { name: 'admin_user', value: JSON.stringify(user) },
  ];
  const storageState: BrowserContextOptions['storageState'] = {
    cookies: [],
    origins: [{ origin: server.url, localStorage }],
  };
  return browser.visit(server.url + path, { storageState });
}

async function fillSignIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** How much of a session lies in localStorage and in sessionStorage. */
const shelves = (page: Page) =>
  page.evaluate(() =>
    [localStorage, sessionStorage].map(
      (shelf) => Object.keys(shelf).filter((key) => key.startsWith('admin_')).length,
    ),
  );
const restsAt = (page: Page, path: string) => page.waitForURL(server.url + path);

describe('the guard', () => {
  const open = ['/admin/dashboard', '/admin/account'];
  const closed: Record<string, string[]> = {
    '/admin/blog-posts': ['content_moderator'],
    '/admin/Team': ['content_moderator'],
    '/admin/portfolio': ['content_moderator'],
    '/admin/jobs/new': ['hr'],
    '/admin/inbox': ['hr'],
    '/admin/users': [],
    '/admin/%75sers/new': [],
  };

  test('sends strangers to the sign-in page', async () => {
    const page = await browser.visit(`${server.url}/admin/login`);
    for (const path of [...open, ...Object.keys(closed), '/admin/no-such-page']) {
      await page.goto(server.url + path);
      await restsAt(page, '/admin/login');
    }
  });

  test.each(Object.keys(staff) as (keyof typeof staff)[])(
    'lets %s open what the role permits',
    async (role) => {
      const page = await visitAs(staff[role].email, password, '/admin/login');
      await restsAt(page, '/admin/dashboard');
      for (const [path, permitted] of Object.entries(closed)) {
        await page.goto(server.url + path);
        await restsAt(page, permitted.includes(role) ? path : '/admin/dashboard');
        await page.locator('h1').first().waitFor();
      }
      await page.goto(`${server.url}/admin/account`);
      await page.getByText(staff[role].email).waitFor();
    },
  );
});

describe('the tabs of a browser', () => {
  test('share a session that is not remembered, and its end', async () => {
    const first = await browser.visit(`${server.url}/admin/login`);
    await signIn(first, server);
    expect(await shelves(first)).toEqual([0, 2]);
    // A tab that is still loading may answer a new tab too late.
    await first.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
    const second = await first.context().newPage();
    await second.goto(`${server.url}/admin/users`);
    await second.getByText(staff.hr.email).waitFor();

    await first.getByRole('button', { name: 'Logout' }).first().click();
    await first.getByText('Are you sure you want to logout?').waitFor();
    await first.getByRole('button', { name: 'Yes, logout' }).click();
    for (const page of [first, second]) {
      await restsAt(page, '/admin/login?fromLogout=true');
      expect(await shelves(page)).toEqual([0, 0]);
    }

    await fillSignIn(first, admin.email, admin.password);
    for (const page of [first, second]) await restsAt(page, '/admin/dashboard');
  });

  test('keep a remembered session after the browser was closed', async () => {
    const page = await browser.visit(`${server.url}/admin/login`);
    await page.getByLabel('Remember me').check();
    await fillSignIn(page, admin.email, admin.password);
    await restsAt(page, '/admin/dashboard');
    expect(await shelves(page)).toEqual([2, 0]);
    const storageState = await page.context().storageState();
    await page.context().close();
    const later = await browser.visit(`${server.url}/admin`, { storageState });
    await restsAt(later, '/admin/dashboard');
  });

  test('all leave a session that the server has ended', async () => {
    const first = await browser.visit(`${server.url}/admin/login`);
    await signIn(first, server);
    await first.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
    const second = await first.context().newPage();
    await second.goto(`${server.url}/admin/account`);
    await second.getByText('This device').waitFor();
    await call('logout', {}, (await first.evaluate(() => sessionStorage.getItem('admin_token'))) ?? '');
    await first.goto(`${server.url}/admin/users`);
    await restsAt(first, '/admin/login');
    await restsAt(second, '/admin/login');
    await first.waitForLoadState('networkidle');
    expect(new URL(first.url()).pathname).toBe('/admin/login');
  });

  test('AU19 begin cleanly after a broken value', async () => {
    const page = await browser.visit(`${server.url}/admin/login`);
    await page.evaluate(() => {
      localStorage.setItem('admin_token', 'x');
      localStorage.setItem('admin_user', '{"name":');
    });
    await page.goto(`${server.url}/admin/dashboard`);
    await restsAt(page, '/admin/login');
    await fillSignIn(page, admin.email, admin.password);
    await restsAt(page, '/admin/dashboard');
    expect(await shelves(page)).toEqual([0, 2]);
  });
});

describe('a forgotten password', () => {
  test('is replaced by the link of a mail, which works once', async () => {
    const page = await browser.visit(`${server.url}/admin/login`);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await restsAt(page, '/admin/forgot-password');
    await expectAccessible(page);
    await page.getByLabel('Email').fill(changing.forgetful.email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByText('a mail with a link is on its way').waitFor();
    await expectAccessible(page);

    const link = await linkOfMail(changing.forgetful.email);
    await page.goto(link);
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Set password and sign in' }).click();
    await page.getByText('The password needs at least 8 characters.').waitFor();
    await expectAccessible(page);
    await page.getByLabel('New password').fill('quite-another-horse');
    await page.getByRole('button', { name: 'Set password and sign in' }).click();
    await restsAt(page, '/admin/dashboard');
    await page.getByText('Welcome back, Fred').waitFor();

    const late = await browser.visit(link);
    await late.getByLabel('New password').fill('yet-another-horse');
    await late.getByRole('button', { name: 'Set password and sign in' }).click();
    await late.getByRole('alert').getByText('This link is no longer valid.').waitFor();
    await expectAccessible(late);
    await late.getByRole('link', { name: 'Request a new link' }).click();
    await restsAt(late, '/admin/forgot-password');
  });
});

/** The link of the mail to somebody, once it lies in the outbox. */
async function linkOfMail(to: string): Promise<string> {
  await expect.poll(() => findLink(to)).toBeDefined();
  return (await findLink(to))!;
}

async function findLink(to: string): Promise<string | undefined> {
  const outbox = join(server.dataDir, 'outbox');
  const names = await readdir(outbox).catch(() => []);
  const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
  return mails.filter((mail) => mail.includes(to)).map((mail) => /http\S+#token=\S+/.exec(mail)?.[0])[0];
}

describe('the users', () => {
  test('are added, changed, handed a link, and deleted', async () => {
    const page = await visitAs(admin.email, admin.password, '/admin/users');
    await page.getByText(staff.hr.email).waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Add User' }).click();
    await restsAt(page, '/admin/users/new');
    await page.getByRole('button', { name: 'Save User' }).click();
    await page.getByText('Name is required').waitFor();
    await page.getByText('Password is required').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Name').fill('Nora New');
    await page.getByLabel('Email').fill('nora@example.com');
    await page.getByLabel('Role').selectOption('hr');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Save User' }).click();
    await page.getByRole('link', { name: 'Edit Nora New' }).click();
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    await page.getByPlaceholder('Leave blank to keep current password').waitFor();
    await page.getByLabel('Name').fill('Nora Newer');
    await page.getByRole('button', { name: 'Save User' }).click();

    await page.getByLabel('Search').fill('NEWER');
    await page.waitForURL('**/admin/users?search=NEWER');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByRole('button', { name: 'Create password link for Nora Newer' }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = await page.getByLabel('Link', { exact: true }).inputValue();
    expect(link).toContain(`${server.url}/admin/reset-password`);
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

    await page.getByRole('button', { name: 'Delete Nora Newer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete User' });
    await dialog
      .getByText('Are you sure you want to delete "Nora Newer"? This action cannot be undone.')
      .waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Delete User' }).click();
    await page.getByText('No users found').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Search').fill('');
    await page.getByRole('button', { name: 'Delete Administrator' }).click();
    await dialog.getByRole('button', { name: 'Delete User' }).click();
    await dialog.getByText('You cannot delete your own account.').waitFor();
  });
});

describe('the own account', () => {
  test('changes the password, which ends the other sessions', async () => {
    const [here, there] = await Promise.all([
      visitAs(changing.careful.email, password, '/admin/account'),
      visitAs(changing.careful.email, password, '/admin/dashboard'),
    ]);
    await here.getByText('This device').waitFor();
    await expectAccessible(here);
    await here.getByLabel('Name').fill('Cora Hall');
    await here.getByRole('button', { name: 'Save name' }).click();
    await here.getByRole('button', { name: 'Cora Hall' }).waitFor();
    await here.getByLabel('Current password').fill('not-this-one');
    await here.getByLabel('New password').fill('quite-another-horse');
    await here.getByRole('button', { name: 'Change password' }).click();
    await here.getByText('This is not your current password.').waitFor();
    await expectAccessible(here);
    await here.getByLabel('Current password').fill(password);
    await here.getByRole('button', { name: 'Change password' }).click();
    await here.getByText('Password changed.').waitFor();
    await expect.poll(() => here.getByRole('button', { name: /^End the session/ }).count()).toBe(0);
    // The other panel learns by its stream that its session has ended, and leaves.
    await restsAt(there, '/admin/login');
    await there.goto(`${server.url}/admin/account`);
    await restsAt(there, '/admin/login');
  });
});
