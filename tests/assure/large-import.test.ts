import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { postLinkOf, uploadNameOf, writeWordpressExport } from '../support/wordpress-export.ts';
import { chooseByForm } from '../support/test-form.ts';
import { withTemporaryFolder } from '../support/foreign-imports.ts';
import { treeMemoryOf } from '../support/process-facts.ts';
import { startServer } from '../support/running-server.ts';
import { flagsOf, startEnvironment } from '../support/start-command.ts';
import { addFigures } from './figures.ts';

const posts = chooseByForm(2000, 20);
const pictures = chooseByForm(50, 5);
const maxMegabytes = 512;
const lookEveryMs = 200;

test('an import of 2,000 posts with 2,000 pictures of 2 MB stays below 512 MB, and every old address leads to a page', async (context) => {
  await withTemporaryFolder(async (folder) => {
    const uploads = join(folder, 'uploads');
    const file = join(folder, 'old.xml');
    const bytes = await writeWordpressExport({ uploads, file, posts, pictures });

    // The import
    const dataDir = join(folder, 'data');
    const started = performance.now();
    const program = [...flagsOf('import'), 'src/commands/import.ts', 'wordpress', file, '--files', uploads];
    const child = spawn(process.execPath, program, {
      env: { ...startEnvironment, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const ended = once(child, 'exit');
    let most = 0;
    while (child.exitCode === null) {
      most = Math.max(most, treeMemoryOf(child.pid!));
      await Promise.race([ended, wait(lookEveryMs)]);
    }
    const seconds = (performance.now() - started) / 1000;
    expect(child.exitCode, output).toBe(0);
    expect(output).toMatch(chooseByForm(/Taking over: 50 %/, /Taking over: 100 %/));
    const report = parse(await readFile(`${file}.report.csv`), { bom: true, columns: true }) as Record<
      string,
      string
    >[];
    expect(report.filter(({ outcome }) => outcome === 'skipped')).toEqual([]);
    expect(report.length).toBe(posts);

    // Its old addresses
    const server = await startServer({ LOG_LEVEL: 'error' }, dataDir);
    let requests = 0;
    const answerOf = async (url: string) => {
      requests += 1;
      return fetch(server.url + url, { redirect: 'manual' });
    };
    for (let post = 1; post <= posts; post += 1) {
      const upload = `/wp-content/uploads/${uploadNameOf(post)}-150x150.jpg`;
      for (const url of [
        postLinkOf(post),
        `/?p=${post}`,
        `${postLinkOf(post)}feed/`,
        upload,
        '/2019/',
        '/category/works/',
      ]) {
        const { status, headers } = await answerOf(url);
        expect([url, status]).toEqual([url, 301]);
        if (post % 20 === 0) expect((await answerOf(headers.get('location')!)).status).toBe(200);
      }
    }
    await server.end('SIGTERM');
    const rate = (posts / seconds).toFixed(1);
    const size = (bytes / 1e6).toFixed(1);
    addFigures(context, {
      requests,
      notes: [`${Math.round(most)} MB at most`, `${rate} posts a second`, `pictures of ${size} MB`],
    });
    expect(most).toBeLessThan(maxMegabytes);
  });
});
