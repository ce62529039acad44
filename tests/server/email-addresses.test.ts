import { expect, test } from 'vitest';
import { readSettings } from '../../src/config/env.ts';
import { BlockedSender } from '../../src/modules/inbox/spam.ts';
import { User } from '../../src/modules/users/user.ts';
import { toEmailKey } from '../../src/shared/account-fields.ts';
import { createMessage, createUser } from '../support/factories.ts';
import {
  type FormName,
  postVisitorForm,
  renderPostedForm,
  requiredFields,
} from '../support/visitor-forms.ts';
import { useSite } from '../support/use-site.ts';

const site = useSite({ parts: { renderPage: renderPostedForm } });

const accepted = [
  'info@müller.de',
  'info@MÜLLER.at',
  'user@xn--e1afmkfd.xn--p1ai',
  'user@тест.рф',
  'post@例え.テスト',
  'r&d@example.com',
  'sales!@example.com',
  'a/b@example.com',
  "o'neil+cv@example.co.uk",
  '.a..b.@example.com',
];
const refused = [
  'jörg@example.de',
  'a@localhost',
  'a b@example.com',
  'a@b@example.com',
  '@example.com',
  'a@',
  'a@-example.com',
  'a@example..com',
  'a@exa_mple.com',
  'a@exam\u202eple.com',
  'a@example.com/x',
  'a@example.com:25',
  'a@müller.de:25',
  'a@[127.0.0.1]',
  '"a b"@example.com',
  `a@${'ü'.repeat(64)}.de`,
  `${'a'.repeat(250)}@x.de`,
];

const form = (email: string, name: FormName, at: number) =>
  postVisitorForm(site, 'rest', name, { ...requiredFields[name], email }, { address: `203.0.113.${at}` });

/** Every call that takes an address, with the status of an accepted one. */
const doors: Record<string, (email: string, at: number) => Promise<{ status: number }>> = {
  'a contact form': (email, at) => form(email, 'contact', at),
  'a quotation': (email, at) => form(email, 'quotation', at),
  'an internship': (email, at) => form(email, 'internship', at),
  'a new user': (email) =>
    site
      .rest('admin')
      .post('/api/admin/users', { name: 'N', email, role: 'hr', password: 'a walk by the river' }),
  'a forgotten password': (email) => site.rest('anonymous').post('/api/admin/forgot-password', { email }),
  'a privacy request': (email) =>
    site.rest('admin').get(`/api/admin/privacy/person?email=${encodeURIComponent(email)}`),
  'a team member': (email) =>
    site
      .rest('admin')
      .post('/api/admin/team', { name: 'N', email })
      .then(({ status, body }) => ({ status: body.errors?.email ? 422 : status === 422 ? 201 : status })),
  'the settings of the company': (email) =>
    site.rest('admin').put('/api/admin/settings/company', { value: { email } }),
  NOTIFY_EMAIL: async (email) => ({ status: isSetting('NOTIFY_EMAIL', email) ? 200 : 422 }),
  ADMIN_EMAIL: async (email) => ({ status: isSetting('ADMIN_EMAIL', email) ? 200 : 422 }),
};

function isSetting(name: string, value: string): boolean {
  try {
    readSettings({ [name]: value });
    return true;
  } catch {
    return false;
  }
}

test.each(Object.entries(doors))(
  '%s takes what browsers accept, and Unicode domains',
  async (_door, send) => {
    for (const [at, email] of accepted.entries())
      expect([email, (await send(email, at)).status < 300 || 'refused']).toEqual([email, true]);
    for (const [at, email] of refused.entries())
      expect([email, (await send(email, 100 + at)).status]).toEqual([email, 422]);
  },
);

test('a local part beyond ASCII is refused in words, in the language of the site', async () => {
  const { errors } = await form('jörg@example.de', 'contact', 1);
  expect(errors.email).toBe('Email may have only letters without accents, digits and signs before the @');
  await site.rest('admin').put('/api/admin/settings/region', { value: { language: 'de' } });
  const page = await postVisitorForm(site, 'page', 'contact', {
    ...requiredFields.contact,
    email: 'jörg@example.de',
  });
  expect(page.errors.email).toMatch(/Vor dem @/);
});

test('two spellings of a domain are one account, one sender and one person', async () => {
  const em = site.database.fork();
  await createUser(em, { email: 'Ada@Müller.de', role: 'hr' });
  const user = { name: 'N', email: 'ada@xn--mller-kva.de', role: 'hr', password: 'a walk by the river' };
  const { status, body } = await site.rest('admin').post('/api/admin/users', user);
  expect([status, Object.keys(body.errors)]).toEqual([422, ['email']]);
  expect(await em.count(User, { email_key: 'ada@xn--mller-kva.de' })).toBe(1);

  await site.rest('admin').post('/api/admin/blocked-senders', { sender: 'MÜLLER.de' });
  await form('eve@xn--mller-kva.de', 'contact', 1);
  // A block of an earlier version has the domain as it was typed.
  await em.insert(BlockedSender, { sender: 'straße.example', user_name: 'N', created_at: new Date() });
  await form('tom@xn--strae-oqa.example', 'contact', 2);
  const { body: spam } = await site.rest('admin').get('/api/admin/messages?folder=spam');
  expect(spam.messages.map(({ email }: { email: string }) => email)).toEqual([
    'tom@xn--strae-oqa.example',
    'eve@xn--mller-kva.de',
  ]);

  await createMessage(em, {
    email: 'bob@bücher.example',
    message: 'Write to bob@xn--bcher-kva.example or r&bob@bücher.example.',
  });
  await createMessage(em, { email: 'other@example.com', message: 'Ask bob@BÜCHER.example.' });
  await createMessage(em, { email: 'r&bob@bücher.example', message: 'Mine.' });
  const found = await site.rest('admin').get('/api/admin/privacy/person?email=bob@xn--bcher-kva.example');
  const places = found.body.places.filter(({ place }: { place: string }) => place === 'messages');
  expect(places.map(({ count }: { count: number }) => count)).toEqual([1, 1]);
});

test('a key is the address in lower case, with the domain as mail servers know it', () => {
  const keys = {
    'Ada@Example.COM': 'ada@example.com',
    'a@Müller.de': 'a@xn--mller-kva.de',
    'MÜLLER.de': 'xn--mller-kva.de',
    'a@ｅxample.com': 'a@example.com',
    'a@straße.de': 'a@xn--strae-oqa.de',
  };
  expect(Object.fromEntries(Object.keys(keys).map((email) => [email, toEmailKey(email)]))).toEqual(keys);
});

test('NOTIFY_EMAIL takes several addresses, with names', () => {
  const { NOTIFY_EMAIL } = readSettings({
    NOTIFY_EMAIL: 'desk@example.com, "Doe, Jane" <jane@müller.de>,Office <o@example.com>',
  });
  expect(NOTIFY_EMAIL).toEqual(['desk@example.com', 'jane@müller.de', 'o@example.com']);
});
