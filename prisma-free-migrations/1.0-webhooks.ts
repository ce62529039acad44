import { createTable, type Db } from './schema.ts';

/** The addresses of other programs, and the events for them. */
export async function addWebhooks(db: Db): Promise<void> {
  await createTable(db, 'webhooks', {
    id: 'id',
    name: 'text',
    url: 'text',
    events: 'json',
    secret: 'text?',
    old_secret: 'text?',
    secret_replaced_at: 'moment?',
    is_active: ['boolean', true],
    off_reason: 'text?',
    failing_since: 'moment?',
    user_id: 'integer?',
    created_at: 'moment',
  });
  await createTable(
    db,
    'webhook_deliveries',
    {
      id: 'id',
      webhook_id: 'integer',
      event_id: 'text',
      type: 'text',
      item: 'text',
      payload: 'text',
      state: ['text', 'waiting'],
      tries: ['integer', 0],
      next_try_at: 'text',
      created_at: 'text',
      done_at: 'text?',
      status: 'integer?',
      error: 'text?',
      took_ms: 'integer?',
    },
    {
      references: { webhook_id: 'webhooks' },
      indexes: [
        ['webhook_id'],
        ['webhook_id', 'item', 'state', 'id'],
        ['webhook_id', 'state', 'next_try_at'],
        ['state', 'id'],
      ],
    },
  );
}
