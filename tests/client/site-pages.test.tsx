import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { pageColumns } from '../../src/modules/pages/pages.facts.ts';
import type { Role } from '../../src/shared/roles.ts';
import { defaultsFor } from '../../src/shared/settings/defaults.ts';
import { findGroup } from '../../src/shared/settings/groups.ts';
import { type Answers, fakeServer, openPanel, preparePanelTests, refusal } from '../support/panel-tests.tsx';
import type { OutputOf } from '../support/procedures.ts';
import { savedGroup, settingGroup } from '../support/rows.ts';

preparePanelTests();

type SitePage = OutputOf<'site.pages'>['pages'][number];
type Fixed = NonNullable<SitePage['fixed']>;
type Own = NonNullable<SitePage['own']>;

function fixed(name: string, change: Partial<Fixed> = {}, link: SitePage['link'] = 'header'): SitePage {
  const label = name[0]!.toUpperCase() + name.slice(1);
  const path = name === 'home' ? '/' : `/${name}`;
  return {
    link,
    below: null,
    fixed: { name, label, title: label, path, state: 'published', group: null, ...change },
    own: null,
  };
}

function ownPage(id: number, title: string, change: Partial<Own> = {}): Own {
  return {
    id,
    version: 2,
    title,
    intro: '',
    place: 'Page',
    is_published: true,
    blocks: [],
    state: 'published',
    path: `/pages/${id}`,
    created_at: '2026-11-12T14:05:00.000Z',
    updated_at: '2026-11-12T14:05:00.000Z',
    ...change,
  } as Own;
}

const prices = ownPage(7, 'Prices');
const news = ownPage(9, 'Newest');
const sitePages = (): SitePage[] => [
  fixed('home'),
  { link: 'header', below: 'Home', fixed: null, own: prices },
  fixed('blog', { group: 'features', state: 'empty' }),
  fixed('imprint', { group: 'legal', state: 'hidden' }, 'none'),
];

const noPages = Object.fromEntries(pageColumns.place.values.map((place) => [place, 0])) as Record<
  (typeof pageColumns.place.values)[number],
  number
>;

const answers = (change: Answers = {}): Answers => ({
  'site.pages': () => ({ pages: sitePages() }),
  'pages.list': () => ({
    pages: [news, prices],
    meta: { total: 2, page: 1, per_page: 12 },
    stats: { total: 2, by: { ...noPages, Page: 2 } },
  }),
  'settings.one': ({ group }) => settingGroup(findGroup(group)!.name),
  'settings.update': savedGroup,
  ...change,
});

