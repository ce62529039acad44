import { trapField } from '../../src/shared/blocks/form-fields.ts';
import { describe, expect, test } from 'vitest';
import { isOnlyLinks } from '../../src/modules/inbox/spam.ts';
import { hour, minute, second, stoppedClock } from '../support/clock.ts';
import { databaseKinds } from '../support/database.ts';
import { createJob, createMessage } from '../support/factories.ts';
import { isShortForm } from '../support/test-form.ts';
import { useSite } from '../support/use-site.ts';
import {
  type FormName,
  requiredFields,
  postVisitorForm,
  renderPostedForm,
  type Transport,
  transports,
} from '../support/visitor-forms.ts';

const thanks = 'Thank you. Your message has been sent.';

test.each([
  ['https://a.example', true],
  ['  www.a.example, https://b.example/?q=1 !!', true],
  ['<a href="https://a.example">https://a.example</a>', true],
  ['[url=https://a.example]https://a.example[/url]', true],
  ['<a href="https://a.example"></a>', true],
  ['Please look at https://a.example', false],
  ['https://a.example שלום', false],
  ['<a href="https://a.example">cheap</a>', false],
  ['1.5', false],
  ['!!!', false],
])('%j is nothing but links: %s', (text, expected) => {
  expect(isOnlyLinks(text)).toBe(expected);
});

// A pattern with backtracking would not finish within the time of the test.
test.each(['<a', '[url', 'www', 'http://', '<a <a ', '[/url'])('LD5 100 kB of %j are checked too', (part) => {
  expect(isOnlyLinks(`${part.repeat(100_000 / part.length)} word`)).toBe(false);
});

