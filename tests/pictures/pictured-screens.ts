import type { Page } from 'playwright-core';
import { groupNames } from '../../src/shared/settings/groups.ts';
import { hostileText } from './hostile-rows.ts';
import { mediaScreens, writingScreens } from './writing-screens.ts';

/** `full` is a site with the starter content and rows that are hard to lay out. `empty` is a new site. */
export type SiteContent = 'full' | 'empty';
/**
 * `failing` means that the server answers that it is busy. `late` means that its answers do not arrive before
 * the screenshot.
 */
export type ScreenState = SiteContent | 'failing' | 'late';

/** A running site. `api` calls its REST API as the first admin. */
export interface OpenSite {
  url: string;
  api: (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;
  /**
   * The ids of the rows that `addHostileRows` has added, by the name of their list. Empty for an empty site.
   */
  hostile: Record<string, number>;
}

/** A screen of the panel, and the states in which screenshots are taken. */
export interface PicturedScreen {
  name: string;
  path: string;
  states: readonly ScreenState[];
  /** Who opens the screen. By default, the first admin. `nobody` is not signed in. */
  as?: 'nobody' | 'reader';
  /** Prepares the screenshot, for example by opening a dialog or selecting rows. */
  act?: (page: Page, site: OpenSite) => Promise<void>;
  /**
   * The calls that fail or get no answer. By default, all calls except those of the frame around the screen.
   */
  calls?: RegExp;
}

const list = ['full', 'empty', 'failing', 'late'] as const;
const edit = ['full', 'failing', 'late'] as const;
const press = (name: string | RegExp) => async (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click();
const inTable = async (page: Page) => {
  await press('Table')(page);
  await page.getByRole('table').waitFor();
};
const selectAll = async (page: Page) => {
  await page.getByLabel('Select all on this page').click();
};
const save = async (page: Page) =>
  page.locator('main button[type=submit], [role=dialog] button[type=submit]').last().click();

/** Fills the empty required fields, because the browser would not send the form without them. */
const fillRequired = async (page: Page) => {
  for (const field of await page.locator('main :is(input, textarea)[required]').all()) {
    if ((await field.inputValue()) === '') await field.fill('A text');
  }
};

/** Finds all data about the sender of the newest message on the privacy screen. */
const findSender = async (page: Page, { api }: OpenSite) => {
  const { messages } = (await api('GET', '/api/admin/messages')) as { messages: { email: string }[] };
  await page.getByLabel('Email address of the person').fill(messages[0]!.email);
  await press('Find')(page);
  await page.getByRole('button', { name: 'Download as ZIP' }).waitFor();
};

/** Two webhooks, of which one has failed and is off. */
const withWebhooks = async (page: Page, { api }: OpenSite) => {
  const { webhooks } = (await api('GET', '/api/admin/webhooks')) as { webhooks: object[] };
  if (webhooks.length === 0) {
    const url = 'https://hooks.example.com/atrium/with/a/long/path?token=0123456789abcdef';
    const events = ['site.changed', 'blog.created', 'blog.updated', 'inbox.received'];
    for (const name of ['Build of the site', hostileText.slice(0, 60).trim()]) {
      const { webhook } = (await api('POST', '/api/admin/webhooks', { name, url, events })) as {
        webhook: { id: number };
      };
      await api('POST', `/api/admin/webhooks/${webhook.id}/test`);
      if (name === hostileText.slice(0, 60).trim())
        await api('PATCH', `/api/admin/webhooks/${webhook.id}`, { is_active: false });
    }
  }
  await page.reload();
  await page.getByRole('list', { name: 'Webhooks' }).waitFor();
};
const inWebhooks = (name: RegExp) => async (page: Page, site: OpenSite) => {
  await withWebhooks(page, site);
  await press(name)(page);
  await page.getByRole('dialog').waitFor();
};

/** Returns the screens of a module: the list, the forms, the versions and the trash. */
function moduleScreens(name: string, path: string): PicturedScreen[] {
  return [
    { name: `${name}-list`, path, states: list },
    { name: `${name}-table`, path, states: ['full'], act: inTable },
    { name: `${name}-selected`, path, states: ['full'], act: selectAll },
    { name: `${name}-none-found`, path: `${path}?search=zzzzqqqq`, states: ['full'] },
    { name: `${name}-delete`, path, states: ['full'], act: press(/^Delete /) },
    { name: `${name}-new`, path: `${path}/new`, states: ['full'] },
    { name: `${name}-new-refused`, path: `${path}/new`, states: ['full'], act: save },
    { name: `${name}-edit`, path: `${path}/:hostile/edit`, states: edit },
    { name: `${name}-versions`, path: `${path}/:hostile/versions`, states: edit },
    { name: `${name}-missing`, path: `${path}/999999/edit`, states: ['full'] },
    { name: `${name}-trash`, path: `${path}/trash`, states: list },
  ];
}

/** Every screen of the panel, with the states in which screenshots are taken. */
export const picturedScreens: readonly PicturedScreen[] = [
  { name: 'login', path: '/admin/login', states: ['full'], as: 'nobody' },
  {
    name: 'login-refused',
    path: '/admin/login',
    states: ['full', 'failing', 'late'],
    as: 'nobody',
    calls: /auth\.login/,
    act: async (page) => {
      await page.getByLabel('Email').fill('somebody@example.com');
      await page.getByLabel('Password', { exact: true }).fill('not-the-password');
      await press('Sign in')(page);
      await page.waitForTimeout(700);
    },
  },
  {
    name: 'forgot',
    path: '/admin/forgot-password',
    states: ['full', 'failing', 'late'],
    as: 'nobody',
    calls: /auth\.forgotPassword/,
    act: async (page) => {
      await page.getByLabel('Email').fill('somebody@example.com');
      await press('Send link')(page);
      await page.waitForTimeout(700);
    },
  },
  { name: 'forgot-form', path: '/admin/forgot-password', states: ['full'], as: 'nobody' },
  { name: 'reset', path: '/admin/reset-password#token=abc', states: ['full'], as: 'nobody' },
  { name: 'reset-incomplete', path: '/admin/reset-password', states: ['full'], as: 'nobody' },
  {
    name: 'reset-dead',
    path: '/admin/reset-password#token=abc',
    states: ['full'],
    as: 'nobody',
    act: async (page) => {
      await page.getByLabel('New password', { exact: true }).fill('a-quiet-Harbour-7');
      await press('Set password and sign in')(page);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'sso-callback',
    path: '/admin/sso/callback?code=1',
    states: ['full', 'late'],
    as: 'nobody',
  },
  { name: 'dashboard', path: '/admin/dashboard', states: list },
  { name: 'dashboard-reader', path: '/admin/dashboard', states: ['full'], as: 'reader' },
  { name: 'logout', path: '/admin/dashboard', states: ['full'], act: press('Logout') },
  {
    name: 'account-menu',
    path: '/admin/dashboard',
    states: ['full'],
    act: async (page) => {
      const menu = page.getByRole('button', { name: 'Menu', exact: true });
      if (await menu.isVisible()) await menu.click();
      await press(/Administrator/)(page);
    },
  },
  {
    name: 'palette',
    path: '/admin/jobs',
    states: ['full', 'failing', 'late'],
    calls: /search\.everything/,
    act: async (page) => {
      await page.keyboard.press('Control+K');
      await page.getByRole('combobox', { name: 'Go to, create or search' }).waitFor();
      await page.keyboard.type('kraft', { delay: 20 });
      await page.waitForTimeout(1900);
    },
  },
  {
    name: 'palette-commands',
    path: '/admin/jobs',
    states: ['full'],
    act: async (page) => {
      await page.keyboard.press('Control+K');
      await page.getByRole('combobox', { name: 'Go to, create or search' }).waitFor();
    },
  },
  {
    name: 'shortcuts',
    path: '/admin/jobs',
    states: ['full'],
    act: async (page) => {
      await page.keyboard.press('Shift+?');
      await page.getByRole('dialog').waitFor();
    },
  },
  ...moduleScreens('blog', '/admin/blog-posts'),
  ...moduleScreens('team', '/admin/team'),
  ...moduleScreens('jobs', '/admin/jobs'),
  ...moduleScreens('portfolio', '/admin/portfolio'),
  ...moduleScreens('testimonials', '/admin/testimonials'),
  ...['team', 'portfolio', 'testimonials'].map((name) => ({
    name: `${name}-order`,
    path: `/admin/${name}/order`,
    states: list,
  })),
  {
    name: 'team-order-to',
    path: '/admin/team/order',
    states: ['full'],
    act: press(/^Move .* to …$/),
  },
  {
    name: 'blog-move-selected',
    path: '/admin/blog-posts',
    states: ['full'],
    act: async (page) => {
      await selectAll(page);
      await press('Move')(page);
    },
  },
  ...mediaScreens,
  ...writingScreens,
  { name: 'reader', path: '/admin/blog', states: list, as: 'reader' },
  { name: 'reader-post', path: '/admin/blog/:hostile', states: edit, as: 'reader' },
  { name: 'reader-missing', path: '/admin/blog/999999', states: ['full'], as: 'reader' },
  { name: 'gallery', path: '/admin/gallery', states: list },
  {
    name: 'gallery-library',
    path: '/admin/gallery',
    states: ['full'],
    act: async (page) => {
      await press('Choose from the library')(page);
      await page.getByRole('dialog').getByRole('list', { name: 'Pictures' }).waitFor();
    },
  },
  {
    name: 'gallery-refused',
    path: '/admin/gallery',
    states: ['full'],
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Alternative text' }).nth(1).fill('');
      await page.getByLabel('Year').nth(2).fill('1');
      await save(page);
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'gallery-not-saved',
    path: '/admin/gallery',
    states: ['failing', 'late'],
    calls: /gallery\.update/,
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Caption' }).first().fill('Another caption');
      await save(page);
      await page.waitForTimeout(700);
    },
  },
  { name: 'inbox', path: '/admin/inbox', states: list },
  { name: 'inbox-selected', path: '/admin/inbox', states: ['full'], act: selectAll },
  { name: 'inbox-none-found', path: '/admin/inbox?search=zzzzqqqq', states: ['full'] },
  {
    name: 'inbox-message',
    path: '/admin/inbox',
    states: ['full'],
    act: async (page) => {
      await page.locator('[data-row] [data-opens-row]').first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'inbox-mail',
    path: '/admin/inbox?kind=mail',
    states: ['full'],
    act: async (page) => {
      await page.locator('[data-row] [data-opens-row]').first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Earlier mails').first().click();
      await dialog.getByText(/Automatic reply/).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'inbox-work',
    path: '/admin/inbox',
    states: ['full'],
    act: async (page) => {
      await page.locator('[data-row] [data-opens-row]').first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Assigned to').selectOption({ index: 1 });
      await dialog.getByLabel('Note').fill(`${hostileText}\nAsk for the price of oak`);
      await dialog.getByRole('button', { name: 'Add note' }).click();
      await page.getByText('Note added').waitFor();
      await dialog.getByLabel('State').selectOption('Done');
      await dialog
        .getByText(/set the state to Done/)
        .last()
        .waitFor();
      await dialog.getByLabel('Note').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'inbox-reminder',
    path: '/admin/inbox',
    states: ['full'],
    act: async (page) => {
      await page.locator('[data-row] [data-opens-row]').first().click();
      const dialog = page.getByRole('dialog', { name: 'Message Details' });
      await dialog.locator('[data-remind]').click();
      await page.getByRole('menuitem', { name: 'On Monday' }).click();
      await dialog
        .getByText(/set a reminder for/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'inbox-filters',
    path: '/admin/inbox?kind=application',
    states: ['full'],
    act: async (page) => {
      const filters = page.getByRole('button', { name: /^Filters/ });
      if (await filters.isVisible()) await filters.click();
    },
  },
  {
    name: 'inbox-delete',
    path: '/admin/inbox',
    states: ['full'],
    act: async (page) => {
      await page.locator('[data-row] [data-opens-row]').first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog', { name: 'Delete Message' }).waitFor();
    },
  },
  {
    name: 'blocked-senders',
    path: '/admin/inbox?tab=spam',
    states: ['full'],
    act: async (page) => {
      await page.getByRole('button', { name: 'Blocked senders' }).click();
      const dialog = page.getByRole('dialog');
      for (const value of ['rex@example.com', `${'long'.repeat(12)}.example`]) {
        await dialog.getByLabel('Address or domain').fill(value);
        await dialog.getByRole('button', { name: 'Block', exact: true }).click();
        await dialog.getByText(value, { exact: true }).waitFor();
      }
    },
  },
  { name: 'spam', path: '/admin/inbox?tab=spam', states: list },
  { name: 'trash', path: '/admin/inbox?tab=trash', states: list },
  { name: 'numbers', path: '/admin/numbers', states: list },
  { name: 'translations', path: '/admin/translations', states: list },
  { name: 'activities', path: '/admin/activities', states: list },
  {
    name: 'activities-changes',
    path: '/admin/activities',
    states: ['full'],
    act: async (page) =>
      page
        .getByRole('button', { name: /^Changes of/ })
        .first()
        .click(),
  },
  { name: 'users', path: '/admin/users', states: list },
  { name: 'users-new', path: '/admin/users/new', states: ['full'] },
  { name: 'users-new-refused', path: '/admin/users/new', states: ['full'], act: save },
  { name: 'users-edit', path: '/admin/users/:hostile/edit', states: edit },
  { name: 'users-missing', path: '/admin/users/999999/edit', states: ['full'] },
  { name: 'users-delete', path: '/admin/users', states: ['full'], act: press(/^Delete /) },
  {
    name: 'users-link',
    path: '/admin/users',
    states: ['full'],
    act: async (page) => {
      await press(/^Create password link for/)(page);
      await press('Create link')(page);
      await page.getByLabel('Link', { exact: true }).waitFor();
    },
  },
  { name: 'users-sso-test', path: '/admin/users', states: ['full'], act: press('Test single sign-on') },
  { name: 'privacy', path: '/admin/privacy', states: list },
  { name: 'privacy-found', path: '/admin/privacy', states: ['full'], act: findSender },
  { name: 'webhooks', path: '/admin/webhooks', states: list },
  { name: 'webhooks-rows', path: '/admin/webhooks', states: ['full'], act: withWebhooks },
  { name: 'webhooks-new', path: '/admin/webhooks', states: ['full'], act: press('New webhook') },
  {
    name: 'webhooks-new-refused',
    path: '/admin/webhooks',
    states: ['full'],
    act: async (page) => {
      await press('New webhook')(page);
      await page.getByLabel('Name').fill('Build');
      await page.getByLabel('Address').fill('https://10.0.0.1/');
      await save(page);
    },
  },
  { name: 'webhooks-edit', path: '/admin/webhooks', states: ['full'], act: inWebhooks(/^Change /) },
  {
    name: 'webhooks-deliveries',
    path: '/admin/webhooks',
    states: ['full'],
    act: inWebhooks(/^Deliveries of/),
  },
  { name: 'webhooks-secret', path: '/admin/webhooks', states: ['full'], act: inWebhooks(/^Secret of/) },
  { name: 'webhooks-delete', path: '/admin/webhooks', states: ['full'], act: inWebhooks(/^Delete /) },
  {
    name: 'privacy-erase',
    path: '/admin/privacy',
    states: ['full'],
    act: async (page, site) => {
      await findSender(page, site);
      await press('Erase...')(page);
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'security', path: '/admin/activities?log=access', states: list },
  { name: 'activities-both', path: '/admin/activities?log=both', states: ['full'] },
  { name: 'account', path: '/admin/account', states: edit },
  {
    name: 'account-refused',
    path: '/admin/account',
    states: ['full'],
    act: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('');
      await press('Save name')(page);
      await press('Change password')(page);
      await page.getByRole('alert').or(page.locator('[aria-invalid=true]')).first().waitFor();
    },
  },
  {
    name: 'account-new-token',
    path: '/admin/account',
    states: ['full'],
    act: async (page) => {
      await press('Create a token')(page);
      await press('Create token')(page);
      await page.locator('[aria-invalid=true], #scope-error').first().waitFor();
    },
  },
  {
    name: 'account-token',
    path: '/admin/account',
    states: ['full'],
    act: async (page) => {
      await press('Create a token')(page);
      const name = page.getByRole('dialog').getByLabel('Name', { exact: true });
      await name.fill('Donaudampfschifffahrtsgesellschaftskapitän');
      await page.getByLabel('Posts: write').check();
      await press('Create token')(page);
      await page.getByLabel('API token', { exact: true }).waitFor();
    },
  },
  ...groupNames.map(
    (name): PicturedScreen => ({
      name: `settings-${name}`,
      path: `/admin/settings/${name}`,
      states: ['full', 'failing', 'late'],
    }),
  ),
  {
    name: 'settings-mailbox',
    path: '/admin/settings/mail',
    states: ['full', 'empty'],
    act: async (page) => {
      const test = page.getByRole('button', { name: 'Test the mailbox' });
      if (await test.isVisible()) await test.click();
      await page.getByText(/The test has failed|The mailbox is not read/).waitFor();
    },
  },
  { name: 'settings-redirects', path: '/admin/settings/redirects', states: list },
  {
    name: 'settings-found',
    path: '/admin/settings',
    states: ['full'],
    act: async (page) => {
      await page.getByLabel('Find a setting').fill('hours');
      await page.getByRole('list', { name: 'Settings found' }).waitFor();
    },
  },
  {
    name: 'settings-not-found',
    path: '/admin/settings',
    states: ['full'],
    act: async (page) => {
      await page.getByLabel('Find a setting').fill('Donaudampfschifffahrtsgesellschaftskapitän');
      await page.getByText('No setting found').waitFor();
    },
  },
  {
    name: 'settings-library',
    path: '/admin/settings/search',
    states: ['full'],
    act: async (page) => {
      await press(/^Choose from the library/)(page);
      await page.getByRole('dialog').getByRole('list', { name: 'Pictures' }).waitFor();
    },
  },
  ...['company', 'look', 'home', 'contact', 'pages', 'sample-content'].map(
    (step): PicturedScreen => ({
      name: `set-up-${step}`,
      path: `/admin/set-up/${step}`,
      states: ['full'],
    }),
  ),
  { name: 'not-found', path: '/admin/nowhere', states: ['full'] },
  {
    name: 'draft',
    path: '/admin/jobs/new',
    states: ['full'],
    act: async (page, { url }) => {
      await page
        .getByLabel('Job Title')
        .or(page.locator('main input').first())
        .first()
        .fill('A forgotten title');
      await page.waitForTimeout(500);
      page.once('dialog', (dialog) => void dialog.accept());
      await page.goto(`${url}/admin/jobs/new`);
      await page.getByRole('button', { name: 'Restore draft' }).waitFor();
    },
  },
  {
    name: 'unsaved',
    path: '/admin/jobs/new',
    states: ['full'],
    act: async (page) => {
      await page.locator('main input').first().fill('A title');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'not-saved',
    path: '/admin/jobs/:hostile/edit',
    states: ['failing', 'late'],
    calls: /jobs\.update/,
    act: async (page) => {
      await page.locator('main input').first().fill('Another title');
      await save(page);
      await page.waitForTimeout(700);
    },
  },
  {
    name: 'conflict',
    path: '/admin/jobs/:hostile/edit',
    states: ['full'],
    act: async (page, { api, hostile }) => {
      const { jobs } = (await api('GET', '/api/admin/jobs?per_page=100')) as {
        jobs: { id: number; title: string }[];
      };
      const stored = jobs.find(({ id }) => id === hostile.jobs)!;
      await api('PUT', `/api/admin/jobs/${hostile.jobs}`, {
        ...stored,
        title: `${stored.title}!`,
        department: 'Another department',
      });
      await page.locator('main input').first().fill('A title of mine');
      await save(page);
      await page.getByText('Their version').waitFor();
    },
  },
  {
    name: 'session-expired',
    path: '/admin/jobs/new',
    states: ['full'],
    act: async (page) => {
      await page.locator('main input').first().fill('A title');
      await page.evaluate(() => localStorage.setItem('admin_token', 'expired'));
      await fillRequired(page);
      await save(page);
      await page.getByRole('dialog').waitFor();
    },
  },
];
