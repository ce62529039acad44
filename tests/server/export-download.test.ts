import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extract } from 'tar';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildFormData } from '../support/callers.ts';
import { createJob, createMessage } from '../support/factories.ts';
import { picture } from '../support/pictures.ts';
import {
  exportToFolder,
  importFromFolder,
  openTransferSite,
  readExport,
  type TransferSite,
} from '../support/site-transfer.ts';

let folder: string;
let site: TransferSite & { close(): Promise<void> };
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-downloaded-'));
  site = await openTransferSite('sqlite');
});
afterEach(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

test('an export that is downloaded is the one that the command writes, and can be imported (a site of its own)', async () => {
  const em = site.app.database.fork();
  await createJob(em);
  await createMessage(em, { subject: 'Größe' });
  const post = { title: 'T', excerpt: 'E', content: '<p>C</p>', category: 'Technology' };
  const featured_image = await picture({ width: 400, height: 300, format: 'jpeg' });
  await site.app.rest('admin').post('/api/admin/blog-posts', buildFormData({ ...post, featured_image }));

  const headers = { authorization: `Bearer ${await site.app.openSession('admin')}` };
  const answer = await site.app.app.inject({ url: '/api/admin/export', headers });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/x-tar']);
  expect(answer.headers['content-disposition']).toMatch(/atrium-[\d-]+\.tar/);
  const [file, unpacked] = [join(folder, 'site.tar'), join(folder, 'unpacked')];
  await writeFile(file, answer.rawPayload);
  await mkdir(unpacked);
  await extract({ file, cwd: unpacked });

  const { 'atrium.json': about, ...downloaded } = await readExport(unpacked);
  const { 'atrium.json': _, ...written } = await exportToFolder(site, join(folder, 'written'));
  expect(downloaded).toEqual(written);
  expect(about).toMatchObject({
    format: 'atrium 1',
    counts: { posts: 1, jobs: 1, messages: 1 },
    missing: [],
  });
  expect((await importFromFolder(site, unpacked)).filter((one) => 'problem' in one)).toEqual([]);
});
