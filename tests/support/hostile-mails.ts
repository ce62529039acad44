import type { ReadMail } from '../../src/workers/read-mail.ts';

/** A hostile mail, and what must be read of it. `remark` is a sentence that staff see. */
export interface HostileMail {
  name: string;
  mail: string | Buffer;
  shows?: Partial<Pick<ReadMail, 'text' | 'subject' | 'name' | 'address' | 'quoted'>>;
  files?: readonly string[];
  warns?: boolean;
  remark?: RegExp;
}

const head = ['From: Eva <eva@example.com>', 'Message-ID: <hostile@example.com>', 'Subject: Hello'];
const lines = (...rows: string[]) => rows.join('\r\n');
const of = (...rows: string[]) => lines(...head, ...rows);
const mixed = (...parts: string[]) =>
  of('Content-Type: multipart/mixed; boundary=b', '', ...parts.flatMap((part) => ['--b', part]), '--b--');
const plain = 'Content-Type: text/plain; charset=utf-8\r\n\r\nWords';
const attached = (disposition: string, bytes: Buffer | string, type = 'application/octet-stream') =>
  lines(
    `Content-Type: ${type}`,
    `Content-Disposition: ${disposition}`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(bytes).toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
  );
const fileNamed = (name: string, bytes: Buffer | string = 'bytes') =>
  mixed(plain, attached(`attachment; filename="${name}"`, bytes));
const nested = (levels: number): string =>
  levels === 0
    ? 'Content-Type: text/plain\r\n\r\nDeep'
    : lines(
        `Content-Type: multipart/mixed; boundary=b${levels}`,
        '',
        `--b${levels}`,
        nested(levels - 1),
        `--b${levels}--`,
      );
const html = (text: string) => of('Content-Type: text/html; charset=utf-8', '', text);
const many = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at));

