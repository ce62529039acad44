import { describe, expect, test } from 'vitest';
import { safePdfName } from '../../src/modules/inbox/message-files.ts';
import { Message } from '../../src/modules/inbox/message.entity.ts';
import { databaseKinds } from '../support/database.ts';
import { createJob, createMessage } from '../support/factories.ts';
import { useSite } from '../support/use-site.ts';
import {
  requiredFields,
  pdf,
  postVisitorForm,
  renderPostedForm,
  type Transport,
} from '../support/visitor-forms.ts';

const fiveMegabytes = 5 * 1024 * 1024;
const transports = ['page', 'rest', 'trpc'] as const satisfies readonly Transport[];
const forms = ['internship', 'application'] as const;

test.each([
  ['My CV.pdf', 'My CV.pdf'],
  ['../../etc/passwd', 'etcpasswd.pdf'],
  ['C:\\cv.PDF', 'Ccv.pdf'],
  ['evil.pdf.exe', 'evil.pdf.exe.pdf'],
  ['\u202efdp.exe', 'fdp.exe.pdf'],
  ['a\u0000"b\r\n.pdf', 'ab.pdf'],
  ['Lebenslauf Zoë 履歴書.pdf', 'Lebenslauf Zoë 履歴書.pdf'],
  ['\ud800.pdf', '\ufffd.pdf'],
  ['%22a%0D%0Ab%22.pdf', 'ab.pdf'],
  ['.pdf', 'cv.pdf'],
  ['', 'cv.pdf'],
  ['x'.repeat(300), `${'x'.repeat(120)}.pdf`],
])('a file called %j is safe as %j', (given, safe) => {
  expect(safePdfName(given)).toBe(safe);
});

