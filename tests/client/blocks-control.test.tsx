import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Block } from '../../src/shared/column-types.ts';
import { pageColumns } from '../../src/modules/pages/pages.facts.ts';
import { mergeBlocks } from '../../client/admin/resource/merge-blocks.ts';
import { conflict, fakeServer, openPanel, preparePanelTests } from '../support/panel-tests.tsx';

preparePanelTests();

const entries = [
  { question: 'How long?', answer: '<p>Two weeks</p>' },
  { question: 'How much?', answer: '<p>Little</p>' },
];
const noPages = Object.fromEntries(pageColumns.place.values.map((place) => [place, 0])) as Record<
  (typeof pageColumns.place.values)[number],
  number
>;
const page = {
  id: 7,
  version: 1,
  title: 'Prices',
  intro: null,
  place: 'Page' as const,
  is_published: false,
  published_at: null,
  unpublish_at: null,
  slug: null,
  seo_title: null,
  seo_description: null,
  share_picture: null,
  is_hidden_from_search: false,
  canonical_url: '',
  lang: null,
  created_at: '2025-11-12T14:05:00.000Z',
  updated_at: '2025-11-12T14:05:00.000Z',
  state: 'draft' as const,
  path: '/pages/7',
  blocks: [
    {
      key: 'action-1',
      kind: 'action',
      heading: 'Ask',
      intro: '',
      look: 'Deep',
      button_label: '',
      button_url: '',
    },
    { key: 'faq-1', kind: 'faq', heading: 'Questions', entries },
    { key: 'map-1', kind: 'map', place: 'Here' },
  ],
};

it('edits blocks in rows that are closed until somebody opens one', async () => {
  const sent: { blocks?: unknown }[] = [];
  fakeServer({
    'pages.one': () => ({ page }),
    'pages.list': () => ({
      pages: [],
      meta: { total: 0, page: 1, per_page: 12 },
      stats: { total: 0, by: noPages },
    }),
    'addresses.pages.list': () => ({ addresses: [] }),
    'pages.update': (input) => {
      sent.push(input as { blocks?: unknown });
      return { page };
    },
  });
  openPanel('/admin/pages/7/edit', 'admin');
  const list = await screen.findByRole('group', { name: 'Content' });
  const press = (name: string, place = list) =>
    userEvent.click(within(place).getByRole('button', { name, exact: true } as never));

  // Only the fields of an open row exist
  expect(within(list).queryByLabelText('Heading')).toBeNull();
  await press('Call to action: Ask');
  await userEvent.type(within(list).getByLabelText('Heading'), ' us');
  expect(within(list).getByRole('button', { name: 'Call to action: Ask us' })).toBeDefined();

  // Moved, duplicated, removed, and brought back
  await press('Move Call to action: Ask us down');
  expect(within(list).getByLabelText<HTMLInputElement>('Heading').value).toBe('Ask us');
  await press('Remove map');
  expect(within(list).queryByRole('button', { name: 'map' })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(within(list).getByRole('button', { name: 'map' })).toBeDefined());
  await press('Questions and answers: Questions');
  await press('Duplicate How much?');

  // A new one is found by typing, and its first field has the focus
  await press('Add block');
  await userEvent.type(await screen.findByLabelText('Find a block'), 'figu{Enter}');
  const focused = () => document.activeElement?.closest('[data-path]')?.getAttribute('data-path');
  await waitFor(() => expect(focused()).toBe('blocks.3.heading'));
  await userEvent.keyboard('In figures');

  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.blocks).toEqual([
    { ...page.blocks[1], entries: [...entries, entries[1]] },
    { ...page.blocks[0], heading: 'Ask us' },
    page.blocks[2],
    { key: 'figures-1', kind: 'figures', heading: 'In figures', figures: [] },
  ]);
});

