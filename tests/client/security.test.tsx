import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { dashboardAnswers, fakeServer, openPanel, preparePanelTests } from '../support/panel-tests.tsx';
import type { OutputOf } from '../support/procedures.ts';
import { type SecurityEvent, securityEvent } from '../support/rows.ts';

preparePanelTests();

const event = securityEvent();
const pageOf = (events: SecurityEvent[], total = events.length): OutputOf<'security.list'> => ({
  events,
  meta: { total, page: 1, per_page: 20 },
});
const list = '/admin/security';

/** Returns the lines of the log as text. */
async function linesOf(events: SecurityEvent[]): Promise<string[]> {
  fakeServer({ 'security.list': () => pageOf(events) });
  openPanel(list, 'admin');
  const rows = within(await screen.findByRole('table')).getAllByRole('row');
  return rows.slice(1).map(({ textContent }) => textContent);
}

it('tells who did what, from where, and marks what was refused', async () => {
  const refused = securityEvent({
    id: 2,
    type: 'sign_in_refused',
    user_name: null,
    email: 'who@example.com',
    details: { reason: 'Wrong password' },
  });
  const [first, second] = await linesOf([event, refused]);
  expect(first).toContain('Signed inIda Holmida@example.com203.0.113.7');
  expect(second).toContain('Sign-in failedWrong passwordUnknownwho@example.com');
  const marks = [...document.querySelectorAll('tbody tr')].map((row) =>
    row.querySelector('[data-type=refusal]'),
  );
  expect(marks.map((mark) => mark !== null)).toEqual([false, true]);
});

it('tells the particulars of each kind of event, and shows an unknown kind as it is', async () => {
  const details = [
    { type: 'user_created', details: { name: 'Ada', email: 'ada@example.com', role: 'hr' } },
    { type: 'role_changed', details: { name: 'Ada', role: 'hr', before: 'user' } },
    { type: 'name_changed', details: { name: 'Ada', before: 'admin' } },
    { type: 'sessions_ended', details: { ended: 1 } },
    { type: 'sign_out', details: { ended: 2 } },
    { type: 'denied', details: { call: 'users.list' } },
    { type: 'message_deleted', details: { message: 7 } },
    { type: 'of_another_version', details: { kind: 'odd', role: 'owner' } },
  ];
  const lines = await linesOf(details.map((each, place) => ({ ...event, id: place + 1, ...each })));
  const expected = [
    'Account createdAda (ada@example.com) · Human resources',
    'Role changedAda · User → Human resources',
    'Name changedAda · before: admin',
    'Sessions ended1 session',
    'Signed out2 sessions',
    'Permission deniedusers.list',
    'Message deletedmessage 7',
    'of_another_versionowner · odd',
  ];
  expect(lines.map((line, place) => line.startsWith(`${expected[place]}Ida Holm`))).toEqual(
    expected.map(() => true),
  );
});

it('searches and filters by the address, from the first page on', async () => {
  const server = fakeServer({ 'security.list': () => pageOf([event], 40) });
  const { address } = openPanel(`${list}?page=2&type=nothing`, 'admin');
  await screen.findByText('Ida Holm');
  server.expectCalls('security.list', [{ page: 2, per_page: 20 }]);
  await userEvent.selectOptions(screen.getByLabelText('Event'), 'Sign-in failed');
  await waitFor(() => expect(address()).toBe(`${list}?type=sign_in_refused`));
  await userEvent.type(screen.getByLabelText('Search'), 'ida{Enter}');
  await waitFor(() =>
    server.expectLastCall('security.list', {
      page: 1,
      per_page: 20,
      type: 'sign_in_refused',
      search: 'ida',
    }),
  );
});

it('says that there is nothing, or nothing that fits', async () => {
  fakeServer({ 'security.list': () => pageOf([]) });
  const panel = openPanel(list, 'admin');
  expect(await screen.findByText('Sign-ins will appear here.')).toBeDefined();
  await panel.goTo(`${list}?search=x`);
  expect(await screen.findByText('Try a different search or event.')).toBeDefined();
});

it('is closed to everybody but admins', async () => {
  fakeServer(dashboardAnswers);
  const { address } = openPanel(list, 'hr');
  await waitFor(() => expect(address()).toBe('/admin/dashboard'));
});
