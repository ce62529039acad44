// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refreshDocument } from '../../client/admin/core/refresh-document.ts';
import { defaultsFor, settingDefaults } from '../../src/shared/settings/defaults.ts';
import type { Language } from '../../src/shared/settings/fields/region.ts';
import { findGroup, groupNames, type GroupValue } from '../../src/shared/settings/groups.ts';
import { conflict, fakeServer, openPanel, preparePanelTests, refusal } from '../support/panel-tests.tsx';
import type { PartialInputOf } from '../support/procedures.ts';
import { savedGroup, settingGroup } from '../support/rows.ts';
import { chooseByForm, isShortForm } from '../support/test-form.ts';

preparePanelTests();

const company = (change: Partial<GroupValue<'company'>> = {}, version = 3) =>
  settingGroup('company', change, version);
/** Changes a text at once: a form is drawn anew for each letter, and no rule here is about typing. */
const write = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Company' }));

it('lists the groups that a person may change, and opens the first of them', async () => {
  fakeServer({ 'settings.one': ({ group }) => settingGroup(findGroup(group)!.name) });
  const { address } = openPanel('/admin/settings', 'content_moderator');
  const groups = await screen.findByRole('navigation', { name: 'Settings' });
  expect(
    within(groups)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Page by page', 'Pages', 'Lists', 'Categories']);
  await waitFor(() => expect(address()).toBe('/admin/settings/pages'));
  expect(await screen.findByRole('button', { name: 'Save Pages' })).toBeDefined();
});

// Each kind of field is in one of these groups.
const labelled = chooseByForm<readonly string[]>(groupNames, ['company', 'lists', 'mail']);
it.each(labelled as readonly (typeof groupNames)[number][])(
  'has an input with a label for every value of %s, and a preview if pages show it',
  async (name) => {
    fakeServer({
      'settings.one': () => settingGroup(name),
      'mailbox.status': () => ({ address: null, problem: null, state: null }),
    });
    openPanel(`/admin/settings/${name}`, 'admin');
    await screen.findByRole('button', { name: /^Save / });
    const unnamed = [
      ...document.querySelectorAll<HTMLInputElement>('form :is(input, textarea, select)'),
    ].filter(
      (input) => !input.labels?.length && !input.hasAttribute('aria-label') && input.style.display !== 'none',
    );
    expect(unnamed).toEqual([]);
    const isShown = !['answers', 'mail'].includes(name);
    expect(screen.queryAllByRole('button', { name: /the preview$/ })).toHaveLength(isShown ? 1 : 0);
  },
);

it('shows the mailbox with its last error, and tests it without taking a mail', async () => {
  const address = {
    host: 'imap.example.org',
    port: 993,
    user: 'office@example.org',
    folder: 'INBOX',
    encryption: 'TLS' as const,
    sign_in: 'password' as const,
  };
  const state = {
    looked_at: '2026-11-25T10:00:00.000Z',
    taken: 3,
    passed_over: 12,
    note: 'Only mails that arrive from now on are read.',
    error: 'The server of the mailbox does not answer.',
  };
  const server = fakeServer({
    'settings.one': () => settingGroup('mail'),
    'mailbox.status': () => ({ address, problem: null, state }),
    'mailbox.test': () => ({
      count: 15,
      mails: [
        { from: 'eva@example.com', subject: 'Re: Stairs', place: 'It joins its message.', message_id: 5 },
      ],
      server_name: 'mx.example.org',
    }),
  });
  openPanel('/admin/settings/mail', 'admin');
  const mailbox = within(await screen.findByRole('region', { name: 'Mailbox' }));
  expect(mailbox.getByText('3 taken, 12 left in the mailbox')).toBeDefined();
  expect(mailbox.getByRole('alert').textContent).toContain('does not answer');
  await userEvent.click(mailbox.getByRole('button', { name: 'Test the mailbox' }));
  expect(await mailbox.findByText('Signed in. The mailbox has 15 mails.')).toBeDefined();
  expect(mailbox.getByRole('listitem').textContent).toContain('It joins its message.');
  await userEvent.click(
    mailbox.getByRole('button', { name: 'Use mx.example.org as the name of your mail server' }),
  );
  expect(screen.getByLabelText(/^Our mail server is called/)).toHaveProperty('value', 'mx.example.org');
  server.expectCalls('settings.update', []);
});

it.each<{
  why: string;
  language?: Language;
  further?: Language[];
  change: (form: ReturnType<typeof within>) => Promise<unknown>;
  effects: { moved: number; hidden: number };
  question: string;
}>([
  {
    why: 'a language is added',
    change: (form) => userEvent.click(form.getByRole('checkbox', { name: 'German' })),
    effects: { moved: 2, hidden: 0 },
    question: '2 entries get other addresses. Their former addresses lead there.',
  },
  {
    why: 'a language is given up',
    further: ['de'],
    change: (form) => userEvent.click(form.getByRole('checkbox', { name: 'German' })),
    effects: { moved: 0, hidden: 1 },
    question: 'Visitors no longer see one entry. It comes back with its language.',
  },
  {
    why: 'the main language changes',
    further: ['de'],
    change: (form) => userEvent.selectOptions(form.getByLabelText('Language'), 'German'),
    effects: { moved: 1, hidden: 3 },
    question:
      'One entry gets another address. Its former address leads there. Visitors no longer see 3 entries. They come back with their language.',
  },
])('asks before a save where $why, and saves nothing until the answer', async (row) => {
  const examples = [{ from: '/blog/messen', to: '/de/blog/messen' }];
  const server = fakeServer({
    'settings.one': () => settingGroup('region', { further_languages: row.further ?? [] }),
    'settings.update': savedGroup,
    'rowLanguages.effects': () => ({ ...row.effects, examples }),
    'rowLanguages.state': () => ({ count: 0 }),
  });
  openPanel('/admin/settings/region', 'admin');
  const form = within(await screen.findByRole('region', { name: 'Form' }));
  await row.change(form);
  const saveRegion = () => userEvent.click(form.getByRole('button', { name: 'Save Language & region' }));
  await saveRegion();
  const dialog = await screen.findByRole('dialog', { name: 'Change the languages of the site?' });
  expect(dialog.textContent).toContain(row.question);
  expect(dialog.textContent).toContain('For example, /blog/messen becomes /de/blog/messen.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  server.expectCalls('settings.update', []);
  await saveRegion();
  const again = within(await screen.findByRole('dialog'));
  await userEvent.click(again.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved. Visitors see it now.');
});

it('offers the main language as a further one only while it is chosen', async () => {
  fakeServer({
    'settings.one': () => settingGroup('region', { further_languages: ['fr'] }),
    'rowLanguages.state': () => ({ count: 0 }),
  });
  openPanel('/admin/settings/region', 'admin');
  const form = within(await screen.findByRole('region', { name: 'Form' }));
  const isOffered = (name: string) => form.queryByRole('checkbox', { name }) !== null;
  expect(['English', 'German', 'French'].map(isOffered)).toEqual([false, true, true]);
  await userEvent.selectOptions(form.getByLabelText('Language'), 'German');
  expect(['English', 'German', 'French'].map(isOffered)).toEqual([true, false, true]);
  await userEvent.selectOptions(form.getByLabelText('Language'), 'French');
  expect(isOffered('French')).toBe(true);
});

it('says why the mailbox of the server is not read', async () => {
  fakeServer({
    'settings.one': () => settingGroup('mail'),
    'mailbox.status': () => ({ address: null, problem: 'IMAP_URL: has no password', state: null }),
  });
  openPanel('/admin/settings/mail', 'admin');
  expect((await screen.findByRole('alert')).textContent).toContain('IMAP_URL: has no password');
});

it.skipIf(isShortForm)('finds a setting in an entry of a list and opens it', async () => {
  Element.prototype.scrollIntoView ??= vi.fn();
  fakeServer({ 'settings.one': ({ group }) => settingGroup(findGroup(group)!.name) });
  openPanel('/admin/settings/pages', 'content_moderator');
  const find = await screen.findByRole('searchbox', { name: 'Find a setting' });
  await userEvent.type(find, 'Cloud Solutions');
  await screen.findByRole('link', { name: /Lists, Services/ });
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'Save Lists' });
  const title = () => document.activeElement as HTMLInputElement;
  await waitFor(() => expect(title().value).toBe('Cloud Solutions'));
  expect(title().closest('details')!.open).toBe(true);
});

it('offers to mark entries with the former language when the language of the site changes', async () => {
  let left = 230;
  const server = fakeServer({
    'settings.one': () => settingGroup('region'),
    'rowLanguages.state': () => ({ count: left }),
    'rowLanguages.mark': () => {
      left = Math.max(0, left - 100);
      return { count: left };
    },
  });
  openPanel('/admin/settings/region', 'admin');
  const language = await screen.findByLabelText('Language');
  expect(server.calls('rowLanguages.state')).toEqual([]);
  await userEvent.selectOptions(language, 'Turkish');
  expect(await screen.findByText('230 entries have no language of their own')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Mark as English' }));
  expect(await screen.findByText('The entries are marked as English.')).toBeDefined();
  expect(server.calls('rowLanguages.mark')).toEqual([{ lang: 'en' }, { lang: 'en' }, { lang: 'en' }]);
});

it('offers hours by day that it reads from the lines, and names what it does not understand', async () => {
  const server = fakeServer({ 'settings.one': () => company(), 'settings.update': savedGroup });
  openPanel('/admin/settings/company', 'admin');
  const lines = await screen.findByLabelText('Opening hours');
  expect(screen.queryByRole('button', { name: 'Use these hours' })).toBeNull();
  write(lines, 'Mon-Fri 9-17\nSat 10-14\nBy appointment');
  expect(screen.getByText('Monday to Friday, 09:00–17:00')).toBeDefined();
  expect(screen.getByText(/^Not understood, .*: By appointment$/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Use these hours' }));
  expect(screen.queryByRole('button', { name: 'Use these hours' })).toBeNull();
  expect(document.activeElement?.textContent).toContain('The hours are filled in below.');
  await save();
  await screen.findByText('Saved. Visitors see it now.');
  expect(server.calls('settings.update')).toMatchObject<PartialInputOf<'settings.update'>[]>([
    {
      value: {
        hours: [
          { first_day: 'Monday', last_day: 'Friday', times: '09:00–17:00' },
          { first_day: 'Saturday', last_day: 'Saturday', times: '10:00–14:00' },
        ],
      },
    },
  ]);
});

it('says beside the short name when the name does not fit into the bar of phones', async () => {
  fakeServer({ 'settings.one': () => company({ short_name: '' }) });
  openPanel('/admin/settings/company', 'admin');
  const name = await screen.findByLabelText('Name');
  const note = /does not fit into the bar/;
  expect(screen.queryByText(note)).toBeNull();
  write(name, 'Rechtsanwaltskanzlei Dr. Hohenstein & Partner');
  expect(screen.getByText(note).textContent).toContain('Give a short name.');
  write(screen.getByLabelText('Short name'), 'Hohenstein');
  expect(screen.queryByText(note)).toBeNull();
});

it('sends the whole group with the version that it began from', async () => {
  const server = fakeServer({
    'settings.one': () => company(),
    'settings.update': savedGroup,
  });
  openPanel('/admin/settings/company', 'admin');
  write(await screen.findByLabelText('Name'), 'Brightforge');
  write(screen.getByLabelText('Founded'), '1998');
  write(screen.getByLabelText('Opening hours'), 'Monday\n\nTuesday');
  await save();
  expect(await screen.findByText('Saved. Visitors see it now.')).toBeDefined();
  const [sent] = server.calls('settings.update');
  expect(sent).toMatchObject<PartialInputOf<'settings.update'>>({
    group: 'company',
    version: 3,
    value: {
      name: 'Brightforge',
      since: 1998,
      address: { city: 'London' },
      opening_hours: ['Monday', 'Tuesday'],
    },
  });
});

// The values of the second case are based on the defaults that the form still shows.
const savedMeanwhile: { savedBy: string; shown: Language; version: number }[] = [
  { savedBy: 'nobody', shown: 'tr', version: 0 },
  { savedBy: 'somebody else', shown: 'en', version: 1 },
];
it.for(chooseByForm(savedMeanwhile, savedMeanwhile.slice(1)))(
  'sends the language whose defaults an open form shows, when the site gets another one and $savedBy saved',
  async ({ shown, version }) => {
    let language: Language = 'en';
    const server = fakeServer({
      'settings.one': ({ group }) => {
        const { name } = findGroup(group)!;
        const defaults = defaultsFor({ language, trade: '' })[name];
        const answer = settingGroup(name, {}, language === 'en' ? 0 : version);
        return { ...answer, value: defaults, defaults, language };
      },
      'settings.update': (sent) => {
        if (sent.group === 'company') language = 'tr';
        return { ...savedGroup(sent), language };
      },
      'settings.preview': () => ({ status: 200, document: '', placeholders: {} }),
    });
    openPanel('/admin/settings/page/about', 'admin');
    const part = async (group: string) => {
      await waitFor(() => expect(document.querySelector(`[data-group=${group}]`)).not.toBeNull());
      return within(document.querySelector<HTMLElement>(`[data-group=${group}]`)!);
    };
    const [pages, company] = [await part('pages'), await part('company')];
    write(company.getByLabelText('Phone'), '+90 1');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.calls('settings.one').length).toBeGreaterThan(2));
    const { vision } = defaultsFor({ language: shown, trade: '' }).pages.about;
    await waitFor(() => expect(pages.getByLabelText<HTMLTextAreaElement>('Vision').value).toBe(vision));
    write(pages.getByLabelText('Mission'), 'Ours');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.calls('settings.update')).toHaveLength(2));
    expect(server.calls('settings.update')[1]).toMatchObject<PartialInputOf<'settings.update'>>({
      group: 'pages',
      language: shown,
      version: 0,
      value: { about: { mission: 'Ours', vision } },
    });
  },
);

