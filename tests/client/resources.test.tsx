// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { matchRoutes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { type ApiUtils, createAdminRoutes } from '../../client/admin/app/routes.tsx';
import type { AdminServices } from '../../client/admin/core/admin-context.ts';
import { factsOf, type ModuleName, moduleNames, modulePath } from '../../src/shared/module-facts.ts';
import { roles as allRoles, type Role } from '../../src/shared/roles.ts';
import {
  type Answers,
  fakeServer,
  openPanel,
  preparePanelTests,
  typeAtOnce,
} from '../support/panel-tests.tsx';
import { chooseByForm, isShortForm } from '../support/test-form.ts';
import type { ProcedurePath } from '../support/procedures.ts';
import { offeredBy, sampledModules } from '../support/samples.ts';

preparePanelTests();

/** Where visitors see a row of a module. */
const sitePages: Record<string, (id: number) => string> = {
  blog: (id) => `/blog/${id}`,
  jobs: (id) => `/career/${id}`,
  portfolio: (id) => `/portfolio/${id}`,
  pages: (id) => `/pages/${id}`,
  // Members have no page of their own.
  team: () => '/team',
};

/** Modules whose cards have a portrait, or no picture at all. */
const withoutWidePictures = ['team', 'testimonials'];

/** A post offers tags and the team's members as authors. */
const authorAnswers: Answers = {
  'blog.tags': () => ({ tags: [] }),
  'team.list': () => ({ team: [], meta: { total: 0, page: 1, per_page: 8 }, stats: { total: 0, by: {} } }),
};

const addressAnswers: Answers = {
  'addresses.blog.list': () => ({ addresses: [] }),
  'addresses.jobs.list': () => ({ addresses: [] }),
  'addresses.portfolio.list': () => ({ addresses: [] }),
  'addresses.pages.list': () => ({ addresses: [] }),
};

/** The loaders of the routes and the panel's focus come after the event that causes them. */
const isAt = (panel: ReturnType<typeof openPanel>, address: string) =>
  waitFor(() => expect(panel.address()).toBe(address));
const isFocused = (find: () => Element | undefined) =>
  waitFor(() => expect(document.activeElement).toBe(find()));

/** What the kit does for these it does for others too: with dates, and with lists of one's own. */
const repeated: readonly ModuleName[] = ['portfolio', 'team', 'testimonials', 'clients', 'pages'];
const modules = chooseByForm<readonly ModuleName[]>(
  moduleNames,
  moduleNames.filter((name) => !repeated.includes(name)),
);

