import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { type Answers, fakeServer, openPanel, prepareBrowser, refusal } from '../support/client.tsx';
import type { InputOf } from '../support/procedures.ts';
import { allChanged, messageRow, type Message } from '../support/rows.ts';

prepareBrowser();

const spam = '/admin/inbox?tab=spam';
const messageOf = (id: number): Message => ({
  ...messageRow({ id, subject: `Offer ${id}`, message: `Buy ${id}`, name: 'Rex' }),
  spam_reasons: ['Sent too fast', 'Many links'],
});

/** A spam folder that remembers what was done to it. */
function fakeSpam(answers: Answers = {}) {
  let messages = [messageOf(1), messageOf(2), messageOf(3)];
  const take = (...ids: number[]) => {
    messages = messages.filter(({ id }) => !ids.includes(id));
  };
  const takeMany = ({ ids }: InputOf<'inbox.removeMany'>) => {
    take(...ids);
    return allChanged(ids);
  };
  return fakeServer({
    'inbox.list': () => ({ messages, meta: { total: messages.length, page: 1, per_page: 10 } }),
    'inbox.notSpam': takeMany,
    'inbox.remove': ({ id }) => {
      take(Number(id));
      return { success: true };
    },
    'inbox.removeMany': takeMany,
    ...answers,
  });
}

const rowOf = (subject: string) => screen.getByRole('heading', { name: subject }).closest('li')!;
const isGone = (subject: string) =>
  waitFor(() => expect(screen.queryByRole('heading', { name: subject })).toBeNull());

it('tells of each message why it is held back', async () => {
  fakeSpam();
  openPanel(spam, 'hr');
  await screen.findByRole('heading', { name: 'Offer 1' });
  const reasons = within(rowOf('Offer 1')).getByRole('list', { name: 'Reasons' });
  expect(
    within(reasons)
      .getAllByRole('listitem')
      .map((reason) => reason.textContent),
  ).toEqual([...['Sent too fast', 'Many links']]);
  expect(within(rowOf('Offer 1')).getByText('Buy 1')).toBeDefined();
});

it('moves a message to the inbox', async () => {
  const answer = Promise.withResolvers<void>();
  let isMoved = false;
  const server = fakeSpam({
    'inbox.list': () => ({
      ...{ messages: isMoved ? [messageOf(1)] : [messageOf(1), messageOf(2)] },
      meta: { total: 2, page: 1, per_page: 10 },
    }),
    'inbox.notSpam': async () => {
      await answer.promise;
      isMoved = true;
      return allChanged([2]);
    },
  });
  openPanel(spam, 'hr');
  await userEvent.click(await screen.findByRole('button', { name: 'Not spam: Offer 2' }));
  const isBusy = (subject: string) =>
    screen.getByRole('button', { name: `Not spam: ${subject}` }).getAttribute('data-loading') === 'true';
  expect([isBusy('Offer 1'), isBusy('Offer 2')]).toEqual([false, true]);
  answer.resolve();
  expect(await screen.findByText('Moved to inbox')).toBeDefined();
  await isGone('Offer 2');
  server.expectCalls('inbox.notSpam', [{ ids: [2] }]);
});

it('says why a message could not be moved', async () => {
  fakeSpam({
    'inbox.notSpam': () => {
      throw refusal(500, 'Something went wrong.');
    },
  });
  openPanel(spam, 'hr');
  await userEvent.click(await screen.findByRole('button', { name: 'Not spam: Offer 2' }));
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Couldn’t move the message to the inboxSomething went wrong. Request req-1',
  );
});

it('deletes a message after a question', async () => {
  const server = fakeSpam();
  openPanel(spam, 'hr');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Offer 3' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete Message' });
  expect(dialog.textContent).toContain('delete this message from "Rex"?');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete Message' }));
  await isGone('Offer 3');
  server.expectCalls('inbox.remove', [{ id: 3 }]);
});

it('moves and deletes several messages', async () => {
  const server = fakeSpam();
  openPanel(spam, 'hr');
  const select = async (subject: string) =>
    userEvent.click(await screen.findByRole('checkbox', { name: `Select ${subject}` }));
  const bar = () => within(screen.getByRole('region', { name: 'Selected rows' }));
  await select('Offer 1');
  await userEvent.click(bar().getByRole('button', { name: 'Not spam' }));
  await isGone('Offer 1');
  server.expectCalls('inbox.notSpam', [{ ids: [1] }]);
  await select('Offer 2');
  await select('Offer 3');
  await userEvent.click(bar().getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete Message' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('No spam')).toBeDefined();
  server.expectCalls('inbox.removeMany', [{ ids: [2, 3] }]);
});
