// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { MessagesChanged } from '../../client/admin/core/reload.ts';
import { type Answers, fakeServer, openPanel, preparePanelTests, refusal } from '../support/panel-tests.tsx';
import { eventRow, messageRow, replyDraft } from '../support/rows.ts';
import { chooseByForm } from '../support/test-form.ts';

preparePanelTests();

const message = messageRow({ id: 5, subject: 'Oak stairs', name: 'Eva', is_read: true });
const sent = (words: Parameters<typeof eventRow>[0] = {}) =>
  eventRow({
    id: 12,
    type: 'reply',
    by: 'mail',
    text: 'Gladly.',
    mail: { state: 'queued', subject: 'Re: Oak stairs', note: null, at: null },
    ...words,
  });

function fakeMailbox(answers: Answers = {}) {
  const events = [eventRow({ id: 11, text: 'Ask Tom' })];
  const server = fakeServer({
    'inbox.list': () => ({ messages: [message], meta: { total: 1, page: 1, per_page: 10 } }),
    'inbox.one': () => ({ message, events: [...events], others: 0 }),
    'inbox.state': () => ({ unread: 0, newest: null, has_server: true }),
    'inbox.draftReply': () =>
      replyDraft({
        templates: [{ key: 'a', name: 'Offer', subject: 'Our offer', text: 'Dear Eva, here is our offer.' }],
      }),
    'inbox.reply': () => {
      events.push(sent());
      return { event: events.at(-1)! };
    },
    'inbox.removeReply': () => {
      events.pop();
      return { success: true };
    },
    'inbox.note': ({ text }) => ({ event: eventRow({ id: 13, text }) }),
    ...answers,
  });
  return { server, events };
}

const openReply = async () => {
  openPanel('/admin/inbox?message=5', 'hr');
  await screen.findByText('Ask Tom');
  await userEvent.click(screen.getByRole('button', { name: 'Reply' }));
  return within(await screen.findByRole('region', { name: 'Answer' }));
};

