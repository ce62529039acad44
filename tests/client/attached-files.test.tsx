import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { openPdf, PdfOutcome } from '../../client/admin/modules/inbox/open-pdf.ts';
import { PdfViewer } from '../../client/admin/modules/inbox/pdf-viewer.tsx';
import { fakeServer, openPanel, preparePanelTests } from '../support/panel-tests.tsx';
import { eventRow, messageRow } from '../support/rows.ts';

preparePanelTests();

const path = '/api/admin/messages/5/attachment';
const viewer = (outcome: Partial<PdfOutcome>, onReplaced = () => {}) => {
  const open = vi.fn<typeof openPdf>(async (_path, { into }) => {
    for (let page = 1; page <= (outcome.shown ?? 0); page += 1) into.append(document.createElement('canvas'));
    return { pages: 3, shown: 3, lacksPictures: false, ...outcome };
  });
  const { unmount } = render(
    <MantineProvider env="test">
      <PdfViewer name="cv.pdf" path={path} maxMs={70} open={open} onReplaced={onReplaced} />
    </MantineProvider>,
  );
  return { open, unmount };
};

it.each<[outcome: Partial<PdfOutcome>, words: RegExp]>([
  [{}, /^3 pages are shown\.$/],
  [{ pages: 1, shown: 1 }, /^1 page is shown\.$/],
  [{ pages: 213, shown: 50 }, /^The first 50 of 213 pages are shown\. Download$/],
  [{ lacksPictures: true }, /^Some pictures of this PDF can’t be shown here\. Download$/],
  [{ shown: 0, problem: 'protected' }, /^This PDF is protected with a password .* Download$/],
  [{ shown: 0, problem: 'damaged' }, /^This PDF is damaged .* Download$/],
  [{ shown: 0, problem: 'heavy' }, /^This PDF takes too long .* Download$/],
  [{ shown: 0, problem: 'missing' }, /^The file couldn’t be loaded\. Download$/],
  [{ shown: 2, problem: 'damaged' }, /^A part of this PDF is damaged .* Download$/],
  [{ shown: 2, problem: 'heavy' }, /^The other pages of this PDF take too long .* Download$/],
])('a PDF that ends as %j is told in words, with a download unless all is shown', async (outcome, words) => {
  const { open } = viewer(outcome);
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(words));
  expect(open.mock.calls[0]![1].maxMs).toBe(70);
  const isShown = outcome.shown !== 0;
  expect(screen.queryByRole('region', { name: 'cv.pdf' }) !== null).toBe(isShown);
  if (isShown) expect(screen.getByRole('region', { name: 'cv.pdf' })).toHaveProperty('tabIndex', 0);
  const link = screen.queryByRole('link', { name: 'Download' });
  if (link) expect(link.getAttribute('href')).toBe(path);
});

it('closes one PDF when another is opened, and ends its work when it is closed', async () => {
  const onReplaced = vi.fn();
  const first = viewer({}, onReplaced);
  expect(onReplaced).not.toHaveBeenCalled();
  const second = viewer({});
  expect(onReplaced).toHaveBeenCalledOnce();
  const signalOf = ({ open }: typeof first) => open.mock.calls[0]![1].signal;
  first.unmount();
  expect([signalOf(first).aborted, signalOf(second).aborted]).toEqual([true, false]);
  await screen.findByText('3 pages are shown.');
});

const files = ['plan.pdf', 'stairs.png', 'drawing.svg', 'tool.exe'].map((name, at) => ({
  name,
  bytes: 2048,
  path: `/api/admin/messages/files/${at + 1}`,
}));

it('offers to show a CV and the PDFs and pictures of a mail, and no other file', async () => {
  const message = messageRow({ kind: 'application', is_read: true, attachment: { name: 'cv.pdf', path } });
  const incoming = {
    name: 'Tom',
    address: 'tom@example.net',
    is_other_address: false,
    quoted: null,
    remarks: [],
    sender_check: null,
    source: null,
  };
  fakeServer({
    'inbox.one': () => ({
      message,
      events: [eventRow({ id: 40, type: 'mail', by: 'mail', text: 'My files.', incoming, files })],
      others: 0,
    }),
  });
  const answer = fetch;
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) =>
    address === path ? new Response('', { status: 404 }) : answer(address, init),
  );
  openPanel('/admin/inbox?message=5', 'hr');
  const show = await screen.findByRole('button', { name: 'Show CV' });
  expect(show.getAttribute('aria-expanded')).toBe('false');
  show.focus();
  await userEvent.keyboard('{Enter}');
  await screen.findByText(/The file couldn’t be loaded/);
  expect(screen.getByRole('button', { name: 'Hide CV' }).getAttribute('aria-expanded')).toBe('true');
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByText(/The file couldn’t be loaded/)).toBeNull();

  const list = within(await screen.findByRole('list', { name: 'Files of the mail' }));
  expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Show plan.pdf',
    'Show stairs.png',
  ]);
  await userEvent.click(list.getByRole('button', { name: 'Show stairs.png' }));
  const picture = list.getByRole('img', { name: 'stairs.png' });
  expect(picture.getAttribute('src')).toBe('/api/admin/messages/files/2/picture');
  fireEvent.error(picture);
  expect(list.getByRole('status').textContent).toBe('This picture can’t be shown here. Download');
  expect(list.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(
    '/api/admin/messages/files/2',
  );
});
