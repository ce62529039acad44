import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { fakeServer, openPanel, preparePanelTests, refusal, typeAtOnce } from '../support/panel-tests.tsx';
import type { OutputOf } from '../support/procedures.ts';
import { eventRow, type Message, messageRow } from '../support/rows.ts';

preparePanelTests();

const inbox = '/admin/inbox';

const details = {
  name: 'helena Vogt',
  company: 'Vogt & Co',
  budget_range: '5,000',
  details: 'Two lines:\n<b>this</b> is one',
};
const phone = '+49 40 123';
const message = messageRow({
  kind: 'quotation',
  subject: 'Quotation request: Cloud',
  message: details.details,
  name: details.name,
  phone,
  details,
  attachment: { name: 'cv.pdf', path: '/api/admin/messages/5/attachment' },
});

/** An inbox that remembers what was done to it. */
function fakeInbox(...stored: Message[]) {
  let messages = stored;
  const events: OutputOf<'inbox.one'>['events'] = [];
  return fakeServer({
    'inbox.list': ({ is_read }) => {
      const shown = messages.filter((one) => is_read === undefined || one.is_read === is_read);
      return { messages: shown, meta: { total: shown.length, page: 1, per_page: 10 } };
    },
    'inbox.one': ({ id }) => ({
      message: messages.find((one) => one.id === id) ?? message,
      events,
      others: 2,
    }),
    'inbox.assignees': () => ({ assignees: [{ id: 3, name: 'Tom' }] }),
    'inbox.assign': ({ ids, user_id }) => {
      messages = messages.map((one) => ({ ...one, assignee: user_id === 3 ? { id: 3, name: 'Tom' } : null }));
      return { results: ids.map((id) => ({ id, outcome: 'changed', version: 1 })) };
    },
    'inbox.setState': ({ ids, state }) => {
      messages = messages.map((one) => ({ ...one, state }));
      return { results: ids.map((id) => ({ id, outcome: 'changed', version: 2 })) };
    },
    'inbox.note': ({ text }) => {
      events.push(eventRow({ user_name: 'Ada', text }));
      return { event: events.at(-1)! };
    },
    'inbox.markRead': ({ id }) => {
      messages = messages.map((one) => (one.id === id ? { ...one, is_read: true } : one));
      return { message: messages.find((one) => one.id === id)! };
    },
    'inbox.remove': ({ id }) => {
      messages = messages.filter((one) => one.id !== id);
      return { success: true };
    },
  });
}

async function openMessage() {
  await userEvent.click(await screen.findByRole('button', { name: /Quotation request: Cloud/ }));
  return screen.findByRole('dialog', { name: 'Message Details' });
}

describe('the list of messages', () => {
  it('tells of each message what it is and whether it is new', async () => {
    fakeInbox(message, { ...message, id: 6, subject: 'Seen', is_read: true });
    openPanel(inbox, 'hr');
    const row = await screen.findByRole('button', { name: /Quotation request: Cloud/ });
    for (const words of ['Unread:', 'New', 'helena Vogt', 'helena@example.com', /12 Nov 2025, /, /Two lines/])
      expect(within(row).getByText(words)).toBeDefined();
    const seen = screen.getByRole('button', { name: /Seen/ });
    expect(within(seen).getByText('Read:')).toBeDefined();
    expect(within(seen).queryByText('New')).toBeNull();
    expect(screen.getByText('Showing 1 to 2 of 2 messages')).toBeDefined();
  });

  it('shows only the beginning of a long message', async () => {
    fakeInbox({ ...message, message: `Dear all, ${'so '.repeat(100)}end.` });
    openPanel(inbox, 'hr');
    const row = await screen.findByRole('button', { name: /Quotation request: Cloud/ });
    expect(within(row).getByText(/^Dear all, /).textContent).toHaveLength(240);
  });

  it('searches, changes tabs, and says why it is empty', async () => {
    const server = fakeInbox();
    const { address } = openPanel(inbox, 'admin');
    expect(await screen.findByText('Your inbox is empty')).toBeDefined();
    expect(screen.getByRole('heading', { level: 1, name: 'Message Inbox' })).toBeDefined();
    await userEvent.click(screen.getByRole('tab', { name: 'Unread' }));
    typeAtOnce(screen.getByPlaceholderText('Search messages...'), ' cloud ');
    expect(await screen.findByText('Try adjusting your search terms')).toBeDefined();
    expect(screen.getByText('No messages found')).toBeDefined();
    expect(address()).toBe(`${inbox}?tab=unread&search=cloud`);
    await waitFor(() =>
      server.expectLastCall('inbox.list', {
        page: 1,
        per_page: 10,
        is_read: false,
        search: 'cloud',
        sort: 'listed_at:desc',
      }),
    );
  });

  it('offers at most five pages around the current one, and tells when there are more than counted', async () => {
    fakeServer({
      'inbox.list': ({ page }) => ({
        messages: [message],
        meta: { total: 10_000, page: Number(page), per_page: 10, total_is_minimum: true },
      }),
    });
    openPanel(`${inbox}?page=7`, 'admin');
    expect(await screen.findByText('Showing 61 to 61 of 10,000+ messages')).toBeDefined();
    const pager = screen.getByRole('navigation', { name: 'Pages' });
    const names = within(pager)
      .getAllByRole('button')
      .map((button) => button.textContent);
    expect(names).toEqual(['Previous', '5', '6', '7', '8', '9', 'Next']);
  });
});

