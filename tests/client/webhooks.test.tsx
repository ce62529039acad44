// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { ApiOutputs } from '../../client/api/types.ts';
import { fakeServer, invalid, openPanel, preparePanelTests } from '../support/panel-tests.tsx';

preparePanelTests();

type Webhook = ApiOutputs['webhooks']['list']['webhooks'][number];
type Delivery = ApiOutputs['webhooks']['deliveries']['deliveries'][number];

const webhook: Webhook = {
  id: 3,
  name: 'Build',
  url: 'https://hooks.example.com/atrium',
  events: ['site.changed', 'blog.updated', 'from.a.newer.version'],
  is_active: true,
  off_reason: null,
  failing_since: null,
  waiting: 0,
};

const delivery: Delivery = {
  id: 41,
  event_id: 'msg_1',
  type: 'blog.updated',
  item: 'blog:7',
  payload: '{"type":"blog.updated"}',
  state: 'failed',
  tries: 10,
  created_at: '2026-11-01T09:00:00.000Z',
  next_try_at: null,
  status: 503,
  error: 'The answer was 503',
  took_ms: 80,
};

it('the list says which events a webhook has, why one is off, and since when one fails', async () => {
  fakeServer({
    'webhooks.list': () => ({
      webhooks: [
        webhook,
        {
          ...webhook,
          id: 4,
          name: 'Chat',
          is_active: false,
          off_reason: 'The site was restored.',
          waiting: 2,
        },
        { ...webhook, id: 5, name: 'Search', failing_since: '2026-11-01T09:00:00.000Z' },
      ],
    }),
  });
  openPanel('/admin/webhooks', 'admin');
  const rows = within(await screen.findByRole('list', { name: 'Webhooks' })).getAllByRole('listitem');
  expect(rows.map((row) => within(row).queryByText('Off') !== null)).toEqual([false, true, false]);
  expect(rows[0]!.textContent).toContain('The site changed, Posts updated, from.a.newer.version');
  expect(rows[1]!.textContent).toContain('The site was restored.2 wait.');
  expect(rows[2]!.textContent).toContain('Nothing has arrived since 1 Nov 2026');
});

it('a new webhook shows what the server refuses, and then its secret', async () => {
  let isRefused = true;
  const server = fakeServer({
    'webhooks.list': () => ({ webhooks: [] }),
    'webhooks.create': (input) => {
      if (isRefused) throw invalid('webhooks.create', { url: ['The address belongs to a private network'] });
      return { webhook: { ...webhook, ...input }, secret: 'whsec_secret' };
    },
  });
  openPanel('/admin/webhooks', 'admin');
  await userEvent.click(await screen.findByRole('button', { name: 'New webhook' }));
  const form = within(await screen.findByRole('dialog', { name: 'New webhook' }));
  await userEvent.type(form.getByLabelText('Name'), 'Build');
  await userEvent.type(form.getByLabelText('Address'), 'hooks.example.com/');
  await userEvent.click(form.getByLabelText('The site changed'));
  await userEvent.click(form.getByLabelText('Posts: updated'));
  await userEvent.click(form.getByText('Create webhook'));
  expect(await form.findByText('The address belongs to a private network')).toBeTruthy();
  isRefused = false;
  await userEvent.click(form.getByText('Create webhook'));
  const created = within(await screen.findByRole('dialog', { name: 'Webhook created' }));
  expect(created.getByLabelText('Secret')).toHaveProperty('value', 'whsec_secret');
  expect(server.calls('webhooks.create').at(-1)).toEqual({
    name: 'Build',
    url: 'https://hooks.example.com/',
    events: ['site.changed', 'blog.updated'],
  });
});

it('a change keeps an event that this version does not know', async () => {
  const server = fakeServer({
    'webhooks.list': () => ({ webhooks: [webhook] }),
    'webhooks.patch': () => ({ webhook }),
  });
  openPanel('/admin/webhooks', 'admin');
  await userEvent.click(await screen.findByRole('button', { name: 'Change Build' }));
  const form = within(await screen.findByRole('dialog', { name: 'Change webhook' }));
  await userEvent.click(form.getByLabelText('Posts: updated'));
  await userEvent.click(form.getByText('Save'));
  await expect
    .poll(() => server.calls('webhooks.patch').at(-1))
    .toMatchObject({ id: 3, events: ['site.changed', 'from.a.newer.version'] });
});

it('the deliveries say what became of each, and one is sent again', async () => {
  const repeated = Promise.withResolvers<{ success: true }>();
  const server = fakeServer({
    'webhooks.list': () => ({ webhooks: [webhook] }),
    'webhooks.deliveries': () => ({
      deliveries: [
        delivery,
        { ...delivery, id: 40, state: 'delivered', tries: 2, status: 204, error: null },
        { ...delivery, id: 39, state: 'waiting', next_try_at: '2026-11-01T10:00:00.000Z', tries: 1 },
      ],
    }),
    'webhooks.test': () => ({
      delivery: { ...delivery, type: 'ping', error: 'Redirects are not followed (302)' },
    }),
    'webhooks.repeat': () => repeated.promise,
  });
  openPanel('/admin/webhooks', 'admin');
  await userEvent.click(await screen.findByRole('button', { name: 'Deliveries of Build' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Deliveries of Build' }));
  const rows = within(await dialog.findByRole('list', { name: 'Deliveries' })).getAllByRole('listitem');
  const texts = ['The answer was 503. Given up after 10 tries', 'Accepted: 204 in 80 ms, try 2', 'Try 2 at'];
  for (const [at, text] of texts.entries()) expect(rows[at]!.textContent).toContain(text);
  expect(dialog.getAllByRole('button', { name: /^Send Posts updated, entry 7 again$/ })).toHaveLength(2);
  const [again] = dialog.getAllByRole<HTMLButtonElement>('button', { name: /again$/ });
  await userEvent.click(again!);
  await expect.poll(() => again!.ariaBusy).toBe('true');
  // A disabled button would lose the focus.
  expect(again!.disabled).toBe(false);
  await userEvent.click(again!);
  repeated.resolve({ success: true });
  await expect.poll(() => again!.ariaBusy).toBe('false');
  expect(server.calls('webhooks.repeat')).toEqual([{ id: 41 }]);
  await userEvent.click(dialog.getByRole('button', { name: 'Send a test' }));
  expect(await dialog.findByText('Redirects are not followed (302)')).toBeTruthy();
});

it('the secret is shown on request only, and replaced', async () => {
  const server = fakeServer({
    'webhooks.list': () => ({ webhooks: [webhook] }),
    'webhooks.secret': () => ({ secret: 'whsec_one' }),
    'webhooks.replaceSecret': () => ({ secret: 'whsec_two' }),
  });
  openPanel('/admin/webhooks', 'admin');
  await userEvent.click(await screen.findByRole('button', { name: 'Secret of Build' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Secret of Build' }));
  expect(server.calls('webhooks.secret')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Show' }));
  expect(await dialog.findByLabelText('Secret')).toHaveProperty('value', 'whsec_one');
  await userEvent.click(dialog.getByRole('button', { name: 'Replace' }));
  await expect.poll(() => (dialog.getByLabelText('Secret') as HTMLInputElement).value).toBe('whsec_two');
});
