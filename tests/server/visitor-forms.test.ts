import { describe, expect, test } from 'vitest';
import { Message } from '../../src/modules/inbox/message.entity.ts';
import { OutboxMail } from '../../src/modules/outbox/queue.ts';
import { minute, stoppedClock } from '../support/clock.ts';
import { databaseKinds } from '../support/database.ts';
import { createJob } from '../support/factories.ts';
import { fakeMailer } from '../support/mail-server.ts';
import { testApp } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';
import {
  type FormName,
  requiredFields,
  pdf,
  postVisitorForm,
  renderPostedForm,
  transports,
} from '../support/visitor-forms.ts';

const thanks = 'Thank you. Your message has been sent.';
const forms = ['contact', 'quotation', 'internship', 'application'] as const;

describe.each(databaseKinds)("the visitors' forms on %s", (kind) => {
  const clock = stoppedClock();
  let job: number;
  const site = useSite({
    on: kind,
    clock,
    parts: { renderPage: renderPostedForm, notifyEmails: ['desk@example.com'] },
    fill: async (site) => {
      job = (await createJob(site.database.fork(), { title: 'Engineer' })).id;
    },
  });

  let addresses = 0;
  const newAddress = () => {
    addresses += 1;
    return `10.9.${addresses >> 8}.${addresses & 255}`;
  };
  const send = (
    transport: (typeof transports)[number],
    name: FormName,
    fields: Record<string, string | Blob>,
    id = job,
  ) => postVisitorForm(site, transport, name, fields, { address: newAddress(), id });
  const newest = async () => (await site.as('hr').inbox.list.query({ per_page: 1 })).messages[0]!;
  const count = () => site.database.fork().count(Message);

  describe.each(transports)('sent by %s', (transport) => {
    // Programs get the messages of the API, to the byte. Pages have words of their own.
    const isPage = transport === 'page';
    test('each form becomes a message with its subject, and its details contain everything that was sent', async () => {
      const optional = {
        contact: {},
        quotation: { company: 'Tram Ltd', budget: 'About £5,000' },
        internship: { university: 'London' },
        application: {},
      };
      const subjects = {
        contact: 'Engines',
        quotation: 'Quotation request: Cloud Solutions',
        internship: 'Internship application: Mathematics',
        application: 'Job application: Engineer',
      };
      for (const name of forms) {
        const fields = { ...requiredFields[name], phone: '+44 20 1', ...optional[name] };
        const { id: _, ...details } = { id: 0, ...fields };
        const sent = requiredFields[name].details ?? requiredFields[name].message;
        expect(await send(transport, name, fields)).toMatchObject({
          status: 201,
          message: thanks,
        });
        expect(await newest()).toMatchObject({
          kind: name,
          subject: subjects[name],
          message: sent,
          name: 'Ada Byron',
          phone: '+44 20 1',
          email: 'ada@example.com',
          is_read: false,
          attachment: null,
          details: name === 'application' ? { job: 'Engineer', ...details } : details,
        });
      }
    });

    test('a field that the form does not have is refused under its name, and nothing is stored', async () => {
      const before = await count();
      for (const name of forms) {
        for (const field of ['is_spam', 'details.x', '_method']) {
          const { status, errors } = await send(transport, name, { ...requiredFields[name], [field]: '1' });
          expect([status, Object.keys(errors)], `${name} ${field}`).toEqual([422, [field]]);
        }
      }
      expect(await count()).toBe(before);
    });

    test('IN5 missing and overlong values are reported under their fields, and nothing is stored', async () => {
      const before = await count();
      const required = {
        contact: ['name', 'email', 'subject', 'message'],
        quotation: ['name', 'email', 'service', 'details'],
        internship: ['name', 'email', 'field', 'message'],
        application: ['name', 'email', 'message'],
      };
      for (const name of forms) {
        const { status, errors } = await send(transport, name, { name: '  ' });
        expect(status).toBe(422);
        expect(Object.keys(errors).toSorted()).toEqual(required[name].toSorted());
        expect(errors.name).toBe(isPage ? 'Please fill in this field.' : 'Name is required');
      }
      const long = { name: 'n'.repeat(121), phone: '1'.repeat(41), subject: 's'.repeat(201) };
      const { errors } = await send(transport, 'contact', {
        ...long,
        email: 'ada',
        message: 'm'.repeat(20 * 1024),
      });
      const onPage = (max: string) => `This field may have at most ${max} characters.`;
      const pageErrors = {
        name: onPage('120'),
        email: 'Please enter a valid email address.',
        phone: onPage('40'),
        subject: onPage('200'),
        message: onPage('10,000'),
      };
      const apiErrors = {
        name: 'Name may have at most 120 characters',
        email: 'Email must be a valid email address',
        phone: 'Phone may have at most 40 characters',
        subject: 'Subject may have at most 200 characters',
        message: 'Message may have at most 10,000 characters',
      };
      expect(errors).toEqual(isPage ? pageErrors : apiErrors);
      expect(await count()).toBe(before);
    });

    test('IN15 a line break in a name, a subject or an address is refused: no header can be made of it', async () => {
      const injected = 'Ada\r\nBcc: everybody@example.com';
      for (const field of ['name', 'email', 'phone', 'subject']) {
        const { status, errors } = await send(transport, 'contact', {
          ...requiredFields.contact,
          [field]: injected,
        });
        expect([status, Object.keys(errors)], field).toEqual([422, [field]]);
      }
      const { errors } = await send(transport, 'quotation', {
        ...requiredFields.quotation,
        service: injected,
      });
      expect(errors).toEqual({
        service: isPage ? 'Please write everything on one line.' : 'Service must be one line of text',
      });
    });

    test('IN6 every script and symbol is stored as it was written', async () => {
      const message =
        'Grüße 👩‍👩‍👧‍👦 שלום \u202eright to left\u202c e\u0301 𝒳\n<script>alert(1)</script>\n\nline';
      const fields = { ...requiredFields.contact, subject: 'مرحبا 🚋', message };
      expect((await send(transport, 'contact', fields)).status).toBe(201);
      expect(await newest()).toMatchObject({ subject: fields.subject, message, details: fields });
      const withNul = await send(transport, 'contact', { ...requiredFields.contact, message: 'a\u0000b' });
      expect(withNul).toMatchObject({ status: 422, errors: { message: expect.stringContaining('stored') } });
    });

    test('the same text from one address is stored once, with the same response', async () => {
      const before = await count();
      for (const name of forms) {
        const fields = { ...requiredFields[name], name: `Same ${transport}` };
        const at = { address: newAddress(), id: job };
        const answers = await Promise.all(
          Array.from({ length: 8 }, () => postVisitorForm(site, transport, name, fields, at)),
        );
        answers.push(await postVisitorForm(site, transport, name, fields, at));
        expect(answers.map(({ status, message }) => [status, message])).toEqual(
          answers.map(() => [201, thanks]),
        );
      }
      expect((await count()) - before).toBe(forms.length);
    });

    test('a closed or unknown job accepts no application', async () => {
      const closed = await createJob(site.database.fork(), { is_active: false });
      for (const id of [closed.id, 999_999]) {
        expect((await send(transport, 'application', requiredFields.application, id)).status).toBe(404);
      }
    });
  });

  test('the same text is recognised however it is sent, and is new after ten minutes, from another address, or with another file', async () => {
    const before = await count();
    const at = { address: '10.77.0.1', id: job };
    for (const transport of transports)
      await postVisitorForm(
        site,
        transport,
        'contact',
        { ...requiredFields.contact, message: 'One\nTwo' },
        at,
      );
    expect((await count()) - before).toBe(1);
    await postVisitorForm(
      site,
      'rest',
      'contact',
      { ...requiredFields.contact, message: 'One\nTwo' },
      { address: '10.77.0.2' },
    );
    expect((await count()) - before).toBe(2);
    clock.forward(10 * minute);
    await postVisitorForm(site, 'rest', 'contact', { ...requiredFields.contact, message: 'One\nTwo' }, at);
    expect((await count()) - before).toBe(3);
    await postVisitorForm(site, 'rest', 'application', requiredFields.application, at);
    await postVisitorForm(site, 'rest', 'application', { ...requiredFields.application, cv: pdf() }, at);
    await postVisitorForm(
      site,
      'page',
      'application',
      { ...requiredFields.application, cv: pdf('again.pdf') },
      at,
    );
    expect((await count()) - before).toBe(5);
  });

  test('IN6 a lone half of a surrogate pair is refused', async () => {
    const { status, errors } = await send('rest', 'contact', {
      ...requiredFields.contact,
      message: 'a\ud800b',
    });
    expect([status, Object.keys(errors)]).toEqual([422, ['message']]);
  });

  test('IN8 fields of another kind than text are refused, and nothing else is taken', async () => {
    const payload = { ...requiredFields.contact, name: { $ne: '' }, message: ['a'], website: 5 };
    const answer = await site.rest('anonymous').post('/api/contact', payload);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual(['name', 'message', 'website']);
    const repeated = await site.app.inject({
      method: 'POST',
      url: '/contact',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'name=Ada&name=Eve',
    });
    expect(repeated.statusCode).toBe(422);
  });

  test('the page shows the outcome of its form and the typed values, to this visitor only', async () => {
    const typed = { ...requiredFields.contact, email: 'nonsense', message: 'Line one\nLine two' };
    const refused = await send('page', 'contact', typed);
    expect(refused).toMatchObject({
      status: 422,
      message: 'Please correct the marked fields.',
      values: typed,
    });
    const answer = await site.app.inject({
      method: 'POST',
      url: '/contact',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'name=%3C%2Fscript%3E',
    });
    expect(answer.statusCode).toBe(422);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.body).not.toContain('</script>"');
  });

  test('the page accepts no form from another site, and no other type of body', async () => {
    const before = await count();
    const inject = (headers: Record<string, string>, payload: string) =>
      site.app.inject({ method: 'POST', url: '/contact', headers, payload });
    const urlencoded = 'application/x-www-form-urlencoded';
    const words = new URLSearchParams({ ...requiredFields.contact, message: 'From elsewhere' }).toString();
    const foreign = await inject({ 'content-type': urlencoded, origin: 'https://evil.example' }, words);
    expect(foreign.statusCode).toBe(403);
    for (const type of ['application/json', 'text/plain']) {
      expect((await inject({ 'content-type': type }, '{}')).statusCode).toBe(415);
    }
    expect(await count()).toBe(before);
    const own = { 'content-type': urlencoded, origin: 'http://localhost:3000' };
    expect((await inject(own, words)).statusCode).toBe(200);
  });

  test('a user who is signed in by cookie only may send a form too', async () => {
    const token = await site.openSession('hr');
    const cookies = { atrium_session: token };
    const answer = await site.app.inject({
      method: 'POST',
      url: '/trpc/visitors.contact',
      cookies,
      remoteAddress: newAddress(),
      payload: { ...requiredFields.contact, message: 'From the staff' },
    });
    expect(answer.statusCode).toBe(200);
  });

  test('a message is announced by mail once, with only its subject in the headers', async () => {
    await site.settled();
    const before = (await site.mails()).length;
    await send('rest', 'contact', {
      ...requiredFields.contact,
      subject: 'Bcc: eve@example.com',
      message: 'Secret',
    });
    await site.settled();
    const mails = (await site.mails()).slice(before);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain('To: desk@example.com');
    expect(mails[0]).toContain(`Reply-To: ${requiredFields.contact.email}`);
    expect(mails[0]).toContain('Subject: New message: Bcc: eve@example.com');
    expect(mails[0]?.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/m);
    expect(mails[0]?.split('\r\n\r\n')[0]).not.toContain('Secret');
    expect(mails[0]).toContain('Secret');
    expect(await site.database.fork().count(OutboxMail)).toBe(0);
  });

  test('a mail that cannot be sent stays stored, delays no visitor, and is tried again later', async () => {
    let isUnavailable = true;
    const sent: string[] = [];
    const mailer = fakeMailer(({ subject }) => {
      if (isUnavailable) throw new Error('the mail server is away');
      sent.push(subject);
      return '250 OK';
    });
    const other = await testApp(kind, { clock: clock.now, mailer, notifyEmails: ['desk@example.com'] });
    const maintenance = () => other.sendMails();
    expect((await other.rest('anonymous').post('/api/contact', requiredFields.contact)).status).toBe(201);
    await other.settled();
    await maintenance();
    expect(sent).toEqual([]);
    clock.forward(minute);
    await maintenance();
    isUnavailable = false;
    clock.forward(minute);
    await maintenance();
    expect(sent).toEqual([]);
    clock.forward(minute);
    await Promise.all([maintenance(), maintenance()]);
    expect(sent).toEqual(['New message: Engines']);
    await maintenance();
    expect(sent).toHaveLength(1);
    await other.close();
  });
});
