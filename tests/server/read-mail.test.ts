import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMailReader, type MailReader } from '../../src/workers/mail-reader.ts';
import { composeReply, mailPrograms } from '../support/mail-programs.ts';
import { hostileMails } from '../support/hostile-mails.ts';
import { isShortForm } from '../support/test-form.ts';

let reader: MailReader;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-mail-'));
  reader = createMailReader({ folder, deadlineMs: 60_000 });
});
afterAll(async () => {
  await reader.close();
  await rm(folder, { recursive: true });
});

const read = (mail: string | Buffer) => reader.read(Buffer.from(mail));

test.skipIf(isShortForm)(
  'more than 40 hostile mails each end in a shown mail or a sentence that says what is not shown',
  async () => {
    expect(hostileMails.length).toBeGreaterThan(40);
    for (const { name, mail, shows = {}, files, warns, remark } of hostileMails) {
      const result = await read(mail);
      expect.soft(result, name).toMatchObject(shows);
      if (files)
        expect
          .soft(
            result.files.map((file) => file.name),
            name,
          )
          .toEqual(files);
      if (warns !== undefined)
        expect
          .soft(
            result.files.some(({ warning }) => warning !== null),
            name,
          )
          .toBe(warns);
      if (remark) expect.soft(result.remarks.join(' '), name).toMatch(remark);
      const shown = result.text + result.files.map((file) => file.name).join('') + result.remarks.join('');
      expect.soft(shown, name).not.toBe('');
      expect.soft(JSON.stringify(result).length, name).toBeLessThan(100_000);
      expect
        .soft(await readFile(result.source.path), name)
        .toSatisfy((bytes: Buffer) => bytes.equals(Buffer.from(mail)));
    }
    expect((await readdir(folder)).length).toBeGreaterThan(40);
  },
);

test('the quotation below a reply is told apart in the shapes of usual mail programs', async () => {
  for (const program of mailPrograms) {
    const built = await composeReply(program, { text: 'Mine.', quoted: 'Theirs.' });
    const { text, quoted, remarks } = await read(built);
    expect.soft(text, program).toBe('Mine.');
    expect.soft(quoted, program).toContain('Theirs.');
    expect.soft(remarks, program).toEqual([]);
  }
});

test('words between quoted lines stay, and a mail that is nothing but a quotation is shown', async () => {
  const between = '> How many?\nFourteen.\n> And when?\nIn May.';
  expect(await read(`From: eva@example.com\r\n\r\n${between}`)).toMatchObject({
    text: between,
    quoted: null,
  });
  expect(await read('From: eva@example.com\r\n\r\n> Only this')).toMatchObject({
    text: '> Only this',
    quoted: null,
  });
});

test('only the topmost Authentication-Results is read, without what its comments say', async () => {
  const mail = [
    'Authentication-Results: mx.example.org (dmarc=pass); spf=pass; dmarc=fail (p=none) header.from=example.com',
    'Authentication-Results: mx.example.org; dmarc=pass',
    'From: eva@example.com',
    '',
    'Words',
  ];
  expect((await read(mail.join('\r\n'))).check).toEqual({ server: 'mx.example.org', dmarc: 'fail' });
});

test.skipIf(isShortForm)(
  'a mail that takes too long is shown by its headers, and the next one is read',
  async () => {
    const hasty = createMailReader({ folder, deadlineMs: 300 });
    const slow = `From: eva@example.com\r\nSubject: Slow\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n${'\n--'.repeat(8_000_000)}`;
    const result = await hasty.read(Buffer.from(slow));
    expect(result).toMatchObject({
      subject: 'Slow',
      text: '',
      remarks: [expect.stringMatching(/took too long/)],
    });
    expect((await hasty.read(Buffer.from('From: eva@example.com\r\n\r\nWords'))).text).toBe('Words');
    await hasty.close();
  },
);
