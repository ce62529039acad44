import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { AnyProcedure } from '@trpc/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxFormBytes } from '../../src/http/server/body-limits.ts';
import { createIncomingTextCounter } from '../../src/limits/incoming-bytes.ts';
import { appRouter } from '../../src/router.ts';
import { bodyRulesOf, type ProcedureMeta } from '../../src/trpc/procedure-meta.ts';
import { buildFormData } from '../support/callers.ts';
import { minute, stoppedClock } from '../support/clock.ts';
import { databaseKinds } from '../support/database.ts';
import { createJob } from '../support/factories.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import {
  type FormName,
  requiredFields,
  pdf,
  postVisitorForm,
  renderPostedForm,
  transports,
} from '../support/visitor-forms.ts';
import { isShortForm } from '../support/test-form.ts';

const megabyte = 1024 * 1024;
const multipart = 'multipart/form-data; boundary=b';
const field = (name: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const cvHead =
  '--b\r\ncontent-disposition: form-data; name="cv"; filename="cv.pdf"\r\ncontent-type: application/pdf\r\n\r\n';

test('the proxy of docs/operating.md passes the largest body of an operation on', () => {
  const { procedures }: { procedures: Record<string, unknown> } = appRouter._def;
  const rules = Object.values(procedures as Record<string, AnyProcedure>).map(({ _def }) =>
    bodyRulesOf(_def.meta as ProcedureMeta),
  );
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(readFileSync('docs/operating.md', 'utf8')) ?? [];
  expect(Number(megabytes) * megabyte).toBeGreaterThanOrEqual(Math.max(...rules.map(maxFormBytes)));
});

describe.each(databaseKinds)('bodies on %s', (kind) => {
  const clock = stoppedClock();
  let site: TestApp;
  let port: number;
  beforeAll(async () => {
    site = await testApp(kind, { clock: clock.now, renderPage: renderPostedForm });
    await createJob(site.database.fork(), { title: 'Engineer' });
    await site.app.listen({ host: '0.0.0.0', port: 0 });
    port = (site.app.server.address() as AddressInfo).port;
  });
  afterAll(() => site.close());

  let addresses = 0;
  /** Returns a new loopback address. */
  const newAddress = () => {
    addresses += 1;
    return `127.0.${1 + (addresses >> 8)}.${addresses & 255}`;
  };

  /** Begins a request from an address. The test sends the body. */
  function open(path: string, headers: Record<string, string>, localAddress = newAddress()) {
    const sent = request({ port, path, method: 'POST', host: '127.0.0.1', localAddress, headers });
    const answer = new Promise<{ status: number; headers: IncomingMessage['headers']; body: string }>(
      (resolve, reject) => {
        sent.on('error', reject);
        sent.on('response', async (response) => {
          const body = await text(response);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
        });
      },
    );
    answer.catch(() => {});
    return { sent, answer };
  }

  /** Sends pieces until there is a response. Returns it with the number of bytes sent by then. */
  async function sendUntilAnswered(path: string, type: string, piece: (n: number) => string, pieces: number) {
    const { sent, answer } = open(path, { 'content-type': type, 'transfer-encoding': 'chunked' });
    let isOver = false;
    let bytes = 0;
    answer.finally(() => (isOver = true)).catch(() => {});
    for (let n = 0; n < pieces && !isOver; n += 1) {
      bytes += piece(n).length;
      if (!sent.write(piece(n)))
        await Promise.race([new Promise((drained) => sent.once('drain', drained)), answer]);
    }
    const result = { ...(await answer), bytes };
    sent.destroy();
    return result;
  }

  const formAddresses = ['/api/internships', '/trpc/visitors.internship', '/internship', '/contact'];

  test.each(formAddresses)(
    '99 fields of 4 MB sent to %s are refused when the first of them comes',
    async (path) => {
      const quarter = 'x'.repeat(megabyte / 4);
      const piece = (n: number) =>
        n % 17 === 0 ? `${n ? '\r\n' : ''}${field(`f${n}`, '').slice(0, -2)}` : quarter;
      const { status, bytes } = await sendUntilAnswered(path, multipart, piece, 99 * 17);
      expect([413, 422]).toContain(status);
      expect(bytes).toBeLessThan(10 * megabyte);
    },
  );

  test.each(formAddresses)(
    'text of more than 64 kB in the fields of a form sent to %s is a 413',
    async (path) => {
      const fields = [...Object.entries(requiredFields.internship), ['message', '']].map(([name, value]) =>
        field(name!, value!),
      );
      const head = fields.slice(0, 2).join('');
      const { sent, answer } = open(path, { 'content-type': multipart });
      sent.end(`${head}${field('message', 'm'.repeat(65 * 1024))}--b--\r\n`);
      const { status, body } = await answer;
      expect(status).toBe(413);
      // The page contains the outcome of the form, here in the encoding of the tests' renderer.
      const encoded = /<body>([\w+/=]+)<\/body>/.exec(body)?.[1] ?? '';
      const words = `${body} ${Buffer.from(encoded, 'base64')}`;
      // A page has words of its own for people, the API keeps its message.
      expect(words).toMatch(
        /The text of this form may have at most 64 kB\.|This is more than the form takes\./,
      );
    },
  );

  test.each(['/api/contact', '/trpc/visitors.contact', '/api/admin/login', '/api/nothing'])(
    'a length above what %s takes is refused before anything of it has come',
    async (path) => {
      const headers = { 'content-type': 'application/json', 'content-length': String(64 * 1024 + 1) };
      const { sent, answer } = open(path, headers);
      sent.flushHeaders();
      expect((await answer).status).toBe(413);
      sent.destroy();
    },
  );

  test.each([
    ['/api/contact', 'application/json'],
    ['/trpc/visitors.contact', 'application/json'],
    ['/contact', 'application/x-www-form-urlencoded'],
  ])('a body of unknown length sent to %s is refused when it has become too long', async (path, type) => {
    const piece = (n: number) => (n === 0 ? '{"message":"' : 'm'.repeat(16 * 1024));
    const { status, bytes } = await sendUntilAnswered(path, type, piece, 1000);
    expect(status).toBe(413);
    expect(bytes).toBeLessThan(10 * megabyte);
  });

  test.each(['/api/admin/jobs', '/trpc/jobs.create'])(
    'an anonymous client is refused by %s before a long body is read, and staff may send it',
    async (path) => {
      const headers = { 'content-type': 'application/json', 'content-length': String(megabyte / 2) };
      const stranger = open(path, headers);
      stranger.sent.flushHeaders();
      expect((await stranger.answer).status).toBe(401);
      stranger.sent.destroy();
      const authorization = `Bearer ${await site.openSession('hr')}`;
      const staff = open(path, { ...headers, authorization });
      staff.sent.end(JSON.stringify({ title: 'T' }).padEnd(megabyte / 2));
      expect((await staff.answer).status).toBe(422);
    },
  );

  test("the panel's client learns that its session has ended, however long the body is", async () => {
    const requirements = ['r'.repeat(100_000)];
    const job = { title: 'T', type: 'Full-time', location: 'L', department: 'D', description: 'D' } as const;
    const call = site.as('anonymous').jobs.create.mutate({ ...job, requirements, responsibilities: ['R'] });
    await expect(call).rejects.toMatchObject({ data: { httpStatus: 401, message: 'Please sign in.' } });
  });

  test.skipIf(isShortForm).each(['/api/admin/blog-posts', '/trpc/blog.create'])(
    'the longest content arrives by %s, in any script',
    async (path) => {
      for (const letter of ['€', '😀']) {
        const content = letter.repeat(1_000_000 / letter.length);
        const fields = { title: 'T', excerpt: 'E', content, category: 'Technology' };
        const { status } = await site.rest('admin').post(path, buildFormData(fields));
        expect(status).toBeLessThan(202);
      }
    },
  );

  test('a client that continues to send after a refusal is disconnected', async () => {
    const { sent, answer } = open('/api/contact', {
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
    });
    const closed = new Promise((resolve) => sent.once('close', resolve));
    const chunk = Buffer.alloc(megabyte, 0x20);
    let megabytes = 0;
    while (megabytes < 200 && !sent.destroyed && sent.writable) {
      megabytes += 1;
      if (!sent.write(chunk))
        await Promise.race([new Promise((drained) => sent.once('drain', drained)), closed]);
    }
    expect(megabytes).toBeLessThan(100);
    sent.destroy();
    await answer.catch(() => {});
  });

  /** Begins an upload of a CV of 4.5 MB, and sends the first bytes of it. */
  function beginUpload(address: string, bytes = 100_000) {
    const upload = open(
      '/api/internships',
      { 'content-type': multipart, 'content-length': '4700000' },
      address,
    );
    const fields = Object.entries(requiredFields.internship).map(([name, value]) => field(name, value));
    upload.sent.write(`${fields.join('')}${cvHead}%PDF-1.7\n${'.'.repeat(bytes)}`);
    return upload;
  }

  const inQuarantine = (count: number) =>
    expect.poll(async () => (await site.files()).quarantine).toHaveLength(count);

  test('too many unfinished uploads of one address lead to 429 for it, and not for others', async () => {
    const address = newAddress();
    const many = Array.from({ length: 5 }, () => beginUpload(address, 4_600_000));
    const refused = await Promise.race(many.map(({ answer }) => answer));
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    });
    await inQuarantine(4);
    const other = beginUpload(newAddress());
    await inQuarantine(5);
    for (const { sent } of [...many, other]) sent.destroy();
    await inQuarantine(0);
    // Aborted uploads no longer count.
    const again = Array.from({ length: 4 }, () => beginUpload(address));
    await inQuarantine(4);
    for (const { sent } of again) sent.destroy();
    await inQuarantine(0);
  });

  test.each(transports)(
    'through %s, thirty tries of an address are processed in ten minutes, with any outcome',
    async (transport) => {
      const address = newAddress();
      const names: FormName[] = ['contact', 'quotation', 'internship', 'application'];
      for (let n = 0; n < 30; n += 1) {
        const name = names[n % 4]!;
        expect(
          (await postVisitorForm(site, transport, name, { ...requiredFields[name], email: 'x' }, { address }))
            .status,
        ).toBe(422);
        // The second call of a batch counts as a separate try.
        if (transport === 'batch' && (name === 'contact' || name === 'quotation')) n += 1;
      }
      const refused = await postVisitorForm(site, transport, 'internship', requiredFields.internship, {
        address,
      });
      expect(refused).toMatchObject({ status: 429, retryAfter: '600' });
      expect(
        (await postVisitorForm(site, transport, 'contact', requiredFields.contact, { address: newAddress() }))
          .status,
      ).toBe(201);
      clock.forward(11 * minute);
      expect(
        (await postVisitorForm(site, transport, 'internship', requiredFields.internship, { address })).status,
      ).toBe(201);
    },
  );

  test.skipIf(isShortForm)(
    'invalid forms with large files end in 429 before their files are received',
    async () => {
      const address = newAddress();
      const statuses: number[] = [];
      for (let n = 0; n < 25; n += 1) {
        const fields = { ...requiredFields.internship, email: 'x', cv: pdf('cv.pdf', 4 * megabyte) };
        statuses.push((await postVisitorForm(site, 'rest', 'internship', fields, { address })).status);
      }
      expect(statuses).toEqual([...Array(15).fill(422), ...Array(10).fill(429)]);
      expect(await site.files()).toMatchObject({ quarantine: [] });
    },
  );

  test('the networks of one /56 have three times the tries of one of them', async () => {
    const tryFrom = (n: number) =>
      postVisitorForm(
        site,
        'rest',
        'contact',
        { email: 'x' },
        { address: `2001:db8:5:${(0x100 + n).toString(16)}::1` },
      );
    for (let n = 0; n < 90; n += 1) expect((await tryFrom(n)).status).toBe(422);
    expect((await tryFrom(91)).status).toBe(429);
  });
});