it('sends a template with the newest event that was seen, and takes the words back when the answer is cancelled', async () => {
  const { server } = fakeMailbox();
  const form = await openReply();
  await userEvent.selectOptions(form.getByLabelText('Template'), 'Offer');
  expect(form.getByLabelText('Subject')).toHaveProperty('value', 'Our offer');
  await userEvent.click(form.getByRole('button', { name: 'Send answer' }));
  await screen.findByText('Goes out in a few seconds');
  const [call] = server.calls('inbox.reply');
  expect(call).toMatchObject({
    text: 'Dear Eva, here is our offer.',
    subject: 'Our offer',
    last_event: '11',
  });
  expect(screen.queryByRole('region', { name: 'Answer' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  const again = within(await screen.findByRole('region', { name: 'Answer' }));
  expect(again.getByLabelText('Answer')).toHaveProperty('value', 'Gladly.');
});

it.each(chooseByForm([1, 2], [2]))(
  'closes the answer form beside message %i by each of its three buttons',
  async (id) => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
    const own = { ...message, id };
    fakeMailbox({
      'inbox.list': () => ({ messages: [own], meta: { total: 1, page: 1, per_page: 10 } }),
      'inbox.one': () => ({ message: own, events: [], others: 0 }),
      'inbox.reply': () => ({ event: sent() }),
    });
    openPanel(`/admin/inbox?message=${id}`, 'hr');
    for (const way of ['Keep for later', 'Discard', 'Send answer']) {
      await userEvent.click(await screen.findByRole('button', { name: 'Reply' }));
      const form = within(await screen.findByRole('region', { name: 'Answer' }));
      await userEvent.type(form.getByLabelText('Answer'), 'Yes');
      await userEvent.click(form.getByRole('button', { name: way }));
      await waitFor(() => expect(screen.queryByRole('region', { name: 'Answer' }), way).toBeNull());
    }
  },
);

it('shows an answer of somebody else that was not seen, and keeps the words for sending or as a note', async () => {
  let asked = 0;
  const other = sent({ id: 20, user_name: 'Tom', text: 'From Tom' });
  const { server } = fakeMailbox({
    'inbox.reply': () => {
      asked += 1;
      if (asked === 1) {
        const { data } = refusal(409, 'Tom has answered in the meantime.');
        throw { data: { ...data, current: other } };
      }
      return { event: sent({ id: 21 }) };
    },
  });
  const form = await openReply();
  await userEvent.type(form.getByLabelText('Answer'), 'From me');
  await userEvent.click(form.getByRole('button', { name: 'Send answer' }));
  expect(await form.findByText('From Tom')).toBeDefined();
  expect(form.getByLabelText('Answer')).toHaveProperty('value', 'From me');
  await userEvent.click(form.getByRole('button', { name: 'Send anyway' }));
  await waitFor(() => expect(server.calls('inbox.reply')).toHaveLength(2));
  expect(server.calls('inbox.reply')[1]).toMatchObject({ text: 'From me', last_event: '20' });
});

const arrived = (words: Parameters<typeof eventRow>[0] = {}) =>
  eventRow({
    id: 40,
    type: 'mail',
    by: 'mail',
    user_name: '',
    text: 'Tuesday suits us.',
    incoming: {
      name: 'Tom',
      address: 'tom@example.net',
      is_other_address: true,
      quoted: 'Ada wrote: Gladly.',
      remarks: ['Only 10 files of a mail are kept. Not kept: f10.txt.'],
      sender_check: 'fail',
      source: '/api/admin/messages/mails/40',
    },
    files: [
      {
        name: 'plan.exe',
        bytes: 2048,
        path: '/api/admin/messages/files/3',
        warning: 'This file is a program.',
      },
    ],
    ...words,
  });

it.each(['hr', 'admin'] as const)(
  'shows %s a mail with its text, files and remarks, the earlier mails folded, and the source to admins alone',
  async (role) => {
    const { events } = fakeMailbox();
    events.push(arrived());
    openPanel('/admin/inbox?message=5', role);
    const entry = within((await screen.findByText('Tuesday suits us.')).closest('li')!);
    expect(entry.getByText(/Mail from Tom/)).toBeDefined();
    expect(entry.getByText(/^From another address/).textContent).toContain('tom@example.net');
    expect(entry.getByText(/has not sent the mail/)).toBeDefined();
    const file = entry.getByRole('link', { name: 'plan.exe' });
    expect(file.getAttribute('href')).toBe('/api/admin/messages/files/3');
    expect(entry.getByText('This file is a program.')).toBeDefined();
    expect(entry.getByText(/Not kept: f10\.txt/)).toBeDefined();
    expect(entry.getByText('Ada wrote: Gladly.').closest('details')!.open).toBe(false);
    expect(entry.queryByRole('link', { name: 'Mail as it came' }) !== null).toBe(role === 'admin');
  },
);

it('shows beside a half-written answer that a reply has arrived', async () => {
  const { events } = fakeMailbox();
  const form = await openReply();
  await userEvent.type(form.getByLabelText('Answer'), 'Half');
  expect(form.queryByText('A reply has arrived')).toBeNull();
  events.push(arrived());
  act(() => void window.dispatchEvent(new MessagesChanged([5])));
  expect(await form.findByText('A reply has arrived')).toBeDefined();
  expect(form.getByText('Tuesday suits us.')).toBeDefined();
  expect(form.getByLabelText('Answer')).toHaveProperty('value', 'Half');
});

it('says in words how far each answer is, with what can be done about it', async () => {
  const { events } = fakeMailbox({
    'inbox.removeReply': ({ id }) => {
      const one = events.find((event) => String(event.id) === String(id))!;
      one.mail = { ...one.mail!, state: 'discarded' };
      return { success: true };
    },
  });
  const states = [
    ['sent', '250 OK', 'Accepted by the mail server', ['It came back', 'Make a template of this answer']],
    ['refused', '550 5.1.1 No such user here', 'Not accepted: 550 5.1.1', ['Send again', 'Discard']],
    ['unclear', 'It may have arrived.', 'It may have arrived.', ['Send again', 'Count as sent']],
    ['queued', '421 Busy', 'Waiting: 421 Busy. Next try', ['Cancel']],
    ['discarded', null, 'Discarded', ['Write again']],
    ['returned', '550 No such user', 'It came back: 550 No such user', ['Write again']],
  ] as const;
  for (const [index, [state, note]] of states.entries()) {
    const mail = { state, subject: 'Re: Oak stairs', note, at: message.created_at };
    events.push(sent({ id: 30 + index, text: `Words ${index}`, mail }));
  }
  openPanel('/admin/inbox?message=5', 'hr');
  const entryOf = async (index: number) => (await screen.findByText(`Words ${index}`)).closest('li')!;
  for (const [index, [, , words, acts]] of states.entries()) {
    const entry = await entryOf(index);
    expect(entry.textContent).toContain(words);
    const buttons = within(entry).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual(acts);
  }
  // The act takes the button away, and the next key reaches the message.
  await userEvent.click(within(await entryOf(1)).getByRole('button', { name: 'Discard' }));
  const subject = screen.getByRole('heading', { level: 3 });
  await waitFor(() => expect(document.activeElement).toBe(subject));
});

it('sends by Ctrl+Enter, and by Ctrl+Shift+Enter is done with the message too', async () => {
  const setState = vi.fn(() => ({ results: [{ id: 5, outcome: 'changed' as const, version: 9 }] }));
  const { server } = fakeMailbox({ 'inbox.setState': setState });
  await openReply();
  await userEvent.keyboard('Gladly.{Control>}{Enter}{/Control}');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Answer' })).toBeNull());
  const subject = screen.getByRole('heading', { level: 3 });
  await waitFor(() => expect(document.activeElement).toBe(subject));
  expect(setState).not.toHaveBeenCalled();
  await userEvent.keyboard('r');
  await screen.findByRole('region', { name: 'Answer' });
  await userEvent.keyboard('Soon.{Escape}');
  expect(document.activeElement).toBe(subject);
  await userEvent.keyboard('r{Control>}{Shift>}{Enter}{/Shift}{/Control}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls('inbox.reply')).toMatchObject([{ text: 'Gladly.' }, { text: 'Soon.' }]);
  server.expectCalls('inbox.setState', [{ ids: [5], state: 'closed' }]);
});

it('makes a template of an answer, with placeholders for what belongs to this message alone', async () => {
  const group = {
    group: 'answers' as const,
    label: 'Answers',
    version: 4,
    updated_at: null,
    defaults: {},
    language: 'en' as const,
    trade: '' as const,
    value: { templates: [{ key: 'a', name: 'Offer' }], signature: '{me}', receipt: '' },
  };
  const text = 'Dear Ms Stone,\nthank you, Eva Stone, about K7PZ2QXM.\nStones are ready.\nAda';
  const own = { ...message, name: 'Eva Stone', details: { reference: 'K7PZ2QXM' } };
  const { server } = fakeMailbox({
    'inbox.one': () => ({
      message: own,
      events: [sent({ text, mail: { state: 'sent', subject: '', note: '250 OK', at: null } })],
      others: 0,
    }),
    'settings.one': () => group,
    'settings.update': () => ({ ...group, version: 5, merged: [] }),
  });
  openPanel('/admin/inbox?message=5', 'hr');
  const name = 'Make a template of this answer';
  const begin = await screen.findByRole('button', { name });
  await userEvent.click(begin);
  const dialog = within(await screen.findByRole('dialog', { name }));
  expect(document.activeElement).toBe(dialog.getByLabelText('Name'));
  const template = 'Dear Ms {name},\nthank you, {name}, about {reference}.\nStones are ready.\n{me}';
  expect(dialog.getByLabelText('Text')).toHaveProperty('value', template);
  await userEvent.type(dialog.getByLabelText('Name'), 'Ready');
  await userEvent.selectOptions(dialog.getByLabelText('For'), 'Contact');
  await userEvent.click(dialog.getByRole('button', { name: 'Save template' }));
  await screen.findByText('Template saved');
  expect(server.calls('settings.update')).toMatchObject([
    {
      group: 'answers',
      version: 4,
      value: {
        templates: [{ key: 'a' }, { name: 'Ready', kind: 'contact', subject: '', text: template }],
        signature: '{me}',
      },
    },
  ]);
  await waitFor(() => expect(document.activeElement).toBe(begin));
});
