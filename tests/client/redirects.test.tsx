import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeServer, openPanel, preparePanelTests } from '../support/panel-tests.tsx';

preparePanelTests();

const at = '2026-01-02T10:00:00.000Z';

it('names the lines of a file that were not added, and takes a missed address into the form', async () => {
  let sent = '';
  fakeServer({
    'addresses.redirects.list': () => ({
      redirects: [{ path: '/news/*', target: '/blog/*', since: at, is_broken: false }],
      total: 1,
    }),
    'addresses.redirects.missed': () => ({ missed: [{ path: '/lost', misses: 3, last_at: at }] }),
    'addresses.redirects.importCsv': ({ csv }) => {
      sent = csv;
      return { added: 2, known: 1, refused: [{ line: 3, path: '/old', problem: 'No page.' }] };
    },
  });
  openPanel('/admin/settings/redirects', 'admin');
  const listed = within(await screen.findByRole('list', { name: 'Redirects' }));
  expect(listed.getByRole('listitem').textContent).toContain('/news/*leads to /blog/*');

  const file = new File(['/a,/services'], 'old.csv', { type: 'text/csv' });
  const user = userEvent.setup();
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file);
  const refused = within(await screen.findByRole('list', { name: 'Lines that were not added' }));
  expect(refused.getByRole('listitem').textContent).toBe('Line 3: /oldNo page.');
  expect(screen.getByText(/2 redirects added\. 1 redirect was there already\./)).toBeTruthy();
  expect(sent).toBe('/a,/services');

  const missed = within(screen.getByRole('list', { name: 'Missed addresses' }));
  expect(missed.getByRole('listitem').textContent).toContain('/lost3 times, last on');
  await user.click(missed.getByRole('button', { name: 'Redirect /lost' }));
  expect(screen.getByLabelText<HTMLInputElement>('Old address').value).toBe('/lost');
  expect(document.activeElement).toBe(screen.getByLabelText('Page'));
});
