import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { buildFormData } from '../support/callers.ts';
import { useSite } from '../support/use-site.ts';

const site = useSite({
  fill: async (site) => {
    await site.app.listen({ host: '127.0.0.1', port: 0 });
  },
});

const forms = ['/api/internships', '/trpc/visitors.internship'];

/** Begins a form. The returned promise resolves with the answer, which may come before the form is complete. */
function begin(path: string, start: string) {
  const { port } = site.app.server.address() as AddressInfo;
  const headers = {
    'content-type': 'multipart/form-data; boundary=b',
    'transfer-encoding': 'chunked',
  };
  const sent = request({ port, path, method: 'POST', host: '127.0.0.1', headers });
  const answer = new Promise<IncomingMessage>((resolve, reject) =>
    sent.once('response', resolve).once('error', reject),
  );
  sent.write(start);
  return { sent, answer };
}

const part = (name: string, value: string, type = '') =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n${type && `content-type: ${type}\r\n`}\r\n${value}`;

test.each(forms)('%s refuses a text field that is too long before it is complete', async (path) => {
  const { sent, answer } = begin(path, part('message', 'x'.repeat(100_000)));
  const response = await answer;
  expect(response.statusCode).toBe(413);
  expect(await text(response)).toContain('"message":["The text of this form may have at most 64 kB."]');
  sent.destroy();
});

test.each(forms)('%s refuses JSON in a field before it is parsed', async (path) => {
  for (const json of ['{"a":1}', '['.repeat(20_000)]) {
    const { sent, answer } = begin(path, part('message', json, 'application/json'));
    sent.end('\r\n--b--\r\n');
    const response = await answer;
    expect(response.statusCode).toBe(422);
    expect(await text(response)).toContain('"message":["This field takes text, not JSON."]');
  }
});

test('a field may have any characters, also across the chunks of a body', async () => {
  const name = 'Zoë 日本 🧭';
  const bytes = Buffer.from(part('name', name, 'text/plain; charset=utf-8'));
  const { sent, answer } = begin('/api/internships', '');
  for (const byte of bytes) sent.write(Buffer.of(byte));
  sent.end(`\r\n${part('email', 'no address')}\r\n--b--\r\n`);
  const { errors } = JSON.parse(await text(await answer));
  expect(Object.keys(errors)).toContain('email');
  expect(Object.keys(errors)).not.toContain('name');
});

test('a file in a field of text is refused in words, and ignored in an unknown field', async () => {
  const json = new Blob(['["a"]'], { type: 'application/json' });
  const text = new Blob(['A title'], { type: 'text/plain' });
  const member = {
    name: 'Ada',
    role: 'HR Manager',
    description: 'D',
    section: 'leadership',
    expertise: '["x"]',
  };
  const cases: [Record<string, string | Blob>, string | undefined][] = [
    [{ ...member, expertise: json }, 'This field takes text, not JSON.'],
    [{ ...member, name: text }, 'Name must be text'],
    [{ ...member, ask_about: text }, 'Ask me about must be text'],
    [{ ...member, of_a_later_version: text }, undefined],
  ];
  for (const [fields, message] of cases) {
    const answer = await site.rest('content_moderator').post('/api/admin/team', buildFormData(fields));
    const messages = Object.values((answer.body.errors ?? {}) as Record<string, string[]>).flat();
    expect(messages, message).toEqual(message ? [message] : []);
  }
});