describe.each(modules)('the module %s', (name) => {
  const { one, many, pageSize, roles, publicBy, schedule, drawer = [] } = factsOf(name);
  const { columns, title, groups, picture, sample } = sampledModules.find((module) => module.name === name)!;
  const moments = Object.values(columns).filter(({ kind }) => kind === 'moment');
  const inDrawer = [
    ...moments,
    ...Object.entries(columns).flatMap(([key, column]) =>
      drawer.includes(key) || column.isApart ? [column] : [],
    ),
  ];
  const address = modulePath(name);
  const labels = name === 'jobs' ? ['Active', 'Inactive'] : ['Published', 'Drafts'];
  const dated = schedule?.startColumn ? ['Scheduled', 'Ended'] : schedule ? ['Closed'] : [];
  // The compiler does not look at computed names, so it checks the paths here. The rows follow the columns of the module.
  const calls = {
    list: `${name}.list`,
    one: `${name}.one`,
    update: `${name}.update`,
    trash: `trash.${name}.list`,
  } as const satisfies Record<string, ProcedurePath>;
  const meta = { total: 0, page: 1, per_page: pageSize };
  const answers = {
    [calls.list]: () => ({ [many]: [], meta, stats: { total: 0, by: {} } }),
    [calls.trash]: () => ({ items: [], meta }),
  };
  const stored = {
    ...sample(),
    ...(picture && { [picture]: null }),
    id: 7,
    version: 3,
    created_at: '2025-11-12T14:05:00.000Z',
    updated_at: '2025-11-12T14:05:00.000Z',
  };
  const rowTitle = String(Object(stored)[title]);
  const group = offeredBy(columns[groups]!)?.[0] ?? '';
  const listOf = (...rows: object[]) => {
    const total = rows.length;
    return { [many]: rows, meta: { ...meta, total }, stats: { total, by: { [group]: total } } };
  };
  const withRow = { ...answers, [calls.list]: () => listOf(stored) };
  const lastCall = (server: ReturnType<typeof fakeServer>) => server.calls(calls.list).at(-1);
  const firstPage = { page: 1, per_page: pageSize };

  it('has placeholders in the shape of its cards while they are loading', async () => {
    fakeServer({ [calls.list]: () => new Promise(() => {}) });
    openPanel(address, roles[0]);
    // Other parts of the panel may still be loading too.
    const card = await waitFor(() => {
      const parents = screen.getAllByText('Loading').map(({ parentElement }) => parentElement!);
      const found = parents.map((parent) => parent.querySelector('li')).find((item) => item !== null);
      expect(found).toBeDefined();
      return found!;
    });
    const parts = picture && !withoutWidePictures.includes(name) ? 5 : 4;
    expect(card.querySelectorAll('.mantine-Skeleton-root')).toHaveLength(parts);
  });

  it('offers what visitors see as a filter, where they do not see every row', async () => {
    fakeServer(withRow);
    openPanel(address, roles[0]);
    await screen.findByRole('heading', { name: rowTitle });
    const status = screen.queryByLabelText<HTMLSelectElement>('Status');
    if (!publicBy && !schedule) return expect(status).toBeNull();
    const shown = [...(publicBy ? labels : ['Public']), ...dated];
    expect([...status!.options].map(({ text }) => text)).toEqual(['All', ...shown]);
  });

  it('shows a choice that left its list in card and form', async () => {
    const choices = Object.keys(columns).filter((key) => offeredBy(columns[key]!));
    const values = Object.fromEntries(choices.map((key) => [key, `A former ${key}`]));
    // An internship is shown as one, whatever its type.
    const former = { ...stored, ...values, ...(name === 'jobs' && { is_internship: false }) };
    fakeServer({
      ...answers,
      [calls.list]: () => listOf(former),
      [calls.one]: () => ({ [one]: former }),
    });
    const panel = openPanel(address, roles[0]);
    expect(await screen.findByText(`A former ${groups}`)).toBeDefined();
    await panel.goTo(`${address}/7/edit`);
    for (const key of choices) {
      const select = await screen.findByDisplayValue<HTMLSelectElement>(
        `A former ${key} (no longer offered)`,
      );
      expect(select.value).toBe(`A former ${key}`);
    }
  });

  it('loads the rows of a group that left its list once, and offers the group as a filter', async () => {
    if (columns[groups]!.kind !== 'listed') return;
    const former = `A former ${groups}`;
    const by = { [group]: 2, [former]: 1, [`Another ${former}`]: 1 };
    const page = listOf({ ...stored, [groups]: former, ...(name === 'jobs' && { is_internship: false }) });
    const server = fakeServer({ ...answers, [calls.list]: () => ({ ...page, stats: { total: 4, by } }) });
    openPanel(`${address}?${groups}=${encodeURIComponent(former)}`, roles[0]);
    await screen.findByRole('heading', { name: rowTitle });
    const [filter] = screen.getAllByRole<HTMLSelectElement>('combobox');
    await waitFor(() => expect(filter!.value).toBe(former));
    const values = [...filter!.options].map(({ value }) => value);
    expect(values.slice(-2)).toEqual([former, `Another ${former}`]);
    expect(server.calls(calls.list)).toEqual([{ ...firstPage, [groups]: former }]);
    expect(screen.getByRole('button', { name: `${former}: 1` }).getAttribute('aria-pressed')).toBe('true');
  });

  it('has a field in its form for each column', async () => {
    fakeServer({ ...answers, [calls.one]: () => ({ [one]: stored }) });
    openPanel(`${address}/7/edit`, roles[0]);
    await screen.findByRole('button', { name: 'Cancel' });
    const wanted = Object.values(columns)
      .filter((column) => !inDrawer.includes(column))
      .map(({ label }) => label);
    const labels = () =>
      [...document.querySelectorAll('label, legend, [id$="-name"]')].map(({ textContent }) => textContent);
    // The code of some fields is loaded with the first form that has them.
    await expect.poll(labels).toEqual(expect.arrayContaining(wanted));
  });

  const [day] = Object.values(columns).filter(({ kind }) => kind === 'day');
  it.runIf(day)('shows a day in words, and has an input for dates in its form', async () => {
    fakeServer({ ...withRow, [calls.one]: () => ({ [one]: stored }) });
    const panel = openPanel(address, roles[0]);
    expect(await screen.findByText('14 Mar 2027')).toBeDefined();
    await panel.goTo(`${address}/7/edit`);
    const { type, value } = await screen.findByLabelText<HTMLInputElement>(day!.label);
    expect([type, value]).toEqual(['date', '2027-03-14']);
  });

  it.skipIf(isShortForm && name !== 'blog')(
    'has its dates and what its form leaves out in the drawer that form and card open',
    async () => {
      fakeServer({
        ...withRow,
        [calls.one]: () => ({ [one]: stored }),
        ...(drawer.includes('author') && authorAnswers),
        ...addressAnswers,
      });
      const panel = openPanel(address, roles[0]);
      await screen.findByRole('link', { name: rowTitle });
      const ofCard = screen.queryByRole('button', { name: `Publishing of ${rowTitle}` });
      expect(ofCard !== null).toBe(moments.length > 0);
      if (!ofCard) return;
      const expectDates = async () => {
        const opened = await screen.findByRole('dialog', { name: 'Publishing' });
        for (const { label } of inDrawer) expect(within(opened).getByLabelText(label)).toBeDefined();
        expect(within(opened).getAllByText(/Time zone: UTC/)).toHaveLength(moments.length);
        await userEvent.click(within(opened).getByRole('button', { name: 'Cancel' }));
      };
      await userEvent.click(ofCard);
      await expectDates();
      await panel.goTo(`${address}/7/edit`);
      await userEvent.click(await screen.findByRole('button', { name: 'Publishing' }));
      await expectDates();
    },
  );

  it('leads to the page on the site where visitors see a row', async () => {
    const hidden = { ...stored, id: 8, [title]: 'Hidden', ...(publicBy && { [publicBy]: false }) };
    fakeServer({ ...answers, [calls.list]: () => listOf(stored, hidden) });
    openPanel(address, roles[0]);
    await screen.findByRole('heading', { name: rowTitle });
    const pageOf = sitePages[name];
    const addresses = screen
      .queryAllByRole('link', { name: / on site$/ })
      .map((link) => [
        ...[link.getAttribute('aria-label'), link.getAttribute('href'), link.getAttribute('target')],
      ]);
    expect(addresses).toEqual([
      ...(pageOf ? [[`View ${rowTitle} on site`, pageOf(7), '_blank']] : []),
      ...(pageOf && !publicBy ? [['View Hidden on site', pageOf(8), '_blank']] : []),
    ]);
  });

  it('is open to the roles of its facts alone', async () => {
    const request = new Request(`http://localhost${address}/new`);
    const loaderFor = (role: Role) => {
      const user = { id: 1, name: '', email: '', role };
      const services = { sessions: { read: () => ({ token: '', user }) }, leave: () => {} };
      const routes = createAdminRoutes(services as unknown as AdminServices, {} as ApiUtils);
      const guarded = matchRoutes(routes, `${address}/new`)!.findLast(({ route }) => route.loader)!;
      return guarded.route.loader as (call: object) => unknown;
    };
    const admitted = allRoles.filter((role) => loaderFor(role)({ request }) === null);
    expect(admitted.toSorted()).toEqual(roles.toSorted());
  });

  // The kit makes what follows alike for every module. The gate takes the one that uses the most of it.
  if (!chooseByForm(moduleNames, ['blog']).includes(name)) return;

  it('opens its list, and from there the form of a new row and the way back', async () => {
    const server = fakeServer(answers);
    const panel = openPanel(address, roles[0]);
    expect(await screen.findByText(/^Get started by /)).toBeDefined();
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    server.expectCalls(calls.list, [{ page: 1, per_page: pageSize }]);
    const [filter] = screen.getAllByRole<HTMLSelectElement>('combobox');
    await userEvent.selectOptions(filter!, filter!.options[1]!);
    await waitFor(() => expect(server.calls(calls.list)).toHaveLength(2));
    const [, filtered] = server.calls(calls.list);
    expect(Object.values(filtered!)).toContain(filter!.value);
    await userEvent.click(screen.getByRole('button', { name: /^(Create|Add) / }));
    await isAt(panel, `${address}/new`);
    expect((await screen.findAllByRole('textbox')).length).toBeGreaterThan(1);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(panel.address().startsWith(`${address}?`)).toBe(true));
  });

  it('searches while somebody types, and one step back leaves the search', async () => {
    const server = fakeServer(withRow);
    const panel = openPanel(['/admin/dashboard', `${address}?page=2`], roles[0]);
    const field = await screen.findByRole('searchbox', { name: 'Search' });
    typeAtOnce(field, 'loom');
    expect(server.calls(calls.list).some(({ search }) => search !== undefined)).toBe(false);
    await isAt(panel, `${address}?search=loom`);
    await waitFor(() => expect(lastCall(server)).toEqual({ ...firstPage, search: 'loom' }));
    fireEvent.change(field, { target: { value: 'looming' } });
    await isAt(panel, `${address}?search=looming`);
    await panel.goBack();
    expect(panel.address()).not.toContain('search');
    expect(panel.address().startsWith(address)).toBe(true);
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(''));
  });

  it('offers to clear the search and the filters that leave nothing', async () => {
    const server = fakeServer(answers);
    const panel = openPanel(address, roles[0]);
    await screen.findByText(/^Get started by /);
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
    const query = new URLSearchParams({ search: 'loom', [groups]: group });
    await panel.goTo(`${address}?${query}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await isAt(panel, address);
    expect(await screen.findByText(/^Get started by /)).toBeDefined();
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(''));
    await isFocused(() => screen.getByRole('heading', { level: 1 }));
    expect(lastCall(server)).toEqual(firstPage);
    await panel.goTo(`${address}?${new URLSearchParams({ [groups]: group })}`);
    expect(await screen.findByRole('button', { name: 'Clear filters' })).toBeDefined();
  });

  it('filters by what visitors see', async () => {
    const server = fakeServer(withRow);
    const panel = openPanel(address, roles[0]);
    await screen.findByRole('heading', { name: rowTitle });
    const status = screen.queryByLabelText<HTMLSelectElement>('Status');
    const expectQuery = async (query: object) =>
      waitFor(() => expect(lastCall(server)).toEqual({ ...firstPage, ...query }));
    if (schedule) {
      await userEvent.selectOptions(status!, dated.at(-1)!);
      await expectQuery({ state: 'ended' });
    }
    if (!publicBy) return;
    await userEvent.selectOptions(status!, labels[1]!);
    await isAt(panel, `${address}?${publicBy}=false`);
    await expectQuery({ [publicBy]: false, ...(schedule && { state: 'draft' }) });
    await userEvent.selectOptions(status!, labels[0]!);
    await expectQuery({ [publicBy]: true, ...(schedule && { state: 'published' }) });
    await userEvent.selectOptions(status!, 'All');
    await isAt(panel, address);
    await panel.goTo(`${address}?${publicBy}=perhaps`);
    await waitFor(() => expect(status!.value).toBe(''));
  });

  it('filters by the count that is pressed, until it is pressed again', async () => {
    const server = fakeServer(withRow);
    const panel = openPanel(`${address}?search=loom`, roles[0]);
    await screen.findByRole('heading', { name: rowTitle });
    const counts = screen.getAllByRole('button', { name: /: \d+$/ });
    const [filter] = screen.getAllByRole<HTMLSelectElement>('combobox');
    expect(counts).toHaveLength(filter!.options.length);
    const pressed = () => counts.map((count) => count.getAttribute('aria-pressed') === 'true').indexOf(true);
    expect(pressed()).toBe(0);
    counts[1]!.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(lastCall(server)).toEqual({ ...firstPage, search: 'loom', [groups]: group }));
    await waitFor(() => expect(pressed()).toBe(1));
    await waitFor(() => expect(filter!.value).toBe(group));
    expect(document.activeElement).toBe(counts[1]);
    await userEvent.click(counts[1]!);
    await isAt(panel, `${address}?search=loom`);
    await userEvent.click(counts[2]!);
    await waitFor(() => expect(pressed()).toBe(2));
    await userEvent.click(counts[0]!);
    await isAt(panel, `${address}?search=loom`);
    await waitFor(() => expect(pressed()).toBe(0));
  });

  it('leads from the title of a card to its form, and back to the list as it was', async () => {
    fakeServer({ ...withRow, [calls.one]: () => ({ [one]: stored }) });
    const panel = openPanel(`${address}?search=sample`, roles[0]);
    const link = await screen.findByRole('link', { name: rowTitle });
    expect(link.getAttribute('href')).toBe(`${address}/7/edit`);
    expect(within(screen.getByRole('heading', { name: rowTitle })).getByRole('link')).toBe(link);
    expect(screen.getByRole('button', { name: `Edit ${rowTitle}` })).toBeDefined();
    expect(screen.getByRole('button', { name: `Delete ${rowTitle}` })).toBeDefined();
    link.focus();
    await userEvent.keyboard('{Enter}');
    await isAt(panel, `${address}/7/edit`);
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await isAt(panel, `${address}?search=sample`);
  });

  it.each(chooseByForm(['Control', 'Meta'], ['Control']))(
    'saves by %s+S from within a field and stays, and leads to what was saved by its button',
    async (key) => {
      const server = fakeServer({
        ...withRow,
        [calls.one]: () => ({ [one]: stored }),
        [calls.update]: () => ({ success: true, [one]: { ...stored, version: 4 } }),
      });
      const panel = openPanel(`${address}/7/edit`, roles[0]);
      await userEvent.type(await screen.findByLabelText(columns[title]!.label), '!');
      await userEvent.keyboard(`{${key}>}s{/${key}}`);
      expect(await screen.findByText(/^Saved \d/)).toBeDefined();
      await isAt(panel, `${address}/7/edit`);
      expect(server.calls(calls.update)).toMatchObject([{ [title]: `${rowTitle}!` }]);
      await userEvent.click(screen.getByRole('button', { name: /^(Save|Update)/ }));
      await isAt(panel, address);
      const said = (await screen.findAllByText(/ saved$/)).at(-1)!;
      const link = within(said.closest<HTMLElement>('[role=status]')!).queryByRole('link');
      const pageOf = sitePages[name];
      expect(link?.getAttribute('href')).toBe(pageOf?.(7));
    },
  );

  it('opens its trash, and from there the list', async () => {
    fakeServer(answers);
    const panel = openPanel(`${address}/trash`, roles[0]);
    expect(await screen.findByText('The trash is empty')).toBeDefined();
    await userEvent.click(screen.getByRole('link', { name: /^Back to (?!Dashboard)/ }));
    await isAt(panel, address);
    expect(await screen.findByText(/^Get started by /)).toBeDefined();
  });
});