const titles = async (count: number) => {
  await waitFor(() => expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(count));
  return screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the list of pages', () => {
  it('has fixed and own pages together, in the order of the menu, then the other own ones', async () => {
    fakeServer(answers());
    openPanel('/admin/pages', 'admin');
    expect(await titles(5)).toEqual(['Home', 'Prices', 'Blog', 'Imprint', 'Newest']);
    const href = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href');
    expect(href('Home')).toBe('/admin/settings/page/home');
    expect(href('Prices')).toBe('/admin/pages/7/edit');
    expect(href('View Blog on site')).toBe('/blog');
    expect(href('View Imprint on site')).toBeUndefined();
    const cardOf = (title: string) => screen.getByRole('heading', { name: title }).closest('li')!;
    expect(cardOf('Blog').textContent).toContain('Links are left out while it is empty');
    expect(cardOf('Prices').textContent).toContain('Below Home');
    // A fixed page is neither deleted, nor copied, nor selected.
    expect(screen.queryByRole('button', { name: 'Delete Home' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Duplicate Home' })).toBeNull();
    expect(screen.queryByRole('checkbox', { name: 'Select Home' })).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    expect(screen.getByText('2 selected')).toBeDefined();
    // The pager counts what the calls of own pages answer.
    expect(screen.getByText('Showing 1 to 2 of 2 own pages')).toBeDefined();
  });

  it.each([
    ['search=imprint', ['Imprint', 'Newest', 'Prices']],
    ['is_published=true', ['Home', 'Blog', 'Newest', 'Prices']],
    ['is_published=false', ['Imprint', 'Newest', 'Prices']],
    ['place=Page', ['Newest', 'Prices']],
    ['page=2', ['Newest', 'Prices']],
  ])('with %s has the fixed pages that fit', async (query, expected) => {
    const list = answers()['pages.list']!;
    fakeServer(
      answers({
        'pages.list': async (input) => ({
          ...(await list(input)),
          meta: { total: 30, page: 2, per_page: 12 },
        }),
      }),
    );
    openPanel(`/admin/pages?${query}`, 'admin');
    expect(await titles(expected.length)).toEqual(expected);
  });

  it('shows and hides each kind of page, and undoes it', async () => {
    const server = fakeServer(
      answers({
        'pages.publish': ({ ids }) => ({
          results: ids.map((id) => ({ id: Number(id), outcome: 'changed' as const, version: 3 })),
        }),
        'pages.undoMany': () => ({ results: [{ id: 9, outcome: 'changed' as const, version: 4 }] }),
      }),
    );
    openPanel('/admin/pages', 'admin');
    await titles(5);
    expect(screen.queryByRole('button', { name: 'Hide Home' })).toBeNull();
    await press('Hide Blog');
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.calls('settings.update')).toHaveLength(2));
    expect(server.calls('settings.update')).toMatchObject([
      { group: 'features', value: { blog: false, team: true } },
      { group: 'features', value: { blog: true, team: true } },
    ]);
    await press('Show Imprint');
    await waitFor(() => expect(server.calls('settings.update')).toHaveLength(3));
    const [, , shown] = server.calls('settings.update');
    expect(shown).toMatchObject({ group: 'legal', value: { imprint: { is_shown: true } } });
    await press('Hide Newest');
    await waitFor(() => expect(server.calls('pages.publish')).toEqual([{ ids: [9], is_published: false }]));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo', description: /Newest/ }));
    await waitFor(() => expect(server.calls('pages.undoMany')).toEqual([{ rows: [{ id: 9, version: 3 }] }]));
  });

  it('says in words why a page cannot be shown', async () => {
    const blank = 'Fill in the blank [[ name ]] before you show the page.';
    fakeServer(
      answers({
        'settings.update': () => {
          throw refusal(422, 'Please correct the marked fields.', { 'imprint.text': [blank] });
        },
      }),
    );
    openPanel('/admin/pages', 'admin');
    await titles(5);
    await press('Show Imprint');
    expect(await screen.findByText(`“Imprint”: ${blank}`)).toBeDefined();
  });

  it('puts a page into the menu and takes it out, where its entry keeps its place', async () => {
    const { header } = defaultsFor({ language: 'en', trade: '' }).navigation;
    const server = fakeServer(
      answers({
        'pages.menu': () => ({ place: 'header', below: 'home', entries: [] }),
        'pages.setMenu': () => ({ place: 'none', below: null, entries: [] }),
      }),
    );
    openPanel('/admin/pages', 'admin');
    await titles(5);
    const box = (title: string) =>
      screen.getByRole<HTMLInputElement>('checkbox', { name: `In the menu: ${title}` });
    expect(['Home', 'Prices', 'Imprint', 'Newest'].map((title) => box(title).checked)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    await userEvent.click(box('Blog'));
    await waitFor(() => expect(server.calls('settings.update')).toHaveLength(1));
    const sent = (at: number) =>
      (server.calls('settings.update')[at]!.value as { header: typeof header }).header;
    expect(sent(0)).toEqual(header.map((entry) => ({ ...entry, is_hidden: entry.url === '/blog' })));
    await userEvent.click(box('Imprint'));
    await waitFor(() => expect(server.calls('settings.update')).toHaveLength(2));
    expect(sent(1).at(-1)).toEqual({ label: 'Imprint', url: '/imprint', is_hidden: false, is_below: false });
    await userEvent.click(box('Prices'));
    await waitFor(() => expect(server.calls('pages.setMenu')).toEqual([{ id: 7, place: 'none' }]));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo', description: /Prices/ }));
    await waitFor(() =>
      expect(server.calls('pages.setMenu')[1]).toEqual({ id: 7, place: 'header', below: 'home' }),
    );
  });

  it('keeps the focus at a page that another place in the list has after a change', async () => {
    let isIn = true;
    const [home, own, blog, imprint] = sitePages();
    fakeServer(
      answers({
        'site.pages': () => ({
          pages: isIn ? [home!, blog!, own!, imprint!] : [home!, own!, imprint!, { ...blog!, link: 'none' }],
        }),
        'settings.update': (input) => {
          isIn = false;
          return savedGroup(input);
        },
      }),
    );
    openPanel('/admin/pages', 'admin');
    await titles(5);
    await userEvent.click(screen.getByRole('checkbox', { name: 'In the menu: Blog' }));
    await waitFor(async () => expect((await titles(5)).indexOf('Blog')).toBe(3));
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'In the menu: Blog' }));
  });

  it('lets a content moderator edit what the role may change, and nothing else', async () => {
    fakeServer(answers());
    openPanel('/admin/pages', 'content_moderator');
    await titles(5);
    expect(screen.queryByRole('link', { name: 'Home' })).not.toBeNull();
    expect(screen.queryByRole('link', { name: 'Imprint' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Edit Imprint' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Hide Blog' })).toBeNull();
    expect(screen.queryByRole('checkbox', { name: /^In the menu/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Hide Prices' })).not.toBeNull();
    const shared = screen.getByRole('navigation', { name: 'Settings of all pages' });
    const labels = within(shared)
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
    expect(labels).toEqual(['Texts', 'Lists', 'Categories']);
  });

  it('has own pages alone while the call for the others fails', async () => {
    fakeServer(
      answers({
        'site.pages': () => {
          throw refusal(500, 'Something went wrong.');
        },
      }),
    );
    openPanel('/admin/pages', 'admin');
    expect(await titles(2)).toEqual(['Newest', 'Prices']);
  });
});

describe('the list of settings', () => {
  const linksFor = async (role: Role) => {
    fakeServer({ 'settings.one': ({ group }) => settingGroup(findGroup(group)!.name) });
    openPanel('/admin/settings', role);
    const menu = await screen.findByRole('navigation', { name: 'Settings' });
    return within(within(menu).getByRole('list'))
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
  };

  it('has at most eight groups', async () => {
    expect(await linksFor('admin')).toEqual([
      'Company',
      'Brand',
      'Language & region',
      'Answers',
      'Mail',
      'Search engines',
      'Legal',
      'Privacy',
    ]);
  });
});
