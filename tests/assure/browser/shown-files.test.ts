import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { makeHostilePdfs, onePage, type PdfEnding, pdfOf } from '../../support/hostile-pdfs.ts';
import { expectAccessible, signIn } from '../../support/real-browser.ts';
import { signInToApis } from '../../support/running-server.ts';
import { tabTo } from '../../support/panel-screens.ts';

const site = useBrowserSite();

let board: string;
let file: string;
beforeAll(async () => {
  const { api } = await signInToApis(site.server);
  const { job } = await api('POST', '/api/admin/jobs', {
    title: 'Joiner',
    description: 'Stairs.',
    type: 'Full-time',
    location: 'Leeds',
    department: 'Workshop',
    requirements: ['Tools'],
    responsibilities: ['Stairs'],
    is_internship: false,
    is_active: true,
  });
  board = `/admin/jobs/${job.id}/applicants`;
  const form = new FormData();
  form.append('name', 'Eva');
  form.append('email', 'eva@example.com');
  form.append('message', 'I have built stairs for ten years.\nMay I come by?');
  form.append('cv', new Blob([new Uint8Array(onePage())], { type: 'application/pdf' }), 'cv.pdf');
  const url = `${site.server.url}/api/jobs/${job.id}/applications`;
  expect((await fetch(url, { method: 'POST', body: form })).status).toBe(201);
  const folder = join(site.server.dataDir, 'private');
  const [key] = (await readdir(folder)).filter((name) => name.endsWith('.pdf'));
  file = join(folder, key!);
});

const shots = process.env.SHOTS;
const look = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: join(shots, `${name}.png`) });
};

async function openApplicant(size = { width: 1440, height: 900 }) {
  const page = await site.browser.visit(`${site.server.url}/admin/login`);
  await page.setViewportSize(size);
  await signIn(page, site.server);
  await page.goto(site.server.url + board);
  await page.getByRole('button', { name: /Eva$/ }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Message Details' });
  await dialog.getByRole('button', { name: 'Show CV' }).waitFor();
  return { page, dialog };
}

const endings: Record<PdfEnding, RegExp> = {
  shown: /^(\d+ pages? (is|are) shown|The first 50 of|Some pictures of this PDF)/,
  protected: /protected with a password/,
  damaged: /damaged and can’t be shown/,
  heavy: /takes? too long/,
  any: /./,
};
/** How long the page itself may be busy at once, with any file. */
const maxBusyMs = 1000;

test('no PDF runs anything, loads anything or freezes the panel: each is shown, or the screen says why not', async () => {
  const { page, dialog } = await openApplicant();
  const events: string[] = [];
  page.on('dialog', (one) => {
    events.push(`a dialog: ${one.message()}`);
    void one.dismiss();
  });
  page.on('popup', () => events.push('a window'));
  page.on('download', () => events.push('a download'));
  const packaged = new Set<string>();
  const policies = new Set<string | undefined>();
  page.on('response', (response) => {
    if (/\/pdf\.(worker|renderer)\b/.test(response.url()))
      policies.add(response.headers()['content-security-policy']);
    if (/\.(bcmap|pfb|ttf)$/.test(response.url())) packaged.add(new URL(response.url()).pathname);
  });
  const { origin } = new URL(site.server.url);
  page.context().on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && url.protocol !== 'blob:' && url.protocol !== 'data:')
      events.push(`a request to ${url}`);
  });
  await page.evaluate(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`violates ${violatedDirective}: ${blockedURI}`),
    );
    new PerformanceObserver((list) => {
      const longest = Math.max(...list.getEntries().map(({ duration }) => duration));
      const before = Number(document.body.dataset.busy ?? 0);
      document.body.dataset.busy = String(Math.max(before, Math.round(longest)));
    }).observe({ type: 'longtask' });
  });
  const address = page.url();
  const measured: string[] = [];
  for (const { name, bytes, ending } of await makeHostilePdfs()) {
    await writeFile(file, bytes);
    await page.evaluate(() => delete document.body.dataset.busy);
    const start = Date.now();
    await dialog.getByRole('button', { name: 'Show CV' }).click();
    const status = dialog.getByRole('status').filter({ hasNotText: 'Loading' });
    await status.first().waitFor({ state: 'attached', timeout: 60_000 });
    const words = (await status.first().textContent())!;
    const shown = await dialog.getByRole('group', { name: /^Page \d+ of / }).count();
    const busy = Number((await page.evaluate(() => document.body.dataset.busy)) ?? 0);
    measured.push(`${name}: ${words.trim()} (${shown}; ${Date.now() - start} ms, busy ${busy} ms)`);
    expect.soft(words, name).toMatch(endings[ending]);
    if (shown === 0) expect.soft(words, name).toMatch(/Download$/);
    expect.soft(busy, name).toBeLessThan(maxBusyMs);
    expect.soft(events.splice(0), name).toEqual([]);
    expect.soft(site.browser.takeErrors(), name).toEqual([]);
    expect(page.url()).toBe(address);
    expect.soft(await dialog.locator('canvas a, form input, iframe, object, embed').count(), name).toBe(0);
    await dialog.getByRole('button', { name: 'Hide CV' }).click();
  }
  // What a PDF makes the workers do cannot leave them.
  expect([...policies]).toEqual([expect.stringMatching(/^default-src 'none'; (?!.*(script|connect)-src)/)]);
  expect([...packaged]).toContainEqual(expect.stringMatching(/^\/assets\/UniJIS-UCS2-H-/));
  expect([...packaged]).toContainEqual(expect.stringMatching(/^\/assets\/(Liberation|Foxit)/));
  if (shots) await writeFile(join(shots, 'hostile.txt'), measured.join('\n'));
  await page.close();
}, 900_000);

