import { randomInt } from 'node:crypto';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TrpcCaller } from '../../support/callers.ts';
import { chooseByForm } from '../../support/test-form.ts';
import { expectAccessible, openRealBrowser, type RealBrowser } from '../../support/real-browser.ts';
import { signInToApis, type RunningServer, removeData, startServer } from '../../support/running-server.ts';

const thanks = 'Thank you. Your message has been sent.';
const pdf = { name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') };
const maxDocumentBytes = 5 * 1024 * 1024;

interface FormCase {
  path: string;
  /** The words that fill it in, by label; the last field is the one that is left out to be refused. */
  words: Record<string, string>;
  button: string;
  takesFile: boolean;
}
const person = { Name: 'Ada', Email: 'ada@example.com' };
const forms: [string, FormCase][] = [
  [
    'contact',
    {
      path: '/contact',
      words: { ...person, Subject: 'Engines', Message: 'How much is one?' },
      button: 'Send message',
      takesFile: false,
    },
  ],
  [
    'quotation',
    {
      path: '/quotations',
      words: { ...person, Details: 'Two engines' },
      button: 'Request a quotation',
      takesFile: false,
    },
  ],
  [
    'internship',
    {
      path: '/internship',
      words: { ...person, Field: 'Mathematics', Message: 'I would like to learn.' },
      button: 'Send application',
      takesFile: true,
    },
  ],
  [
    'job application',
    {
      path: '/career/1',
      words: { ...person, Message: 'I would like to help.' },
      button: 'Send application',
      takesFile: true,
    },
  ],
];

let server: RunningServer;
let browser: RealBrowser;
let trpc: TrpcCaller;
beforeAll(async () => {
  // Each visitor has an address of their own, so that no test uses up the limit of another.
  [server, browser] = await Promise.all([startServer({ TRUST_PROXY: '1' }), openRealBrowser()]);
  ({ trpc } = await signInToApis(server));
  await trpc.jobs.create.mutate({
    title: 'Engineer',
    description: 'Builds.',
    type: 'Full-time',
    location: 'London',
    department: 'Works',
    requirements: ['Patience'],
    responsibilities: ['Build'],
  });
}, 60_000);
afterAll(async () => {
  await browser.close();
  await server.end('SIGTERM');
  await removeData(server);
});

/** How many messages of this sender are stored, as spam or not. */
async function countFrom(email: string): Promise<number> {
  const [inbox, spam] = await Promise.all([
    trpc.inbox.list.query({}),
    trpc.inbox.list.query({ folder: 'spam' }),
  ]);
  const messages = [...inbox.messages, ...spam.messages];
  return messages.filter((message) => message.email === email).length;
}

const someAddress = () => Array.from({ length: 4 }, () => randomInt(1, 255)).join('.');

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.visit('about:blank', {
    viewport: { width: 390, height: 844 },
    extraHTTPHeaders: { 'x-forwarded-for': someAddress() },
    ...options,
  });
  await page.goto(server.url + path);
  if (options.javaScriptEnabled !== false) await page.locator(':root[data-enhanced]').waitFor();
  return page;
}

async function fill(page: Page, words: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(words)) await page.getByLabel(label, { exact: true }).fill(text);
  const service = page.getByLabel('Service');
  if (await service.count()) await service.selectOption('Cloud Solutions');
}

const wordsOf = async (page: Page, labels: string[]) =>
  Object.fromEntries(
    await Promise.all(
      labels.map(async (label) => [label, await page.getByLabel(label, { exact: true }).inputValue()]),
    ),
  );

/** What a screen reader says about the focused element and about live regions. */
async function readAloud(page: Page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const property = (node: (typeof nodes)[number] | undefined, name: string) =>
    node?.properties?.find((each) => each.name === name)?.value.value;
  const focused = nodes.findLast((node) => property(node, 'focused'));
  const announced = nodes.filter(({ role }) => ['alert', 'status'].includes(String(role?.value)));
  return {
    name: focused?.name?.value,
    role: focused?.role?.value,
    description: focused?.description?.value ?? '',
    isInvalid: property(focused, 'invalid') === 'true',
    announced: announced.map((node) => [node.role?.value, property(node, 'live')]),
  };
}

/** The same code draws all forms and tells what went wrong: the gate takes one without and one with a file. */
const told = chooseByForm(forms, [forms[0]!, forms[2]!]).map(([kind]) => kind);

