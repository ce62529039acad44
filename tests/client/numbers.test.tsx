import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Role } from '../../src/shared/roles.ts';
import { addDays } from '../../src/shared/zoned-time.ts';
import {
  type Answers,
  emptyNumbers,
  fakeServer,
  openPanel,
  preparePanelTests,
} from '../support/panel-tests.tsx';
import type { OutputOf } from '../support/procedures.ts';

preparePanelTests();

const path = '/admin/numbers';
const hostile = '<img src=x onerror=alert(1)> \u202e';

type Sum = OutputOf<'visits.sums'>['sums'][number];
const sum = (more: Partial<Sum>): Sum => ({
  name: '/about',
  title: 'About',
  path: '/about',
  views: 12,
  visits: 8,
  sent: 0,
  ...more,
});

const rows: Record<string, Sum[]> = {
  page: [sum({ sent: 3 }), sum({ name: 'blog/7', title: hostile, path: '/blog/7', views: 5, visits: 2 })],
  from: [sum({ name: 'news.example', title: 'news.example', path: null, sent: null })],
  sent: [sum({ name: '/contact', title: 'Contact', path: '/contact', views: 40, sent: 3 })],
};

/** Answers with a visit on each of the last days. */
function answers(total: number): Answers {
  return {
    'visits.overview': ({ from = '', until = '' }) => {
      const empty = emptyNumbers();
      const points = Array.from({ length: total }, (_, at) => ({
        at: addDays(until, -at),
        views: 3,
        visits: at + 1,
        messages: 0,
        applications: 0,
      }));
      return {
        ...empty,
        is_counting: true,
        first_day: addDays(until, -total),
        present: {
          from,
          until,
          points,
          total: { views: 1234, visits: 8866, messages: 3, applications: 1 },
        },
        before: { ...empty.before, total: { views: 617, visits: 8866, messages: 0, applications: 4 } },
        programs: 1204,
        posts: [{ at: until, title: hostile }],
      };
    },
    'visits.sums': ({ by = 'day' }) => ({
      sums: rows[by] ?? [],
      meta: { total: by === 'page' ? 130 : 2, page: 1, per_page: 100 },
    }),
  };
}

describe('the numbers', () => {
  it('show figures with what they were before, tables, and who is missing', async () => {
    fakeServer(answers(3));
    openPanel(path, 'admin');
    expect(await screen.findByRole('heading', { name: 'Numbers' })).toBeDefined();
    for (const [label, words] of [
      ['Visits', '8,8660%, before: 8,866'],
      ['Views', '1,234+100%, before: 617'],
      ['Messages', '3before: 0'],
      ['Applications', '1-75%, before: 4'],
    ]) {
      const term = (await screen.findAllByText(label!)).find(({ tagName }) => tagName === 'DT');
      expect(term?.nextElementSibling?.textContent, label).toBe(words);
    }
    const pages = within(await screen.findByRole('table', { name: 'Pages' }));
    expect(pages.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'PageVisitsViewsMessages',
      'About8123',
      `${hostile}25`,
    ]);
    const hosts = within(await screen.findByRole('table', { name: 'Where from' }));
    expect(hosts.queryByRole('link')).toBeNull();
    const became = within(await screen.findByRole('table', { name: 'What became of it' }));
    expect(became.getAllByRole('row').at(-1)?.textContent).toBe('Contact4037.5%');
    expect(screen.getByText(/Left out as programs: 1,204/)).toBeDefined();
    const all = screen.getByRole('link', { name: 'Show all 130' });
    expect(all.getAttribute('href')).toBe('/admin/numbers?show=page');
  });

  it('have a chart that the arrow keys read', async () => {
    const user = userEvent.setup();
    fakeServer(answers(3));
    openPanel(`${path}?from=2026-11-01&until=2026-11-03`, 'admin');
    const chart = await screen.findByRole('img', { name: /^Visits a day, at most 3\./ });
    expect(chart.querySelectorAll('rect')).toHaveLength(3);
    chart.focus();
    const words = () => document.getElementById(chart.getAttribute('aria-describedby')!)?.textContent;
    for (const [key, expected] of [
      ['{ArrowRight}', '1 Nov: 3 visits, 0 in the period before'],
      ['{ArrowRight}', '2 Nov: 2 visits, 0 in the period before'],
      ['{End}', `3 Nov: 1 visit, 0 in the period before, published: ${hostile}`],
      ['{ArrowRight}', `3 Nov: 1 visit, 0 in the period before, published: ${hostile}`],
      ['{Home}', '1 Nov: 3 visits, 0 in the period before'],
    ] as const) {
      await user.keyboard(key);
      expect(words(), key).toBe(expected);
    }
    const table = within(screen.getByRole('table', { name: 'Visits a day', hidden: true }));
    expect(table.getAllByRole('row', { hidden: true })).toHaveLength(4);
  });

  it('keep period and comparison in the address', async () => {
    const user = userEvent.setup();
    const server = fakeServer(answers(3));
    const { address } = openPanel(path, 'admin');
    await user.selectOptions(await screen.findByLabelText('Period'), '7 days');
    await waitFor(() => expect(address()).toBe(`${path}?days=7`));
    await user.selectOptions(screen.getByLabelText('Compared with'), 'Nothing');
    await waitFor(() => expect(address()).toBe(`${path}?days=7&compare=none`));
    expect(screen.queryByText('before: 0')).toBeNull();
    const { from = '', until } = server.calls('visits.overview').at(-1)!;
    expect(addDays(from, 6)).toBe(until);
  });

  it.each<[role: Role, tables: string[]]>([
    ['admin', ['Pages', 'Where from', 'Campaigns', 'Screens', 'What became of it']],
    ['content_moderator', ['Pages', 'Where from', 'Campaigns', 'Screens']],
    ['hr', ['Pages', 'What became of it']],
  ])('show a role %s what it may see', async (role, tables) => {
    fakeServer(answers(3));
    openPanel(path, role);
    await screen.findByText(/Not counted:/);
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings).toEqual([...(role === 'hr' ? [] : ['Visits a day']), ...tables]);
  });

  it('say what will be here, and that nothing is counted', async () => {
    fakeServer({ 'visits.overview': () => ({ ...emptyNumbers(), is_counting: true }) });
    openPanel(path, 'admin');
    expect(await screen.findByText('Nothing has been counted yet')).toBeDefined();
    expect(screen.queryByRole('img', { name: /Visits/ })).toBeNull();
  });

  it('lead to the setting while nothing is counted', async () => {
    fakeServer({});
    openPanel(path, 'admin');
    const link = await screen.findByRole('link', { name: 'Count visits, under Privacy' });
    expect(link.getAttribute('href')).toBe('/admin/settings/privacy');
  });
});
