import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeServer, openPanel, preparePanelTests, refusal } from '../support/panel-tests.tsx';
import type { OutputOf } from '../support/procedures.ts';

preparePanelTests();

type Places = OutputOf<'team.places'>['places'];

/** Four members of two sections. The server stores each move, unless it refuses it. */
function openOrder(isRefused = false) {
  const rowOf = (id: number, title: string, group: string) => ({ id, title, group, is_public: true });
  const places: Places = [
    rowOf(1, 'Ada', 'leadership'),
    ...['Bob', 'Eve', 'Zoë'].map((title, at) => rowOf(at + 2, title, 'development')),
  ];
  const server = fakeServer({
    'team.places': () => ({ places: [...places] }),
    'team.move': ({ id, after }) => {
      if (isRefused) throw refusal(404, 'There is no such team member.');
      const [row] = places.splice(
        places.findIndex((each) => each.id === Number(id)),
        1,
      );
      const first = places.findIndex(({ group }) => group === row!.group);
      const at = after === null ? first : places.findIndex((each) => each.id === Number(after)) + 1;
      places.splice(at, 0, row!);
      return { success: true };
    },
  });
  openPanel('/admin/team/order', 'content_moderator');
  return server;
}

const section = async (name: string) => screen.findByRole('group', { name: new RegExp(`^${name}`) });
const names = async () =>
  within(await section('Development'))
    .getAllByRole('button', { name: /^Move .* up$/ })
    .map((button) => button.getAttribute('aria-label')!.replace(/^Move (.*) up$/, '$1'));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('moves a row by its buttons, says where it is, and keeps the focus', async () => {
  const server = openOrder();
  await press('Move Bob down');
  expect(await names()).toEqual(['Eve', 'Bob', 'Zoë']);
  expect(screen.getByText('Bob moved to position 2 of 3')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Bob down' }));
  await press('Move Zoë up');
  await press('Move Zoë up');
  expect(await names()).toEqual(['Zoë', 'Eve', 'Bob']);
  await waitFor(() =>
    server.expectCalls('team.move', [
      { id: 2, after: 3 },
      { id: 4, after: 3 },
      { id: 4, after: null },
    ]),
  );
  expect(within(await section('Leadership')).queryByRole('button', { name: 'Move Ada down' })).toBeNull();
});

it('moves a row to the position that is typed, if there is one', async () => {
  const server = openOrder();
  await press('Move Zoë to …');
  const dialog = await screen.findByRole('dialog', { name: 'Move Zoë' });
  const position = within(dialog).getByLabelText('New position');
  await userEvent.clear(position);
  await userEvent.type(position, '4{Enter}');
  expect(within(dialog).getByText('Enter a number from 1 to 3.')).toBeDefined();
  await userEvent.clear(position);
  await userEvent.type(position, '2{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await names()).toEqual(['Bob', 'Zoë', 'Eve']);
  await waitFor(() => server.expectCalls('team.move', [{ id: 4, after: 2 }]));
});

it('shows the stored order again when a move is refused', async () => {
  openOrder(true);
  await press('Move Bob down');
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t move the team member');
  await waitFor(async () => expect(await names()).toEqual(['Bob', 'Eve', 'Zoë']));
});
