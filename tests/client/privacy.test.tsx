import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { type Answers, fakeServer, openPanel, preparePanelTests, refusal } from '../support/panel-tests.tsx';
import type { OutputOf } from '../support/procedures.ts';

preparePanelTests();

const email = 'eva@example.com';
const person: OutputOf<'privacy.find'> = {
  email,
  account: null,
  files: 1,
  mails: ['2026-11-20T10:00:00.000Z', '2026-11-20T11:00:00.000Z'],
  places: [
    {
      place: 'messages',
      label: 'Messages',
      treatment: 'delete',
      count: 22,
      rows: [{ id: '7', title: 'Oak stairs', path: '/admin/inbox?message=7' }],
    },
    { place: 'versions', label: 'Earlier versions', treatment: 'forget', count: 2, rows: [] },
  ],
};
const erasure = { id: 1, created_at: '2026-11-25T10:00:00.000Z', user_name: 'Ada', counts: { messages: 22 } };

const answers: Answers = {
  'privacy.due': () => [],
  'privacy.erasures': () => ({ erasures: [{ ...erasure, reference: '', is_done: false }] }),
  'privacy.find': () => person,
  'privacy.erase': () => ({ erasure: { ...erasure, reference: 'Letter 7', is_done: true } }),
};

async function find() {
  await userEvent.type(await screen.findByLabelText('Email address of the person'), email);
  await userEvent.click(screen.getByRole('button', { name: 'Find' }));
}

it('finds a person, and erases them once the address is typed', async () => {
  const server = fakeServer(answers);
  openPanel('/admin/privacy', 'admin');
  expect(await screen.findByText(/^Not finished/)).toBeDefined();
  await find();
  const places = within(await screen.findByRole('list', { name: 'Places' }));
  expect(places.getByRole('link', { name: 'Oak stairs' }).getAttribute('href')).toBe(
    '/admin/inbox?message=7',
  );
  expect(places.getByText('and 21 more')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Erase...' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase a person' }));
  expect(dialog.getByText('Messages (22), 1 file')).toBeDefined();
  const mailbox = dialog.getByText('Mails in the mailbox itself stay; delete them there');
  expect(mailbox.nextElementSibling!.textContent).toMatch(/^\D*20\D*2026$|^\d+\/20\/2026$/);
  await userEvent.click(dialog.getByLabelText('Delete the earlier states too'));
  await userEvent.type(dialog.getByLabelText('Reference'), 'Letter 7');
  await userEvent.click(dialog.getByRole('button', { name: 'Erase' }));
  expect(dialog.getByText('This is not the address.')).toBeDefined();
  server.expectCalls('privacy.erase', []);
  await userEvent.type(dialog.getByLabelText('Type the address to confirm'), 'EVA@example.com');
  await userEvent.click(dialog.getByRole('button', { name: 'Erase' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  server.expectCalls('privacy.erase', [{ email, reference: 'Letter 7', forget: true }]);
  expect(screen.queryByRole('list', { name: 'Places' })).toBeNull();
});

it('shows the server’s words about an address at its field', async () => {
  const words = 'Email must be a valid email address';
  fakeServer({
    ...answers,
    'privacy.find': () => {
      throw refusal(422, 'Please correct the marked fields.', { email: [words] });
    },
  });
  openPanel('/admin/privacy', 'admin');
  await find();
  expect(await screen.findByText(words)).toBeDefined();
});