describe('bytes in flight', () => {
  test('an address, its networks and all together have bounds of their own', () => {
    const inFlight = createIncomingTextCounter();
    const hold = (address: string, megabytes = 5) =>
      inFlight.hold('strangers', address, megabytes * megabyte);
    const network = (n: number) => `2001:db8:0:${n.toString(16)}::1`;
    for (let n = 0; n < 6; n += 1) hold(network(n));
    expect(() => hold(network(7))).toThrow('from your network');
    for (let n = 0; n < 2; n += 1) hold(network(0x100 + n));
    expect(() => hold(network(0x200))).toThrow('from your network');
    for (let n = 0; n < 4; n += 1) hold('203.0.113.1');
    expect(() => hold('203.0.113.1')).toThrow('from your network');
    // The rest is reserved for small bodies.
    expect(() => hold('203.0.113.2')).toThrow('receiving too much');
    hold('203.0.113.2', 0.5);
    // Signed-in users have a separate bound.
    inFlight.hold('signed-in', '203.0.113.1', 50 * megabyte);
  });

  test('released bytes no longer count, and are released only once', () => {
    const inFlight = createIncomingTextCounter();
    const releases = Array.from({ length: 4 }, () => inFlight.hold('strangers', '203.0.113.1', 5 * megabyte));
    releases[0]!();
    releases[0]!();
    inFlight.hold('strangers', '203.0.113.1', 5 * megabyte);
    expect(() => inFlight.hold('strangers', '203.0.113.1', 5 * megabyte)).toThrow('from your network');
  });
});
