import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Atrium, createAtrium } from 'atrium-client';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { expandApiDocument } from '../support/api-document.ts';
import { installTestPackages } from '../support/test-packages.ts';
import type { ApiPaths } from '../support/generated-client.ts';
import { sampledModules } from '../support/samples.ts';
import { useSite } from '../support/use-site.ts';
import { isShortForm } from '../support/test-form.ts';

const run = promisify(execFile);

const site = useSite();
let document: object;
let paths: ApiPaths;
beforeAll(async () => {
  document = (await site.app.inject('/api/openapi.json')).json();
  ({ paths } = expandApiDocument(document as never));
});

test('docs/api.md shows a call of every row', async () => {
  const lines = (await readFile('docs/api.md', 'utf8')).split('\n').filter((line) => line.includes('curl'));
  const shown = lines.flatMap((line) => sampledModules.map(({ path }) => line.replace('/admin/$M', path)));
  for (const [path, item] of Object.entries(paths)) {
    const pattern = path
      .replace(/\{group\}|\{list\}|\{slug\}|\{act\}/, '[a-z_-]+')
      .replaceAll(/\{\w+\}/g, '\\d+');
    const address = new RegExp(`\\$A${pattern}(?=[\\s"?]|$)`);
    for (const method of Object.keys(item)) {
      const isShown = (line: string) => address.test(line) && methodOf(line) === method.toUpperCase();
      expect(shown.some(isShown), `${method} ${path}`).toBe(true);
    }
  }
});

/** Returns the method that curl uses for its options. */
function methodOf(line: string): string {
  return /-X (\w+)/.exec(line)?.[1] ?? (/ (-F|--json|--data-binary) /.test(line) ? 'POST' : 'GET');
}

test.skipIf(isShortForm)('the document is clean', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-document-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const input = join(folder, 'openapi.json');
  // The address is a placeholder, because the linter complains about loopback addresses.
  await writeFile(input, JSON.stringify({ ...document, servers: [{ url: 'https://atrium.test/api' }] }));
  const linter = join(await installTestPackages(), 'node_modules/@redocly/cli/bin/cli.js');
  const { stderr, stdout } = await run(
    process.execPath,
    [
      ...[linter, 'lint', input, '--format=json', '--extends=recommended'],
      // An id is a number, so `/{id}/restore` and `/trash/{id}` are never ambiguous.
      '--skip-rule=no-ambiguous-paths',
    ],
    { env: { ...process.env, REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' } },
  );
  expect(JSON.parse(stdout).totals, stderr).toMatchObject({ errors: 0, warnings: 0 });
});

test('the client waits when a server asks for that, and names the status of an answer that is no JSON', async () => {
  const answers = [
    new Response('{}', { status: 503, headers: { 'retry-after': '0.01' } }),
    new Response('<h1>Bad gateway</h1>', { status: 502 }),
  ];
  const addresses: string[] = [];
  const atrium = createAtrium({
    url: 'https://atrium.test/',
    fetch: async ({ url }) => {
      addresses.push(url);
      return answers.shift()!;
    },
  });
  const reading = atrium.GET('/jobs/{id}', { params: { path: { id: 1 } } });
  await expect(reading).rejects.toMatchObject({ status: 502, message: 'The answer is 502' });
  expect(addresses).toEqual(['https://atrium.test/api/jobs/1', 'https://atrium.test/api/jobs/1']);
});

test('the types of the client refuse wrong calls', () => {
  const wrong = async ({ GET, POST }: Atrium) => {
    // @ts-expect-error an id is a number
    await GET('/jobs/{id}', { params: { path: { id: 'one' } } });
    // @ts-expect-error a job has a title
    await POST('/admin/jobs', { body: { type: 'Full-time' } });
    // @ts-expect-error there is no such row
    await GET('/jobs/all');
    const { data } = await GET('/jobs/{id}', { params: { path: { id: 1 } } });
    // @ts-expect-error a job has no price
    return data.job.price;
  };
  // `npm run types` is the test.
  expect(wrong).toBeTypeOf('function');
});