it.skipIf(isShortForm)(
  'saves the changed groups of a page one by one, and keeps what a refused one has',
  async () => {
    const server = fakeServer({
      'settings.one': ({ group }) => settingGroup(findGroup(group)!.name),
      'settings.update': (sent) => {
        if (sent.group !== 'company') return savedGroup(sent);
        throw refusal(422, 'Please correct the marked fields.', { phone: ['Phone is too long'] });
      },
      'settings.preview': () => ({ status: 200, document: '', placeholders: {} }),
    });
    openPanel('/admin/settings/page/about', 'admin');
    const field = async (group: string, label: string) => {
      await waitFor(() => expect(document.querySelector(`[data-group=${group}]`)).not.toBeNull());
      const part = within(document.querySelector<HTMLElement>(`[data-group=${group}]`)!);
      return part.getByLabelText<HTMLInputElement>(label);
    };
    write(await field('pages', 'Vision'), 'Steel for everybody');
    write(await field('company', 'Phone'), '+49 231');
    expect(await screen.findByText('Unsaved: Texts, Company')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Company: not saved')).toBeDefined();
    expect(await screen.findByText('Saved: Texts. Visitors see it now.')).toBeDefined();
    expect(server.calls('settings.update').map(({ group }) => group)).toEqual(['pages', 'company']);
    const phone = await field('company', 'Phone');
    expect(phone.value).toBe('+49 231');
    expect(document.activeElement).toBe(phone);
    expect(await screen.findByText('Unsaved: Company')).toBeDefined();
  },
);

it('goes back to a default', async () => {
  fakeServer({ 'settings.one': () => settingGroup('search', { title_pattern: '{page}' }) });
  openPanel('/admin/settings/search', 'admin');
  await userEvent.click(await screen.findByRole('button', { name: 'Use default for Title of pages' }));
  expect(screen.getByLabelText<HTMLInputElement>('Title of pages').value).toBe('{page} · {short_name}');
  expect(screen.queryByRole('button', { name: 'Use default for Title of pages' })).toBeNull();
});

it('does not offer the facts of a company that does not exist', async () => {
  fakeServer({ 'settings.one': () => company({ name: 'Brightforge', social: [] }) });
  openPanel('/admin/settings/company', 'admin');
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Brightforge');
  expect(screen.queryByRole('button', { name: /^Use default/ })).toBeNull();
});

it('adds, moves and removes entries of a list', async () => {
  const server = fakeServer({
    'settings.one': () => company(),
    'settings.update': savedGroup,
  });
  openPanel('/admin/settings/company', 'admin');
  await userEvent.click(await screen.findByRole('button', { name: 'Move YouTube up' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove LinkedIn' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add link' }));
  write(screen.getAllByLabelText('Label').at(-1)!, 'Forum');
  await save();
  await waitFor(() => expect(server.calls('settings.update')).toHaveLength(1));
  const { social } = server.calls('settings.update')[0]!.value as GroupValue<'company'>;
  expect(social.map(({ key, label }) => [key, label])).toEqual([
    ['youtube', 'YouTube'],
    ['github', 'GitHub'],
    [undefined, 'Forum'],
  ]);
});

it('shows the message of a value at its input, also in an entry of a list', async () => {
  const message = 'Address must be a web address that begins with http:// or https://';
  fakeServer({
    'settings.one': () => company(),
    'settings.update': () => {
      throw refusal(422, 'Please correct the marked fields.', { 'social.1.url': [message] });
    },
  });
  openPanel('/admin/settings/company', 'admin');
  write(await screen.findByLabelText('Name'), 'Brightforge');
  await save();
  const entry = (await screen.findByText(message)).closest('li')!;
  expect(within(entry).getByText('GitHub')).toBeDefined();
  expect(document.activeElement).toBe(within(entry).getByLabelText('Address'));
});

it('lists a message that no field of the form can show', async () => {
  fakeServer({
    'settings.one': () => company(),
    'settings.update': () => {
      throw refusal(422, 'Please correct the marked fields.', { 'imprint.text': ['Write the text first.'] });
    },
  });
  openPanel('/admin/settings/company', 'admin');
  write(await screen.findByLabelText('Name'), 'Brightforge');
  await save();
  const alert = within(await screen.findByRole('alert'));
  expect(await alert.findByText('Write the text first.')).toBeDefined();
  expect(alert.queryByRole('button', { name: 'Show the field' })).toBeNull();
});

it('asks which version to take when somebody else has changed the same value', async () => {
  const theirs = company({ phone: '+49 711 1', email: 'theirs@example.com' }, 5);
  const server = fakeServer({
    'settings.one': () => company(),
    'settings.update': (sent) => {
      if (sent.version !== 5) throw conflict({ ...theirs, conflicts: ['phone'] });
      return savedGroup(sent);
    },
  });
  openPanel('/admin/settings/company', 'admin');
  write(await screen.findByLabelText('Phone'), '+44 20 7946 0213 99');
  await save();
  const phone = await screen.findByRole('group', { name: 'Phone' });
  await userEvent.click(within(phone).getByLabelText(/^Your version/));
  await save();
  await waitFor(() => expect(server.calls('settings.update')).toHaveLength(2));
  expect(server.calls('settings.update')[1]).toMatchObject<PartialInputOf<'settings.update'>>({
    value: { phone: '+44 20 7946 0213 99', email: 'theirs@example.com' },
  });
});

describe('the lists of choices', () => {
  // Looking for a button takes longer with each entry of the other lists.
  const { portfolio_categories, team_sections, team_roles } = settingDefaults.choices;
  const short = {
    portfolio_categories: portfolio_categories.slice(0, 1),
    team_sections: team_sections.slice(0, 1),
    team_roles: team_roles.slice(0, 1),
  };
  const saveLists = () => userEvent.click(screen.getByRole('button', { name: 'Save Categories' }));
  const open = async (in_use: Record<string, number>) => {
    const server = fakeServer({
      'settings.one': () => settingGroup('choices', short),
      'settings.update': savedGroup,
      'settings.usage': () => ({
        entries: [{ value: 'Technology', key: 'technology', name: 'Technology', in_use }],
      }),
    });
    openPanel('/admin/settings/choices', 'content_moderator');
    await screen.findByRole('button', { name: 'Save Categories' });
    return server;
  };
  const remove = async (name: string) => {
    await userEvent.click(screen.getByRole('button', { name: `Remove ${name}` }));
    return screen.findByRole('dialog', { name: `Remove “${name}”?` });
  };
  const sentBy = async (server: Awaited<ReturnType<typeof open>>) => {
    await saveLists();
    await waitFor(() => expect(server.calls('settings.update')).toHaveLength(1));
    const { value, reassign_to } = server.calls('settings.update')[0]!;
    const { blog_categories } = value as GroupValue<'choices'>;
    return { names: blog_categories.map(({ name }) => name), reassign_to };
  };

  it('asks where the rows of a removed entry go, and sends the answer with the save', async () => {
    const server = await open({ posts: 7, trash: 1 });
    const dialog = await remove('Technology');
    await within(dialog).findByText(/^It is used by 7 posts and 1 in the trash\./);
    await userEvent.selectOptions(within(dialog).getByLabelText('Move them to'), 'Innovation');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove category' }));
    const removed = await screen.findByRole('list', { name: 'Removed from Blog categories' });
    expect(removed.textContent).toBe('Technology → InnovationPut back');
    expect(await sentBy(server)).toEqual({
      names: ['Development', 'Innovation', 'Company News', 'Industry Trends'],
      reassign_to: { 'blog_categories.technology': 'innovation' },
    });
  });

  it('asks again where rows go whose new entry is removed too', async () => {
    const server = await open({ posts: 7 });
    const first = await remove('Technology');
    await userEvent.selectOptions(await within(first).findByLabelText('Move them to'), 'Innovation');
    await userEvent.click(within(first).getByRole('button', { name: 'Remove category' }));
    const second = await remove('Innovation');
    await within(second).findByText(/^It is used by what you have moved there\./);
    await userEvent.click(within(second).getByRole('button', { name: 'Remove category' }));
    expect((await sentBy(server)).reassign_to).toEqual({
      'blog_categories.technology': 'development',
      'blog_categories.innovation': 'development',
    });
  });

  it('removes an entry that nothing uses, and puts it back', async () => {
    const server = await open({});
    const dialog = await remove('Technology');
    await within(dialog).findByText('Nothing uses it.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove category' }));
    const back = await screen.findByRole('button', { name: 'Put Technology back' });
    // The controls that had the focus are gone.
    expect(document.activeElement).toBe(back);
    await userEvent.click(back);
    expect(document.activeElement?.textContent).toBe('Technology');
    await userEvent.click(screen.getByRole('button', { name: 'Move Innovation up' }));
    expect(await sentBy(server)).toEqual({
      names: ['Innovation', 'Development', 'Company News', 'Industry Trends', 'Technology'],
      reassign_to: undefined,
    });
  });

  it('removes an entry that is not stored yet without a question', async () => {
    const server = await open({});
    const [add] = screen.getAllByRole('button', { name: 'Add category' });
    await userEvent.click(add!);
    write(screen.getAllByLabelText('Name')[5]!, 'Forging');
    await userEvent.click(screen.getByRole('button', { name: 'Remove Forging' }));
    await userEvent.click(screen.getByRole('button', { name: 'Move Innovation up' }));
    expect((await sentBy(server)).names).not.toContain('Forging');
    expect(server.calls('settings.usage')).toEqual([]);
  });
});