describe.each(databaseKinds)('files of visitors on %s', (kind) => {
  const site = useSite({
    on: kind,
    parts: { renderPage: renderPostedForm },
    fill: async (site) => {
      await createJob(site.database.fork());
    },
  });

  let addresses = 0;
  const newAddress = () => {
    addresses += 1;
    return `10.1.0.${addresses}`;
  };
  const newest = async () => (await site.as('hr').inbox.list.query({ per_page: 1 })).messages[0]!;
  const traces = async () => {
    await site.settled();
    return {
      rows: await site.database.fork().count(Message),
      files: await site.privateFiles(),
      quarantine: (await site.files()).quarantine,
    };
  };

  describe.each(transports)('sent by %s', (transport) => {
    test.each(forms)('a CV comes with the form %s, and is downloaded as what it was', async (name) => {
      const cv = pdf('Zoë "CV" 履.pdf', 5000);
      const address = newAddress();
      expect(
        (await postVisitorForm(site, transport, name, { ...requiredFields[name], cv }, { address })).status,
      ).toBe(201);
      const { id, attachment, details } = await newest();
      expect(attachment).toEqual({ name: 'Zoë CV 履.pdf', path: `/api/admin/messages/${id}/attachment` });
      expect(details).not.toHaveProperty('cv');
      const answer = await site.rest('hr').get(attachment!.path);
      expect(answer).toMatchObject({ status: 200, body: await cv.text() });
      expect(answer.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': '5000',
        'content-disposition': `attachment; filename="Zo_ CV _.pdf"; filename*=UTF-8''Zo%C3%AB%20CV%20%E5%B1%A5.pdf`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
      expect(answer.headers['set-cookie']).toBeUndefined();
    });

    test('a file of exactly 5 MB is taken; one byte more is refused under its field', async () => {
      const fields = { ...requiredFields.internship, name: `Exactly ${transport}` };
      const address = newAddress();
      const before = await traces();
      const larger = { ...fields, cv: pdf('cv.pdf', fiveMegabytes + 1) };
      const refused = await postVisitorForm(site, transport, 'internship', larger, { address });
      expect(refused).toMatchObject({
        status: 413,
        errors: { cv: 'The file may have at most 5 MB.' },
        ...(transport === 'page' && { values: fields }),
      });
      expect(await traces()).toEqual(before);
      const exact = { ...fields, cv: pdf('cv.pdf', fiveMegabytes) };
      expect((await postVisitorForm(site, transport, 'internship', exact, { address })).status).toBe(201);
    });

    test.each([
      ['a picture', new File(['\x89PNG\r\n\x1a\n'], 'cv.pdf', { type: 'application/pdf' })],
      ['a page', new File(['<html>%PDF-'], 'cv.pdf', { type: 'application/pdf' })],
      ['nothing', new File([], 'cv.pdf', { type: 'application/pdf' })],
    ])('%s that is called a PDF is refused under its field', async (_what, cv) => {
      const before = await traces();
      const answer = await postVisitorForm(
        site,
        transport,
        'internship',
        { ...requiredFields.internship, cv },
        { address: newAddress() },
      );
      expect(answer).toMatchObject({ status: 422, errors: { cv: 'The file must be a PDF.' } });
      expect(await traces()).toEqual(before);
    });

    test('text instead of the file is refused; an empty field is no file', async () => {
      const address = newAddress();
      const fields = { ...requiredFields.internship, name: `Empty ${transport}` };
      const text = await postVisitorForm(
        site,
        transport,
        'internship',
        { ...fields, cv: 'private/key.pdf' },
        { address },
      );
      const problem = transport === 'page' ? 'This cannot be accepted.' : 'CV must be a file';
      expect(text).toMatchObject({ status: 422, errors: { cv: problem } });
      const before = await traces();
      expect(
        (
          await postVisitorForm(
            site,
            transport,
            'internship',
            { ...fields, cv: new File([], '') },
            { address },
          )
        ).status,
      ).toBe(201);
      expect((await traces()).files).toEqual(before.files);
    });

    test('a repeated, a refused and a limited post leave no file behind', async () => {
      const address = newAddress();
      const fields = { ...requiredFields.application, name: `Again ${transport}`, cv: pdf() };
      const before = await traces();
      await Promise.all(
        Array.from({ length: 6 }, () => postVisitorForm(site, transport, 'application', fields, { address })),
      );
      expect((await traces()).files).toHaveLength(before.files.length + 1);
      const noJob = await postVisitorForm(site, transport, 'application', fields, { address, id: 4711 });
      expect(noJob.status).toBe(404);
      await postVisitorForm(site, transport, 'application', { ...fields, email: 'no' }, { address });
      for (let i = 0; i < 6; i += 1)
        await postVisitorForm(
          site,
          transport,
          'application',
          { ...fields, message: `Words ${i}` },
          { address },
        );
      const after = await traces();
      expect(after.files).toHaveLength(before.files.length + 5);
      expect(after.quarantine).toEqual([]);
    });
  });

  test('only admin and hr get a file, and it has no other address', async () => {
    const { id, attachment } = await receiveFile();
    const path = attachment!.path;
    for (const [caller, status] of [
      ['anonymous', 401],
      ['user', 403],
      ['content_moderator', 403],
      ['hr', 200],
      ['admin', 200],
    ] as const) {
      expect((await site.rest(caller).get(path)).status, caller).toBe(status);
    }
    const [key] = await site.privateFiles();
    for (const url of [`/private/${key}`, `/uploads/${key}`, `/uploads/..%2fprivate%2f${key}`]) {
      expect((await site.app.inject(url)).headers['content-type'], url).not.toContain('pdf');
    }
    expect(JSON.stringify(await site.as('hr').inbox.list.query({}))).not.toContain(key);
    const told = await site.as('hr').inbox.attachment.query({ id });
    expect(told).toEqual({ name: attachment!.name, type: 'application/pdf', bytes: expect.any(Number) });
  });

  test('a message without a file, an unknown one and a bad id are a 404', async () => {
    const plain = await createMessage(site.database.fork());
    for (const id of [plain.id, 4711, 0, 'x']) {
      expect((await site.rest('hr').get(`/api/admin/messages/${id}/attachment`)).status).toBe(404);
    }
  });

  test('the file goes with its message', async () => {
    const { id, attachment } = await receiveFile();
    const before = await site.privateFiles();
    expect((await site.rest('hr').delete(`/api/admin/messages/${id}`)).status).toBe(200);
    await site.settled();
    expect(await site.privateFiles()).toHaveLength(before.length - 1);
    expect((await site.rest('hr').get(attachment!.path)).status).toBe(404);
  });

  /** Returns the message with a CV that a visitor has just sent. */
  async function receiveFile() {
    const fields = { ...requiredFields.internship, cv: pdf() };
    expect(
      (await postVisitorForm(site, 'rest', 'internship', fields, { address: newAddress() })).status,
    ).toBe(201);
    return newest();
  }
});