describe('the inbox past its last page', () => {
  const many = (more: { total_is_minimum?: true }) =>
    fakeServer({
      'inbox.list': ({ page }) => ({
        messages: [message],
        meta: { total: 10_000, page: Number(page), per_page: 10, ...more },
      }),
    });
  const names = () => screen.queryAllByRole('button').map((button) => button.textContent);

  it('leads to what is older, and back to the newest', async () => {
    const server = many({ total_is_minimum: true });
    const { address } = openPanel(`${inbox}?tab=unread&page=1000`, 'admin');
    await userEvent.click(await screen.findByRole('button', { name: 'Older' }));
    expect(address()).toBe(`${inbox}?tab=unread&before=5`);
    expect(await screen.findByText('Showing 1 to 1 of 10,000+ older messages')).toBeDefined();
    server.expectLastCall('inbox.list', {
      page: 1,
      before: 5,
      per_page: 10,
      is_read: false,
      sort: 'listed_at:desc',
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Newest' }));
    expect(address()).toBe(`${inbox}?tab=unread`);
    await screen.findByText('Showing 1 to 1 of 10,000+ messages');
    expect(names()).not.toContain('Older');
    expect(names()).not.toContain('Newest');
  });

  it('offers nothing older where all is counted', async () => {
    many({});
    openPanel(`${inbox}?page=1500`, 'admin');
    await screen.findByText('Showing 9,991 to 9,991 of 10,000 messages');
    expect(names()).not.toContain('Older');
  });

  it('forgets where it began when another tab is chosen', async () => {
    many({ total_is_minimum: true });
    const { address } = openPanel(`${inbox}?before=5&page=3`, 'admin');
    await userEvent.click(await screen.findByRole('tab', { name: 'Unread' }));
    await waitFor(() => expect(address()).toBe(`${inbox}?tab=unread`));
  });
});

describe('an open message', () => {
  it('shows every part, the words as they were typed', async () => {
    fakeInbox({ ...message, is_read: true });
    openPanel(inbox, 'hr');
    const dialog = await openMessage();
    const words = (dialog.textContent ?? '').replace(/\s+/g, ' ');
    for (const part of [
      'Quotation request: Cloud',
      'Two lines: <b>this</b> is one',
      'CompanyVogt & Co',
      'Budget range5,000',
      '12 Nov 2025',
    ])
      expect(words).toContain(part);
    expect(within(dialog).getByText('H')).toBeDefined();
    expect(within(dialog).getByRole('link', { name: '+49 40 123' })).toBeDefined();
    const file = within(dialog).getByRole('link', { name: 'Download cv.pdf' });
    expect(file.getAttribute('href')).toBe('/api/admin/messages/5/attachment');
    const link = await within(dialog).findByRole('link', { name: 'Reply in your mail program' });
    const reply = new URL(link.getAttribute('href')!);
    expect(decodeURIComponent(reply.pathname)).toBe('helena@example.com');
    expect(reply.searchParams.get('subject')).toBe('Re: A question');
  });

  it('is not marked again, and shows no part twice', async () => {
    const all = { ...details, phone, email: message.email };
    const server = fakeInbox({ ...message, details: all, is_read: true });
    openPanel(inbox, 'hr');
    const dialog = await openMessage();
    expect(within(dialog).getAllByText(phone)).toHaveLength(1);
    expect(within(dialog).getAllByText(message.email)).toHaveLength(1);
    expect(server.calls('inbox.markRead')).toEqual([]);
  });

  it('is quoted in the reply, a long one in part', async () => {
    const words = 'word '.repeat(1000).trim();
    fakeInbox({ ...message, message: words });
    openPanel(inbox, 'hr');
    const dialog = await openMessage();
    const link = await within(dialog).findByRole('link', { name: 'Reply in your mail program' });
    const reply = new URL(link.getAttribute('href')!);
    const quote = reply.searchParams.get('body')!.trim();
    expect(quote).toBe(`> ${words.slice(0, 1500)} …`);
  });

  it('is marked as read when it is opened, also in the tab of unread ones, and stays open', async () => {
    const server = fakeInbox(message);
    const heard = vi.fn();
    window.addEventListener('message-read-status-changed', heard, { once: true });
    const { address } = openPanel(`${inbox}?tab=unread`, 'hr');
    const dialog = await openMessage();
    await waitFor(() => expect(heard).toHaveBeenCalled());
    await waitFor(() => expect(server.calls('inbox.list')).toHaveLength(2));
    server.expectCalls('inbox.markRead', [{ id: 5 }]);
    expect(within(dialog).getByText('helena Vogt')).toBeDefined();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe(`${inbox}?tab=unread`);
    expect(screen.getByText('No messages found')).toBeDefined();
  });

  it('says who works on it and how far it is, and takes notes', async () => {
    const server = fakeInbox({ ...message, is_read: true });
    openPanel(inbox, 'hr');
    const dialog = await openMessage();
    const others = await within(dialog).findByRole('link', { name: 'Also from this address (2)' });
    expect(others.getAttribute('href')).toBe(`${inbox}?search=helena%40example.com`);
    await within(dialog).findByRole('option', { name: 'Tom' });
    await userEvent.selectOptions(within(dialog).getByLabelText('Assigned to'), 'Tom');
    await userEvent.selectOptions(within(dialog).getByLabelText('State'), 'Done');
    await userEvent.type(within(dialog).getByLabelText('Note'), 'Ask Tom');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add note' }));
    expect(await within(dialog).findByText('Ask Tom', { selector: 'ol *' })).toBeDefined();
    await waitFor(() => expect(within(dialog).getByLabelText('Note')).toHaveProperty('value', ''));
    server.expectCalls('inbox.assign', [{ ids: [5], user_id: 3 }]);
    server.expectCalls('inbox.setState', [{ ids: [5], state: 'closed' }]);
    server.expectCalls('inbox.note', [{ id: 5, text: 'Ask Tom' }]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const row = await screen.findByRole('button', { name: /Assigned to\s*Tom/ });
    expect(within(row).getByRole('img', { name: 'Done' })).toBeDefined();
  });

  it('says when it could not be marked as read', async () => {
    fakeServer({
      'inbox.one': () => ({ message, events: [], others: 0 }),
      'inbox.assignees': () => ({ assignees: [] }),
      'inbox.list': () => ({ messages: [message], meta: { total: 1, page: 1, per_page: 10 } }),
      'inbox.markRead': () => {
        throw refusal(429, 'Too many calls.');
      },
    });
    openPanel(inbox, 'hr');
    await openMessage();
    expect((await screen.findByRole('alert', { hidden: true })).textContent).toContain(
      'Couldn’t mark the message as readToo many calls. Request req-1',
    );
  });

  it('is deleted after a question, and closes', async () => {
    const server = fakeInbox(message);
    openPanel(inbox, 'admin');
    const details = await openMessage();
    await userEvent.click(within(details).getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Message' });
    within(dialog).getByText(
      'Are you sure you want to delete this message from "helena Vogt"? This action cannot be undone and will permanently remove this message from your inbox.',
    );
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Delete Message' })).toBeNull());
    expect(screen.getByRole('dialog', { name: 'Message Details' })).toBeDefined();
    await userEvent.click(within(details).getByRole('button', { name: 'Delete' }));
    const again = await screen.findByRole('dialog', { name: 'Delete Message' });
    const trash = within(again).getByRole('button', { name: 'Move to trash' });
    await waitFor(() => expect(document.activeElement).toBe(trash));
    await userEvent.click(within(again).getByRole('button', { name: 'Delete Message' }));
    expect(await screen.findByText('No messages found')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    server.expectCalls('inbox.remove', [{ id: 5 }]);
  });
});