describe.each(databaseKinds)('spam on %s', (kind) => {
  const clock = stoppedClock();
  const lines: string[] = [];
  const logger = { level: 'warn', stream: { write: (line: string) => void lines.push(line) } };
  const site = useSite({
    on: kind,
    clock,
    parts: { renderPage: renderPostedForm, notifyEmails: ['desk@example.com'], logger },
    fill: async (filledSite) => {
      await createJob(filledSite.database.fork());
      await filledSite.openSession('hr');
    },
  });

  let texts = 0;
  let addresses = 0;
  const newAddress = () => {
    addresses += 1;
    return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
  };
  /** Returns the form with texts that were not sent before. */
  const fresh = (name: FormName) => {
    texts += 1;
    return {
      ...requiredFields[name],
      [name === 'quotation' ? 'details' : 'message']: `Words, the ${texts}th`,
    };
  };
  const newToken = async () => (await site.as('anonymous').visitors.formToken.query()).token;
  /** Calls as a user who has just signed in, because the clock expires sessions here. */
  async function ask(call: 'list' | 'unread', folder = 'inbox') {
    const headers = { authorization: `Bearer ${await site.openSession('hr')}` };
    const answer = await site.app.inject({
      url: `/trpc/inbox.${call}?input={"per_page":1,"folder":"${folder}"}`,
      headers,
    });
    return answer.json().result.data;
  }
  const newestSpam = async () => (await ask('list', 'spam')).messages[0];
  const totals = async () => {
    const [inbox, unread, spam] = await Promise.all([ask('list'), ask('unread'), ask('list', 'spam')]);
    return [inbox.meta.total, unread.meta.total, spam.meta.total];
  };

  describe.each(transports)('sent by %s', (transport) => {
    async function expectSpam(name: FormName, fields: Record<string, string>, reason: string) {
      const before = await totals();
      const { status, message } = await postVisitorForm(site, transport, name, fields, {
        address: newAddress(),
      });
      expect({ status, message }).toEqual({ status: 201, message: thanks });
      expect((await newestSpam()).spam_reasons).toEqual([reason]);
      expect(await totals()).toEqual([before[0], before[1], before[2]! + 1]);
    }

    test('RL2 the trap is sprung', async () => {
      for (const name of ['contact', 'quotation', 'internship', 'application'] as const) {
        const fields = { ...fresh(name), website: 'https://a.example' };
        await expectSpam(name, fields, 'A field was filled in that people never see.');
      }
    });

    test('RL2 a form that was filled in within a second, an old, a used and a forged token reveal spam', async () => {
      const form_token = await newToken();
      clock.forward(second);
      await expectSpam(
        'contact',
        { ...fresh('contact'), form_token },
        'The form was filled in within two seconds.',
      );
      clock.forward(second);
      await expectSpam('contact', { ...fresh('contact'), form_token }, 'The form token was used before.');
      const old = await newToken();
      clock.forward(24 * hour + 1);
      await expectSpam('contact', { ...fresh('contact'), form_token: old }, 'The form token has expired.');
      const later = String(clock.now().getTime() - minute);
      const forged = (await newToken()).replace(/^\d+/, later);
      for (const token of [forged, 'junk', `${forged}.`, 'x'.repeat(5000)]) {
        await expectSpam(
          'contact',
          { ...fresh('contact'), form_token: token },
          'The form token is not one of ours.',
        );
      }
    });

    test('RL2 a form that took its time, or has no token, is no spam; nothing but links is', async () => {
      const form_token = await newToken();
      clock.forward(2 * second);
      const before = await totals();
      await postVisitorForm(
        site,
        transport,
        'contact',
        { ...fresh('contact'), form_token },
        { address: newAddress() },
      );
      await postVisitorForm(site, transport, 'contact', fresh('contact'), { address: newAddress() });
      expect(await totals()).toEqual([before[0]! + 2, before[1]! + 2, before[2]]);
      texts += 1;
      const links = `https://a.example/${texts} www.b.example`;
      await expectSpam(
        'contact',
        { ...requiredFields.contact, message: links },
        'The text is nothing but links.',
      );
    });

    test('a token that a refused or repeated post came with is still good', async () => {
      const form_token = await newToken();
      clock.forward(minute);
      const address = newAddress();
      const fields = { ...fresh('contact'), form_token };
      await postVisitorForm(site, transport, 'contact', { ...fields, name: '' }, { address });
      const before = await totals();
      await postVisitorForm(site, transport, 'contact', fields, { address });
      await postVisitorForm(site, transport, 'contact', fields, { address });
      expect(await totals()).toEqual([before[0]! + 1, before[1]! + 1, before[2]]);
    });

    test('RL1 the sixth post of an address within ten minutes is refused, for any form', async () => {
      const address = newAddress();
      const names = ['contact', 'quotation', 'internship', 'application', 'contact'] as const;
      const first = fresh('contact');
      await postVisitorForm(site, transport, 'contact', first, { address });
      for (const name of names.slice(1)) {
        expect((await postVisitorForm(site, transport, name, fresh(name), { address })).status).toBe(201);
      }
      clock.forward(4 * minute);
      const before = await totals();
      const typed = fresh('quotation');
      const sixth = await postVisitorForm(site, transport, 'quotation', typed, { address });
      expect(sixth).toMatchObject({
        status: 429,
        message: 'Too many tries. Please try again in 6 minutes.',
        retryAfter: '360',
        ...(transport === 'page' && { values: typed }),
      });
      expect(await totals()).toEqual(before);
      expect((await postVisitorForm(site, transport, 'contact', first, { address })).status).toBe(201);
      expect(
        (await postVisitorForm(site, transport, 'quotation', typed, { address: newAddress() })).status,
      ).toBe(201);
      clock.forward(6 * minute);
      expect((await postVisitorForm(site, transport, 'quotation', typed, { address })).status).toBe(201);
    });
  });

  test('RL2 the trap of a page has a name that password managers do not know', async () => {
    const fields = { ...fresh('contact'), [trapField]: 'https://a.example' };
    const { status } = await postVisitorForm(site, 'page', 'contact', fields, { address: newAddress() });
    expect(status).toBe(201);
    expect((await newestSpam()).spam_reasons).toEqual(['A field was filled in that people never see.']);
    expect(trapField).not.toMatch(/web|url|site|name|mail|phone|tel|address|company|org|city|user|pass/i);
  });

  test('RL1 of many concurrent posts five are accepted, however they are sent, and one IPv6 network counts as one address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        postVisitorForm(site, transports[i % 4]!, 'contact', fresh('contact'), {
          address: `2001:db8:7:7::${i + 1}`,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  test('RL1 a forged proxy header does not change the client address', async () => {
    const address = newAddress();
    const statuses = [];
    for (let i = 0; i < 6; i += 1) {
      const answer = await site.app.inject({
        method: 'POST',
        url: '/api/contact',
        payload: fresh('contact'),
        remoteAddress: address,
        headers: { 'x-forwarded-for': `198.51.100.${i}` },
      });
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });

  test.skipIf(isShortForm)(
    'RL1 after 200 posts within an hour further ones are stored as spam, and the staff are notified once',
    async () => {
      clock.forward(2 * hour);
      await site.settled();
      lines.length = 0;
      const mailsBefore = (await site.mails()).length;
      const before = await totals();
      for (let i = 0; i < 203; i += 1) {
        const { status } = await postVisitorForm(site, transports[i % 4]!, 'contact', fresh('contact'), {
          address: newAddress(),
        });
        expect(status).toBe(201);
      }
      expect(await totals()).toEqual([before[0]! + 200, before[1]! + 200, before[2]! + 3]);
      expect((await newestSpam()).spam_reasons).toEqual(['It came amid more than 200 posts within an hour.']);
      expect(lines.filter((line) => line.includes('more than 200 posts'))).toHaveLength(1);
      await site.settled();
      const mails = (await site.mails()).slice(mailsBefore);
      expect(mails.filter((mail) => mail.includes('Many messages at once'))).toHaveLength(1);
      expect(mails).toHaveLength(201);
      clock.forward(hour);
      await postVisitorForm(site, 'rest', 'contact', fresh('contact'), { address: newAddress() });
      expect((await totals())[2]).toBe(before[2]! + 3);
    },
    60_000,
  );

  /** Uses up the hourly limit of the whole site from unrelated addresses. */
  async function flood(posts = 203) {
    for (let i = 0; i < posts; i += 1) {
      await postVisitorForm(site, 'rest', 'contact', fresh('contact'), { address: newAddress() });
    }
  }

  test('RL1 the networks of one IPv6 /56 have 15 posts in ten minutes together, those of a /48 have 50', async () => {
    clock.forward(2 * hour);
    const before = await totals();
    const statuses: number[] = [];
    const send = async (address: string) =>
      void statuses.push(
        (await postVisitorForm(site, 'rest', 'contact', fresh('contact'), { address })).status,
      );
    for (let i = 0; i < 16; i += 1) await send(`2001:db8:8:${i.toString(16)}::1`);
    expect(statuses.splice(0)).toEqual([...Array(15).fill(201), 429]);
    // 42 networks of one /48 send up to two each.
    for (let i = 0; i < 55; i += 1) await send(`2001:db8:9:${((i % 42) * 0x100).toString(16)}::1`);
    expect(statuses.filter((status) => status === 201)).toHaveLength(50);
    await postVisitorForm(site, 'rest', 'contact', fresh('contact'), { address: newAddress() });
    expect(await totals()).toEqual([before[0]! + 66, before[1]! + 66, before[2]]);
  }, 60_000);

  test.skipIf(isShortForm)(
    'RL1 a message that looks genuine reaches the inbox during a flood, however it is sent',
    async () => {
      clock.forward(2 * hour);
      await flood();
      const send = async (transport: Transport, more: object) => {
        const form_token = await newToken();
        clock.forward(3 * second);
        const fields = { ...fresh('quotation'), form_token, ...more };
        return postVisitorForm(site, transport, 'quotation', fields, { address: newAddress() });
      };
      const held = [
        { form_token: '' },
        { details: 'Look at https://a.example' },
        { company: 'www.a.example' },
      ];
      for (const transport of transports) {
        const before = await totals();
        await send(transport, {
          company: 'Engines & Sons',
          details: `Two servers, moved in spring. By ${transport}.`,
        });
        expect(await totals(), transport).toEqual([before[0]! + 1, before[1]! + 1, before[2]]);
        for (const more of held) {
          expect(await send(transport, more)).toMatchObject({ status: 201, message: thanks });
          const { spam_reasons } = await newestSpam();
          expect(spam_reasons).toEqual(['It came amid more than 200 posts within an hour.']);
        }
        expect(await totals(), transport).toEqual([before[0]! + 1, before[1]! + 1, before[2]! + 3]);
      }
    },
    60_000,
  );

  test.skipIf(isShortForm)(
    'RL1 staff are notified when a flood begins, however long it lasts, and again for the next one',
    async () => {
      clock.forward(2 * hour);
      const told = async () =>
        (await site.mails()).filter((mail) => mail.includes('Many messages at once')).length;
      await site.settled();
      const before = await told();
      await flood();
      clock.forward(50 * minute);
      await flood(1);
      clock.forward(20 * minute);
      await flood();
      expect((await told()) - before).toBe(1);
      clock.forward(61 * minute);
      await flood();
      expect((await told()) - before).toBe(2);
    },
    60_000,
  );

  test('staff move a message out of the spam, or delete it', async () => {
    const em = site.database.fork();
    const spam_reasons = ['A reason.'];
    const [good, bad] = [
      await createMessage(em, { subject: 'Good', spam_reasons, is_read: true }),
      await createMessage(em, { subject: 'Bad', spam_reasons }),
    ];
    const hr = site.as('admin');
    const found = await hr.inbox.list.query({ search: 'GOOD', folder: 'spam' });
    expect(found.messages).toMatchObject([{ id: good.id, spam_reasons }]);
    const before = await totals();
    const moved = await hr.inbox.markManyNotSpam.mutate({ ids: [good.id] });
    expect(moved.results).toMatchObject([{ outcome: 'changed' }]);
    expect((await hr.inbox.one.query({ id: good.id })).message).toMatchObject({
      folder: 'inbox',
      is_read: false,
    });
    expect(await totals()).toEqual([before[0]! + 1, before[1]! + 1, before[2]! - 1]);
    await hr.inbox.markRead.mutate({ id: good.id });
    const again = await hr.inbox.markManyNotSpam.mutate({ ids: [good.id] });
    expect(again.results).toMatchObject([{ outcome: 'unchanged' }]);
    expect((await site.rest('admin').delete(`/api/admin/messages/${bad.id}`)).status).toBe(200);
    const gone = await hr.inbox.markManyNotSpam.mutate({ ids: [bad.id] });
    expect(gone.results).toMatchObject([{ outcome: 'not_found' }]);
  });
});