/** Two pages as programs write them, with a font and a photo inside. */
async function makeCv(): Promise<Buffer> {
  const font = await readFile('node_modules/pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf');
  const create = { width: 200, height: 200, channels: 3, background: '#b5563c' } as const;
  const photo = await sharp({ create }).jpeg().toBuffer();
  const resources = '/Font << /F1 7 0 R /F2 8 0 R >> /XObject << /I1 11 0 R >>';
  return pdfOf({
    objects: [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
      ...[5, 6].map(
        (content) =>
          `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${content} 0 R /Resources << ${resources} >> >>`,
      ),
      [
        '',
        'BT /F2 28 Tf 60 760 Td (Eva Winter) Tj /F1 14 Tf 0 -40 Td (Joiner since 2014) Tj ET q 100 0 0 100 435 680 cm /I1 Do Q',
      ],
      ['', 'BT /F1 14 Tf 60 760 Td (References on request) Tj ET'],
      '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>',
      // Its name and flags would be those of a serif typeface, if what is inside were not used.
      `<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Inside /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 122 /Widths [${'600 '.repeat(91)}] /FontDescriptor 9 0 R >>`,
      '<< /Type /FontDescriptor /FontName /ABCDEF+Inside /Flags 34 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 120 /FontFile2 10 0 R >>',
      [`/Length1 ${font.length}`, font],
      [
        '/Type /XObject /Subtype /Image /Width 200 /Height 200 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode',
        photo,
      ],
    ],
  });
}

for (const [width, scheme] of [
  [1440, 'light'],
  [390, 'dark'],
] as const) {
  test(`a CV is shown beside the words, by keys alone, at ${width} px`, async () => {
    await writeFile(file, await makeCv());
    const { page, dialog } = await openApplicant({ width, height: 844 });
    await page.emulateMedia({ colorScheme: scheme });
    await tabTo(dialog.getByRole('button', { name: 'Show CV' }));
    await page.keyboard.press('Enter');
    const frame = dialog.getByRole('region', { name: 'cv.pdf' });
    await frame.getByRole('group', { name: 'Page 2 of 2' }).waitFor();
    expect(await frame.getByText('Eva Winter').boundingBox()).not.toBeNull();
    // The photo is drawn where the page has it.
    const colour = await frame
      .locator('canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement) => {
        const [x, y] = [(485 / 595) * canvas.width, (112 / 842) * canvas.height];
        return [...canvas.getContext('2d')!.getImageData(x, y, 1, 1).data];
      });
    expect(Math.max(...[181, 86, 60].map((value, at) => Math.abs(value - colour[at]!)))).toBeLessThan(8);
    await look(page, `cv-${width}-${scheme}`);
    await expectAccessible(page);
    await tabTo(frame);
    await page.keyboard.press('End');
    await expect.poll(() => frame.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
    await look(page, `cv-end-${width}-${scheme}`);
    // Nothing is wider than the screen, and the words of the page lie where they are drawn.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const [line, sheet] = await Promise.all([
      frame.getByText('References on request').boundingBox(),
      frame.getByRole('group', { name: 'Page 2 of 2' }).boundingBox(),
    ]);
    expect((line!.x - sheet!.x) / sheet!.width).toBeCloseTo(60 / 595, 1);
    expect((line!.y - sheet!.y) / sheet!.height).toBeCloseTo(72 / 842, 1);
    await page.close();
  });
}

test('pictures and PDFs of a mail are shown in the open message, and nothing else is', async () => {
  const { api, headers } = await signInToApis(site.server);
  const { messages } = await api('GET', '/api/admin/messages?kind=application');
  const [{ id, details }] = messages;
  const stairs = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#2f5d4a' } })
    .png()
    .toBuffer();
  const mail = new MailComposer({
    from: 'eva@example.com',
    to: 'office@example.org',
    subject: `Re: [${details.reference}]`,
    text: 'My stairs.',
    attachments: [
      { filename: 'stairs.png', content: stairs },
      { filename: 'broken.png', content: stairs.subarray(0, 60) },
      { filename: 'plan.pdf', content: await makeCv() },
      { filename: 'drawing.svg', content: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    ],
  });
  const handedIn = await fetch(`${site.server.url}/api/admin/mails`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'message/rfc822' },
    body: new Uint8Array(await mail.compile().build()),
  });
  expect(await handedIn.json()).toMatchObject({ outcome: 'joined' });
  const page = await site.browser.visit(`${site.server.url}/admin/login`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, site.server);
  await page.goto(`${site.server.url}/admin/inbox?message=${id}`);
  const list = page.getByRole('list', { name: 'Files of the mail' });
  await list.getByRole('button', { name: 'Show stairs.png' }).click();
  const picture = list.getByRole('img', { name: 'stairs.png' });
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(900);
  await list.getByRole('button', { name: 'Show broken.png' }).click();
  await list.getByText('This picture can’t be shown here.').waitFor();
  await look(page, 'mail-picture-1440-dark');
  await list.getByRole('button', { name: 'Show plan.pdf' }).click();
  await list.getByRole('group', { name: 'Page 2 of 2' }).scrollIntoViewIfNeeded();
  await look(page, 'mail-pdf-1440-dark');
  await expectAccessible(page);
  expect(await list.getByRole('button', { name: /drawing/ }).count()).toBe(0);
  // One PDF at a time.
  await page.getByRole('button', { name: 'Show CV' }).click();
  await list.getByRole('button', { name: 'Show plan.pdf' }).waitFor();
  await look(page, 'docked-cv-1440-dark');
  await page.close();
});
