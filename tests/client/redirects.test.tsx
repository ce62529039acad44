import { textOfSpreadsheet } from '../../src/shared/text-of-file.ts';
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

it('reads a file as UTF-8, as UTF-16 with its mark, or as Excel saves it', () => {
  const text = 'Alt;Neu\n/größe;/contact\n';
  const utf16 = (mark: number[], swap: boolean) => {
    const codes = [...text].flatMap((letter) => {
      const code = letter.charCodeAt(0);
      return swap ? [code >> 8, code & 0xff] : [code & 0xff, code >> 8];
    });
    return new Uint8Array([...mark, ...codes]).buffer;
  };
  const files: [string, ArrayBuffer][] = [
    ['UTF-8', new TextEncoder().encode(text).buffer as ArrayBuffer],
    ['UTF-8 with a mark', new TextEncoder().encode(`\uFEFF${text}`).buffer as ArrayBuffer],
    ['UTF-16 LE', utf16([0xff, 0xfe], false)],
    ['UTF-16 BE', utf16([0xfe, 0xff], true)],
    ['windows-1252', new Uint8Array([...text].map((letter) => letter.charCodeAt(0))).buffer],
  ];
  for (const [encoding, bytes] of files)
    expect(textOfSpreadsheet(new Uint8Array(bytes)), encoding).toBe(text);
  expect(textOfSpreadsheet(new Uint8Array())).toBe('');
});
