import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Activity } from '../../src/log/activity.entity.ts';
import { Message } from '../../src/modules/inbox/message.entity.ts';
import { removeExpiredRecords } from '../../src/modules/privacy/retention.ts';
import { SecurityEvent } from '../../src/modules/security-log/security-event.ts';
import { createFolderStorage, createPrivateFiles } from '../../src/pictures/files/storage.ts';
import { createSiteSettings } from '../../src/settings/site-settings.ts';
import type { MessageFolder, MessageKind, MessageState } from '../../src/shared/enumerations.ts';
import { databaseKinds } from '../support/database.ts';
import { createMessage } from '../support/factories.ts';
import type { TestApp } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';

const now = new Date('2026-08-31T12:00:00Z');
const received = new Date('2015-01-01T00:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60_000);

interface Stored {
  kind?: MessageKind;
  state?: MessageState;
  folder?: MessageFolder;
  /** When it was closed or moved. Null: not known. */
  since: Date | null;
  refused?: Date;
}

/** Each message with the figure that deletes it, or null for one that stays with the defaults. */
const stored: Record<string, Stored & { figure: string | null }> = {
  'an enquiry closed a year ago': { since: daysAgo(366), figure: 'contact_months' },
  'a quotation closed a year ago': { kind: 'quotation', since: daysAgo(366), figure: 'contact_months' },
  'a form of an own page': { kind: 'form', since: daysAgo(366), figure: 'contact_months' },
  'an enquiry closed eleven months ago': { since: daysAgo(340), figure: null },
  'an application closed after February': {
    kind: 'application',
    since: new Date('2026-03-01'),
    figure: null,
  },
  'an application closed in February': {
    kind: 'application',
    since: new Date('2026-02-27'),
    figure: 'application_months',
  },
  'an internship closed in 2020': {
    kind: 'internship',
    since: new Date('2020-01-01'),
    figure: 'application_months',
  },
  'an open application refused in February': {
    kind: 'application',
    state: 'open',
    since: null,
    refused: new Date('2026-02-27'),
    figure: 'application_months',
  },
  'an application refused in February and closed in July': {
    kind: 'application',
    since: new Date('2026-07-01'),
    refused: new Date('2026-02-27'),
    figure: 'application_months',
  },
  'an application closed in February and refused in July': {
    kind: 'application',
    since: new Date('2026-02-27'),
    refused: new Date('2026-07-01'),
    figure: 'application_months',
  },
  'an open application refused in July': {
    kind: 'application',
    state: 'open',
    since: null,
    refused: new Date('2026-07-01'),
    figure: null,
  },
  'spam of 31 days': { folder: 'spam', since: daysAgo(31), figure: 'spam_days' },
  'spam of 29 days': { folder: 'spam', since: daysAgo(29), figure: null },
  'trash of 31 days': { folder: 'trash', since: daysAgo(31), figure: 'trash_days' },
  'trash of 29 days': { folder: 'trash', since: daysAgo(29), figure: null },
  'an open message of 2015': { state: 'open', since: null, figure: null },
  'an answered message of 2015': { state: 'answered', since: null, figure: null },
  'a message that the migration has closed': { since: now, figure: null },
  'a closed message of an old export': { since: null, figure: null },
};

async function fill(site: TestApp): Promise<void> {
  const em = site.database.fork();
  for (const [
    subject,
    { kind = 'contact', state = 'closed', folder = 'inbox', since, refused },
  ] of Object.entries(stored)) {
    const message = await createMessage(em, { kind, subject, created_at: received });
    const moment =
      folder === 'inbox' ? { closed_at: state === 'closed' ? since : null } : { moved_at: since };
    Object.assign(message, { state, folder, ...moment });
    if (refused) Object.assign(message, { stage: 'refused', refused_at: refused });
    if (kind === 'internship') message.attachment_key = key;
  }
  await em.flush();
  const folder = join(site.dataDir, 'private');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, key), '%PDF');
}
const key = `${'0'.repeat(32)}-${'1'.repeat(16)}.pdf`;

describe.each(databaseKinds)('data that goes by time, on %s', (kind) => {
  const site = useSite({ on: kind });
  const run = () => {
    const privateFiles = createPrivateFiles(createFolderStorage(join(site.dataDir, 'private')));
    return removeExpiredRecords({
      ...site.work(),
      now,
      privateFiles,
      siteSettings: createSiteSettings(site.database),
    });
  };
  const left = async () => (await site.database.fork().find(Message, {})).map(({ subject }) => subject);
  const staying = (off: string | null) =>
    Object.keys(stored).filter((subject) => [null, off].includes(stored[subject]!.figure));

  test('messages go when their period is over, with their files and one entry in the log', async () => {
    await fill(site);
    expect(await run()).toMatchObject({ messages: 10, files: 1 });
    expect(await left()).toEqual(staying(null));
    expect(await site.privateFiles()).toEqual([]);
    expect(await run()).not.toHaveProperty('files', 1);
    const entries = await site.database.fork().find(Activity, { module: 'inbox' });
    expect(entries.map(({ description, user_name }) => [user_name, description])).toEqual([
      ['Schedule', 'Removed old messages: 10 messages, 1 files'],
    ]);
    // The period of a message without a moment begins now.
    const undated = await site.database
      .fork()
      .findOneOrFail(Message, { subject: 'a closed message of an old export' });
    expect(undated.closed_at).toEqual(now);
  });

  test('an empty figure keeps its messages, once no legal text states it', async () => {
    await fill(site);
    const save = (value: object) => site.rest('admin').put('/api/admin/settings/privacy', { value });
    const legal = (value: object) => site.rest('admin').put('/api/admin/settings/legal', { value });
    const refused = await save({ contact_months: null });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['contact_months']]);
    await legal({ privacy: { text: '<p>We keep it.</p>' } });
    expect((await save({ contact_months: null })).status).toBe(200);
    await run();
    expect(await left()).toEqual(staying('contact_months'));
    for (const bad of [0, 121, 1.5, 'soon']) expect((await save({ contact_months: bad })).status).toBe(422);
  });

  test('the privacy page has the figures of the settings, and the security log follows them', async () => {
    await site
      .rest('admin')
      .put('/api/admin/settings/privacy', { value: { contact_months: 9, security_log_days: 40 } });
    const settings = await createSiteSettings(site.database).current();
    expect(settings.legal.privacy.text).toContain('9 months');
    const em = site.database.fork();
    const count = () => em.count(SecurityEvent, { type: 'denied' });
    for (const days of [41, 39]) {
      const event = { type: 'denied', address: '', details: {}, created_at: daysAgo(days) } as const;
      em.persist(Object.assign(new SecurityEvent(), event));
    }
    await em.flush();
    await run();
    expect(await count()).toBe(1);
  });

  test('staff are told what goes next, and which open and answered messages are past their period', async () => {
    await fill(site);
    await run();
    const due = await site.as('admin').privacy.due.query();
    expect(due.map(({ figure, messages, at }) => [figure, messages, at.slice(0, 10)])).toEqual([
      ['contact_months', 1, '2026-09-25'],
      ['application_months', 1, '2026-09-01'],
      ['spam_days', 1, '2026-09-01'],
      ['trash_days', 1, '2026-09-01'],
    ]);
    expect(await site.as('hr').privacy.overdue.query()).toEqual([
      { figure: 'contact_months', months: 12, state: 'open', count: 1 },
      { figure: 'contact_months', months: 12, state: 'answered', count: 1 },
    ]);
  });
});