describe('a legal text', () => {
  // jsdom draws nothing, so that the editor has nothing to measure.
  beforeEach(() => {
    Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
    document.elementFromPoint = () => null;
  });

  const open = async () => {
    const server = fakeServer({
      'settings.one': ({ group }) => settingGroup(group === 'legal' ? 'legal' : 'company'),
      'settings.update': savedGroup,
    });
    openPanel('/admin/settings/legal', 'admin');
    const saveLegal = () => userEvent.click(screen.getByRole('button', { name: 'Save Legal' }));
    await screen.findByRole('button', { name: 'Save Legal' });
    const partOf = (name: string) => {
      const part = within(screen.getByRole('heading', { name }).closest('details')!);
      const choose = async (region: string) => {
        await userEvent.selectOptions(await part.findByLabelText('Template'), region);
        await userEvent.click(part.getByRole('button', { name: 'Start from a template' }));
      };
      return { part, choose };
    };
    return { server, saveLegal, partOf };
  };

  it.skipIf(isShortForm)('starts from a template, with its title', async () => {
    const { server, saveLegal, partOf } = await open();
    const { part, choose } = partOf('Imprint');
    await choose('Germany (German)');
    await waitFor(() => expect(part.getByLabelText<HTMLInputElement>('Title').value).toBe('Impressum'));
    expect(await part.findByText('Angaben gemäß § 5 DDG')).toBeDefined();
    await userEvent.click(part.getByLabelText('I have checked it: Imprint'));
    expect(part.queryByLabelText('I have checked it: Imprint')).toBeNull();
    expect(document.activeElement).not.toBe(document.body);
    await saveLegal();
    await waitFor(() => expect(server.calls('settings.update')).toHaveLength(1));
    const { imprint } = server.calls('settings.update')[0]!.value as GroupValue<'legal'>;
    expect(imprint).toMatchObject({ is_shown: false, title: 'Impressum' });
    expect(imprint.text).toContain('{registration}');
    expect(partOf('Cookies').part.queryByLabelText('Template')).toBeNull();
  });

  it('asks before a template replaces a text', async () => {
    const { partOf } = await open();
    const { part, choose } = partOf('Privacy');
    expect(await part.findByText('When you browse')).toBeDefined();
    await choose('France (French)');
    const dialog = within(await screen.findByRole('dialog', { name: 'Replace the text?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(part.getByText('Your rights')).toBeDefined();
    await choose('France (French)');
    const again = within(await screen.findByRole('dialog', { name: 'Replace the text?' }));
    await userEvent.click(again.getByRole('button', { name: 'Replace' }));
    expect(await part.findByText('Vos droits')).toBeDefined();
    expect(part.queryByText('Your rights')).toBeNull();
  });
});

it('the panel has the look of the later of two refreshes, whatever answers last', async () => {
  const [early, late] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
  vi.stubGlobal('fetch', vi.fn().mockReturnValueOnce(early.promise).mockReturnValueOnce(late.promise));
  const styles = (name: string) => `<head><link rel="stylesheet" href="/brand/${name}.css"></head>`;
  document.head.innerHTML = styles('old');
  const refreshes = [refreshDocument(), refreshDocument()];
  late.resolve(new Response(styles('new')));
  await refreshes[1];
  early.resolve(new Response(styles('older')));
  await refreshes[0];
  const links = () => [...document.head.querySelectorAll('link')];
  const names = () => links().map((link) => link.getAttribute('href'));
  expect(names()).toEqual(['/brand/old.css', '/brand/new.css']);
  links()[1]!.dispatchEvent(new Event('load'));
  expect(names()).toEqual(['/brand/new.css']);
  document.head.replaceChildren();
});