it.each([
  {
    kind: 'figures',
    list: 'Figures',
    values: { figures: ['4', '5', '6'].map((number) => ({ number, unit: '', meaning: '' })) },
    names: ['figure 1', 'figure 2', 'figure 3'],
    next: 'Number 2',
  },
  {
    kind: 'projects',
    list: 'Projects',
    values: { projects: [1, 2, 3] },
    names: ['One', 'Two', 'Three'],
    next: 'Move Three up',
  },
])(
  'says which of the $list of a block was moved or removed, and the focus follows',
  async ({ kind, list, values, names, next }) => {
    const block = { key: `${kind}-1`, kind, heading: 'Made', intro: '', look: 'Plain', ...values };
    fakeServer({
      'pages.one': () => ({ page: { ...page, blocks: [block] } }),
      'addresses.pages.list': () => ({ addresses: [] }),
      'portfolio.places': () => ({
        places: ['One', 'Two', 'Three'].map((title, index) => ({
          id: index + 1,
          title,
          group: null,
          is_public: true,
        })),
      }),
    });
    openPanel('/admin/pages/7/edit', 'admin');
    const blocks = await screen.findByRole('group', { name: 'Content' });
    await userEvent.click(within(blocks).getByRole('button', { name: /: Made$/, expanded: false }));
    const inner = within(await screen.findByRole('group', { name: list }));
    const button = (name: string) => inner.getByRole('button', { name });
    await userEvent.click(await inner.findByRole('button', { name: `Move ${names[0]} down` }));
    expect(inner.getByRole('status').textContent).toBe(`${names[0]} moved to position 2 of 3`);
    const name = kind === 'figures' ? names[1] : names[0];
    expect(document.activeElement).toBe(button(`Move ${name} down`));
    await userEvent.click(button(`Remove ${name}`));
    expect(inner.getByRole('status').textContent).toBe(`${name} removed`);
    expect(document.activeElement?.getAttribute('aria-label')).toBe(next);
  },
);

it('offers no undo of a removed block after its page was left', async () => {
  fakeServer({
    'pages.one': () => ({ page }),
    'pages.list': () => ({
      pages: [],
      meta: { total: 0, page: 1, per_page: 12 },
      stats: { total: 0, by: noPages },
    }),
    'addresses.pages.list': () => ({ addresses: [] }),
  });
  openPanel('/admin/pages/7/edit', 'admin');
  const list = await screen.findByRole('group', { name: 'Content' });
  await userEvent.click(within(list).getByRole('button', { name: 'Remove map' }));
  await screen.findByRole('button', { name: 'Undo' });
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
});

it('joins what two people have changed in different blocks, and asks when both have changed the same one', async () => {
  const withHeading = (key: string, heading: string, of: readonly Block[]) =>
    of.map((block) => (block.key === key ? { ...block, heading } : block));
  const sent: { version?: unknown; blocks?: unknown }[] = [];
  const theirs = { ...page, version: 4, blocks: withHeading('faq-1', 'Theirs', page.blocks) };
  fakeServer({
    'pages.one': () => ({ page }),
    'pages.list': () => ({
      pages: [],
      meta: { total: 0, page: 1, per_page: 12 },
      stats: { total: 0, by: noPages },
    }),
    'addresses.pages.list': () => ({ addresses: [] }),
    'pages.update': (input) => {
      sent.push(input as (typeof sent)[number]);
      if (sent.length === 1) throw conflict(theirs);
      return { page: theirs };
    },
  });
  openPanel('/admin/pages/7/edit', 'admin');
  const list = await screen.findByRole('group', { name: 'Content' });
  await userEvent.click(within(list).getByRole('button', { name: 'Call to action: Ask' }));
  await userEvent.type(within(list).getByLabelText('Heading'), ' us');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('Updated with their changes: Content. Save again');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({
    version: 4,
    blocks: withHeading('action-1', 'Ask us', theirs.blocks),
  });

  // Blocks by their keys and a letter that is their content
  const blocks = (text: string) =>
    text
      .split(' ')
      .filter(Boolean)
      .map((word) => ({ key: `text-${word[0]}`, kind: 'text', heading: word.slice(1) }));
  const cases: [base: string, mine: string, theirs: string, merged: string | undefined][] = [
    ['1 2 3', '1a 2 3', '1 2b 3', '1a 2b 3'],
    ['1 2 3', '1a 2 3', '1b 2 3', undefined],
    ['1 2 3', '1a 2 3', '1a 2b 3', '1a 2b 3'],
    ['1 2 3', '2 3', '1 2b 3', '2b 3'],
    ['1 2 3', '2 3', '1b 2 3', undefined],
    ['1 2 3', '3 1 2', '1 2 3b', '3b 1 2'],
    ['1 2 3', '3 1 2', '2 1 3', undefined],
    // New blocks stay behind the one that they were behind
    ['1 2', '1 4a 2', '5b 1 2', '5b 1 4a 2'],
    ['1 2', '1 2 4a', '2 5b 1', '2 4a 5b 1'],
    ['1 2', '1 4a 2', '1 2', '1 4a 2'],
    ['1 2', '1 2 3a', '1 2 3a', '1 2 3a'],
    // Two new ones with the same key both stay
    ['1 2', '1 2 3a', '3b 1 2', '3b 1 2 4a'],
  ];
  for (const [base, mine, their, merged] of cases) {
    const found = mergeBlocks(blocks(base), blocks(mine), blocks(their));
    const text = found?.map(({ key, heading }) => key.slice('text-'.length) + heading).join(' ');
    expect(text, `${base} | ${mine} | ${their}`).toBe(merged);
  }
});
