import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeServer, openPanel, preparePanelTests } from '../support/panel-tests.tsx';
import type { OutputOf } from '../support/procedures.ts';
import { activityRow, type SecurityEvent, securityEvent } from '../support/rows.ts';

preparePanelTests();

const event = securityEvent();
const pageOf = (events: SecurityEvent[], total = events.length): OutputOf<'security.list'> => ({
  events,
  meta: { total, page: 1, per_page: 20 },
});
const changes: OutputOf<'activities.list'> = { activities: [], meta: { total: 0, page: 1, per_page: 15 } };
const list = '/admin/activities?log=access';

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
  const { address } = openPanel(`${list}&page=2&type=nothing`, 'admin');
  await screen.findByText('Ida Holm');
  server.expectCalls('security.list', [{ page: 2, per_page: 20 }]);
  await userEvent.selectOptions(screen.getByLabelText('Event'), 'Sign-in failed');
  await waitFor(() => expect(address()).toBe(`${list}&type=sign_in_refused`));
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
  await panel.goTo(`${list}&search=x`);
  expect(await screen.findByText('Try a different search or event.')).toBeDefined();
});

it('is closed to everybody but admins', async () => {
  const server = fakeServer({ 'activities.list': () => changes });
  openPanel(list, 'hr');
  await screen.findByText('No activities found');
  expect(server.calls('security.list')).toEqual([]);
  expect(screen.queryByRole('group', { name: 'Log' })).toBeNull();
});

it('is reached by its former address and by the switch, which keeps the shared filters', async () => {
  fakeServer({ 'security.list': () => pageOf([event]), 'activities.list': () => changes });
  const { address } = openPanel('/admin/security?user_id=7&type=sign_in', 'admin');
  await screen.findByText('Ida Holm');
  expect(address()).toBe(`${list}&user_id=7&type=sign_in`);
  const logs = within(screen.getByRole('group', { name: 'Log' }));
  await userEvent.click(logs.getByRole('link', { name: 'Changes' }));
  await screen.findByText('No activities found');
  expect(address()).toBe('/admin/activities?user_id=7');
});

it('shows both logs by time, and continues each after its last line', async () => {
  const at = (minute: number) => `2026-11-24T09:${String(minute).padStart(2, '0')}:00.000Z`;
  const events = Array.from({ length: 15 }, (_, place) =>
    securityEvent({ id: 50 - place, created_at: at(50 - 2 * place) }),
  );
  const entries = Array.from({ length: 15 }, (_, place) =>
    activityRow({ id: 90 - place, description: `Change ${90 - place}`, created_at: at(49 - 2 * place) }),
  );
  const server = fakeServer({
    'security.list': () => pageOf(events, 40),
    'activities.list': () => ({ activities: entries, meta: { total: 40, page: 1, per_page: 15 } }),
  });
  const { address } = openPanel('/admin/activities?log=both', 'admin');
  await screen.findByText('Change 90');
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
  expect(rows).toHaveLength(15);
  expect(rows[1]!.textContent).toContain('Change 90');
  await userEvent.click(screen.getByRole('button', { name: 'Older' }));
  await waitFor(() => expect(address()).toBe('/admin/activities?log=both&before=84.43'));
  await waitFor(() => expect(server.calls('activities.list').at(-1)).toMatchObject({ before: 84 }));
  expect(server.calls('security.list').at(-1)).toMatchObject({ before: 43 });
});