export const hostileMails: readonly HostileMail[] = [
  { name: 'nothing at all', mail: '', shows: { text: '', address: '' }, remark: /no text/ },
  { name: 'only line breaks', mail: '\r\n\r\n\r\n', shows: { text: '' }, remark: /no text/ },
  { name: 'only headers', mail: of(''), shows: { text: '', subject: 'Hello' }, remark: /no text/ },
  { name: 'bytes that are no mail', mail: Buffer.alloc(4096, 0xff), shows: { address: '' } },
  { name: 'zero bytes', mail: Buffer.alloc(100_000), shows: { address: '' } },
  { name: '30 levels', mail: of(nested(30)), shows: { subject: 'Hello', text: '' }, remark: /20 levels/ },
  { name: '15 levels', mail: of(nested(15)), shows: { text: 'Deep' } },
  {
    name: '10,000 parts',
    mail: mixed(...many(10_000, (at) => `\r\npart ${at}`)),
    remark: /more than 100 parts/,
  },
  {
    name: '10,000 boundaries',
    mail: of(...many(10_000, (at) => `Content-Type: multipart/mixed; boundary=x${at}`), '', 'Words'),
    shows: { subject: 'Hello' },
  },
  {
    name: 'a boundary that never comes',
    mail: of('Content-Type: multipart/mixed; boundary=never', '', 'Words'),
    shows: { subject: 'Hello' },
  },
  {
    name: 'no end of the parts',
    mail: lines(of('Content-Type: multipart/mixed; boundary=b', ''), '--b', plain),
    shows: { text: 'Words' },
  },
  {
    name: 'multipart without a boundary',
    mail: of('Content-Type: multipart/mixed', '', 'Words'),
    shows: { subject: 'Hello' },
  },
  {
    name: 'an empty boundary',
    mail: of('Content-Type: multipart/mixed; boundary=""', '', '--', 'Words'),
    shows: { subject: 'Hello' },
  },
  {
    name: 'headers of 3 MB',
    mail: of(`X-Long: ${'x'.repeat(3_000_000)}`, '', 'Words'),
    shows: { subject: 'Hello' },
    remark: /headers.*256 kB/,
  },
  {
    name: '100,000 headers',
    mail: of(many(100_000, (at) => `X-${at}: y`).join('\r\n'), '', 'Words'),
    shows: { subject: 'Hello' },
    remark: /headers/,
  },
  {
    name: 'a subject of 1 MB',
    mail: lines('From: eva@example.com', `Subject: ${'s'.repeat(200_000)}`, '', 'Words'),
    shows: { text: 'Words' },
  },
  { name: 'a line of 10 MB', mail: of('', 'w'.repeat(10_000_000)), remark: /first 20,000 characters/ },
  {
    name: 'winmail.dat',
    mail: of(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      attached('attachment; filename="winmail.dat"', '\x78\x9f\x3e\x22', 'application/ms-tnef'),
      '--b--',
    ),
    files: ['winmail.dat'],
    remark: /winmail\.dat/,
  },
  {
    name: 'CRLF in the name of a file',
    mail: fileNamed('a=0D=0AX-Evil: yes.pdf'),
    files: ['a=0D=0AX-Evil yes.pdf.bin'],
  },
  { name: 'an encoded CRLF in a name', mail: fileNamed('=?utf-8?q?a=0D=0Ab.txt?='), files: ['ab.txt'] },
  {
    name: 'an encoded CRLF in the subject',
    mail: lines('From: eva@example.com', 'Subject: =?utf-8?q?Hi=0D=0ABcc:_x@example.com?=', '', 'Words'),
    shows: { subject: 'Hi Bcc: x@example.com', text: 'Words' },
  },
  { name: 'a path as a name', mail: fileNamed('../../etc/passwd'), files: ['etcpasswd'] },
  {
    name: 'a name that reads from right to left',
    mail: fileNamed('invoice\u202efdp.exe'),
    files: ['invoicefdp.exe'],
    warns: true,
  },
  {
    name: 'a name of 10,000 letters',
    mail: fileNamed(`${'n'.repeat(10_000)}.txt`),
    files: [`${'n'.repeat(120)}.txt`],
  },
  {
    name: 'a program that calls itself a picture',
    mail: fileNamed('photo.jpg', 'MZ\x90\x00program'),
    files: ['photo.jpg.exe'],
    warns: true,
  },
  {
    name: 'a page that calls itself a PDF',
    mail: fileNamed('bill.pdf', '<html><script>'),
    files: ['bill.pdf.bin'],
  },
  {
    name: 'a document with macros',
    mail: fileNamed('bill.docx', 'PK\x03\x04 word/vbaProject.bin'),
    files: ['bill.docx'],
    warns: true,
  },
  {
    name: 'a PDF without a name',
    mail: mixed(plain, attached('attachment', '%PDF-1.7 …')),
    files: ['file-1.pdf'],
  },
  {
    name: '30 files',
    mail: mixed(plain, ...many(30, (at) => attached(`attachment; filename=f${at}.txt`, 'x'))),
    files: many(10, (at) => `f${at}.txt`),
    remark: /Only 10 files.*f10\.txt.*and 15 more/,
  },
  {
    name: 'a file of 11 MB',
    mail: fileNamed('large.bin', Buffer.alloc(11 * 1024 * 1024)),
    files: [],
    remark: /above 10 MB.*large\.bin/,
  },
  {
    name: 'base64 that is none',
    mail: of('Content-Transfer-Encoding: base64', '', '!!!! not base64 ####'),
    shows: { subject: 'Hello' },
  },
  {
    name: 'quoted-printable that is broken',
    mail: of('Content-Transfer-Encoding: quoted-printable', '', 'a=ZZb=\r\nc='),
    shows: { subject: 'Hello' },
  },
  {
    name: 'an encoding that does not exist',
    mail: of('Content-Type: text/plain; charset=klingon-8', '', 'Words'),
    shows: { text: 'Words' },
  },
  {
    name: 'an encoding that lies',
    mail: Buffer.concat([
      Buffer.from(of('Content-Type: text/plain; charset=utf-8', '', 'caf')),
      Buffer.from([0xe9, 0xff, 0xfe]),
    ]),
    shows: { subject: 'Hello' },
  },
  {
    name: 'UTF-16 of half a letter',
    mail: Buffer.concat([
      Buffer.from(
        of('Content-Type: text/plain; charset=utf-16le', 'Content-Transfer-Encoding: 8bit', '', ''),
      ),
      Buffer.from([0x00, 0xd8, 0x41]),
    ]),
    shows: { subject: 'Hello' },
  },
  {
    name: 'a calendar entry',
    mail: mixed(plain, 'Content-Type: text/calendar; method=REQUEST\r\n\r\nBEGIN:VCALENDAR\r\nEND:VCALENDAR'),
    shows: { text: 'Words' },
    files: ['invitation.ics'],
  },
  {
    name: 'a signed mail',
    mail: of(
      'Content-Type: multipart/signed; boundary=b; protocol="application/pgp-signature"',
      '',
      '--b',
      plain,
      '--b',
      'Content-Type: application/pgp-signature\r\n\r\n-----BEGIN PGP SIGNATURE-----',
      '--b--',
    ),
    shows: { text: 'Words' },
    files: ['signature.asc'],
  },
  {
    name: 'an encrypted mail',
    mail: of(
      'Content-Type: multipart/encrypted; boundary=b; protocol="application/pgp-encrypted"',
      '',
      '--b',
      'Content-Type: application/pgp-encrypted\r\n\r\nVersion: 1',
      '--b',
      'Content-Type: application/octet-stream; name=encrypted.asc\r\n\r\n-----BEGIN PGP MESSAGE-----',
      '--b--',
    ),
    files: ['encrypted.asc', 'encrypted.asc'],
    remark: /encrypted/,
  },
  {
    name: 'scripts and styles',
    mail: html(
      '<style>p{color:red}</style><script>alert(1)</script><p onclick="x()">Words</p><img src="http://example.com/pixel">',
    ),
    shows: { text: 'Words' },
  },
  {
    name: 'HTML that is never closed',
    mail: html(`${'<div><b><i>'.repeat(5000)}Words`),
    shows: { text: 'Words' },
  },
  {
    name: 'a link that says something else',
    mail: html('<p><a href="https://evil.example/">https://bank.example/</a></p>'),
    shows: { text: 'https://bank.example/ (https://evil.example/)' },
  },
  {
    name: 'a script as a link',
    mail: html('<p><a href="javascript:alert(1)">Click</a></p>'),
    shows: { text: 'Click' },
  },
  {
    name: 'direction characters in a text',
    mail: of('Content-Type: text/plain; charset=utf-8', '', 'pay \u202e001\u202c euros'),
    shows: { text: 'pay 001 euros' },
  },
  {
    name: 'a name that imitates an address',
    mail: lines('From: "boss@example.com" <eve@evil.example>', '', 'Words'),
    shows: { address: 'eve@evil.example', name: 'boss@example.com' },
  },
  {
    name: 'two senders',
    mail: lines('From: a@example.com', 'From: b@example.com', '', 'Words'),
    shows: { address: 'a@example.com' },
  },
  {
    name: 'a group as a sender',
    mail: lines('From: Team: a@example.com, b@example.com;', '', 'Words'),
    shows: { address: 'a@example.com' },
  },
  {
    name: 'mails within mails',
    mail: of(`Content-Type: message/rfc822\r\n\r\n${'Content-Type: message/rfc822\r\n\r\n'.repeat(50)}Words`),
    files: ['mail.eml'],
  },
  {
    name: 'bare line feeds',
    mail: of('Content-Type: text/plain', '', 'One\nTwo').replaceAll('\r\n', '\n'),
    shows: { text: 'One\nTwo' },
  },
  {
    name: 'a mbox line before the mail',
    mail: `From eva@example.com Mon Jan  1 00:00:00 2027\n${of('', 'Words')}`,
    shows: { text: 'Words' },
  },
];