describe.each(forms)('the %s form', (kind, { path, words, button, takesFile }) => {
  const labels = Object.keys(words);
  const lastLabel = labels.at(-1)!;
  const email = `${kind.replace(' ', '-')}@example.com`;

  test('without a script it is refused with its words, sent, and stored once for two presses', async () => {
    const page = await open(path, { javaScriptEnabled: false });
    const sender = { ...words, Email: `plain-${email}` };
    const send = page.getByRole('button', { name: button });
    // Spaces pass the browser's own checks.
    await fill(page, { ...sender, [lastLabel]: ' ' });
    const refused = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await send.click();
    expect((await refused).status()).toBe(422);
    await page.getByRole('alert').getByText('Please correct the marked fields.').waitFor();
    expect(await wordsOf(page, labels)).toEqual({ ...sender, [lastLabel]: expect.any(String) });
    expect(await readAloud(page)).toMatchObject({ announced: [['alert', 'assertive']] });
    await fill(page, sender);
    await send.dblclick();
    await page.getByRole('status').getByText(thanks).waitFor();
    expect(await countFrom(sender.Email)).toBe(1);
    await page.context().close();
  });

  test('with the script two presses make one post, and what was wrong and that it was sent are read aloud', async () => {
    const page = await open(path);
    const sender = { ...words, Email: `script-${email}` };
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    await fill(page, { ...sender, [lastLabel]: '' });
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('alert').getByText('Please correct the marked fields.').waitFor();
    await expectAccessible(page);
    expect(await readAloud(page)).toEqual({
      name: lastLabel,
      role: 'textbox',
      isInvalid: true,
      description: expect.stringContaining('Please fill in this field.'),
      announced: [['alert', 'assertive']],
    });
    posts.length = 0;
    await fill(page, sender);
    await page.getByRole('button', { name: button }).dblclick();
    await page.getByRole('status').getByText(thanks).waitFor();
    expect(posts).toHaveLength(1);
    expect(await countFrom(sender.Email)).toBe(1);
    expect(await readAloud(page)).toMatchObject({ role: 'status', announced: [['status', 'polite']] });
    await page.context().close();
  });

  if (!told.includes(kind)) return;

  test('the limit of posts is told in words, with the script and without, and nothing typed is lost', async () => {
    const address = { extraHTTPHeaders: { 'x-forwarded-for': someAddress() } };
    for (let count = 0; count < 5; count += 1) {
      await fetch(`${server.url}/api/contact`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...address.extraHTTPHeaders },
        body: JSON.stringify({ name: 'Ada', email, subject: `${kind} ${count}`, message: 'Again' }),
      });
    }
    for (const javaScriptEnabled of [true, false]) {
      const page = await open(path, { ...address, javaScriptEnabled });
      await fill(page, words);
      const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
      await page.getByRole('button', { name: button }).click();
      const refusal = await answered;
      expect(refusal.status()).toBe(429);
      expect(Number(refusal.headers()['retry-after'])).toBeGreaterThan(0);
      await page.getByRole('alert').getByText('Too many tries. Please try again in').waitFor();
      expect(await wordsOf(page, labels)).toEqual(words);
      await page.context().close();
    }
  });

  test('a server that is busy, too large a request and no connection are told in words, and nothing is lost', async () => {
    const page = await open(path);
    await fill(page, words);
    if (takesFile) await page.getByLabel('CV').setInputFiles(pdf);
    const says = async (text: string) => {
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('alert').getByText(text).waitFor();
      expect(await readAloud(page)).toMatchObject({ role: 'alert', announced: [['alert', 'assertive']] });
      expect(await wordsOf(page, labels)).toEqual(words);
      if (takesFile) {
        const files = page.getByLabel('CV').evaluate((input: HTMLInputElement) => input.files?.length);
        expect(await files).toBe(1);
      }
    };
    // What stands in front of the server has pages of its own for these.
    for (const [status, text] of [
      [503, 'The server is busy.'],
      [413, 'This is more than the form takes.'],
      [502, 'The form could not be sent.'],
    ] as const) {
      await page.route(`**${path}`, (route) => route.fulfill({ status, body: '<h1>Bad day</h1>' }));
      await says(text);
      await page.unroute(`**${path}`);
    }
    await page.route(`**${path}`, (route) => route.abort());
    await says('The server cannot be reached.');
    await page.unroute(`**${path}`);
    await page.context().setOffline(true);
    await says('You are offline.');
    await expectAccessible(page);
    await page.context().close();
  });

  test('without a script and without a connection the way back leads to the words', async () => {
    const page = await open(path, { javaScriptEnabled: false });
    await fill(page, words);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: button }).click();
    await page.waitForURL('chrome-error://**');
    await page.context().setOffline(false);
    await page.goBack();
    expect(await wordsOf(page, labels)).toEqual(words);
    await page.context().close();
  });
});

describe.each(forms.filter(([kind, { takesFile }]) => takesFile && told.includes(kind)))(
  'a CV of the %s form',
  (_, { path, words, button }) => {
    test.each([
      ['of the wrong kind', Buffer.from('MZ'), 422, 'The file must be a PDF.'],
      ['that is too large', Buffer.alloc(maxDocumentBytes + 1, '%PDF-1.7\n'), 413, 'at most 5 MB'],
    ])('%s is refused at its field without a script, and the words stay', async (_, buffer, status, text) => {
      const page = await open(path, { javaScriptEnabled: false });
      await fill(page, words);
      await page.getByLabel('CV').setInputFiles({ ...pdf, buffer });
      const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
      await page.getByRole('button', { name: button }).click();
      expect((await answered).status()).toBe(status);
      await page.locator('#cv-error').getByText(text).waitFor();
      expect(await page.getByLabel('CV').getAttribute('aria-describedby')).toBe('cv-error cv-help');
      expect(await wordsOf(page, Object.keys(words))).toEqual(words);
      await page.context().close();
    });

    test('of the wrong kind is refused at its field with the script, before it is sent', async () => {
      const page = await open(path);
      const posts: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
      await fill(page, words);
      await page.getByLabel('CV').setInputFiles({ ...pdf, buffer: Buffer.from('MZ') });
      await page.getByRole('button', { name: button }).click();
      await page.locator('#cv-error').getByText('The file must be a PDF.').waitFor();
      expect(await readAloud(page)).toMatchObject({
        isInvalid: true,
        announced: [['alert', 'assertive']],
        description: expect.stringContaining('The file must be a PDF.'),
      });
      expect(posts).toEqual([]);
      await page.context().close();
    });
  },
);
