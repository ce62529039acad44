import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createPosts } from '../support/factories.ts';
import { installPackages } from '../support/test-packages.ts';
import { chooseByForm } from '../support/test-form.ts';
import { compilerOptions } from '../support/generated-client.ts';
import { picture } from '../support/pictures.ts';
import { testApp } from '../support/test-app.ts';
import { addFigures } from './figures.ts';

const run = promisify(execFile);
const source = 'tests/assure/client-generator';

test('a program with the client of another generator posts a picture, changes a field, meets a 409 and a 422, and reads all rows while others write', async (context) => {
  const site = await testApp();
  const folder = await mkdtemp(join(tmpdir(), 'atrium-generated-'));
  const origin = await site.app.listen({ host: '127.0.0.1', port: 0 });
  const admin = site.rest('admin');

  // The client
  const document = join(folder, 'openapi.json');
  await writeFile(document, await (await fetch(`${origin}/api/openapi.json`)).text());
  const generator = join(await installPackages(source), 'node_modules/swagger-typescript-api/dist/cli.mjs');
  await run(process.execPath, [generator, 'generate', '-p', document, '-o', folder, '-n', 'api.ts']);
  await copyFile(join(source, 'program.txt'), join(folder, 'program.ts'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  // The generated client has enums.
  const options = { ...compilerOptions, erasableSyntaxOnly: false, skipLibCheck: true };
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['program.ts'] }),
  );
  await run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', folder]);

  // The rows
  const count = chooseByForm(10_000, 1000);
  const before = await createPosts(site.database.fork(), count);

  // Others write until the program has read everything.
  const deleted = new Set<number>();
  let isReading = true;
  let writes = 0;
  const write = async () => {
    for (let i = 0; isReading; i += 1) {
      const at = before[(i * 7919) % count]!;
      if (deleted.has(at)) continue;
      if (i % 3 === 0) {
        deleted.add(at);
        expect((await admin.delete(`/api/admin/blog-posts/${at}`)).status).toBe(200);
      } else
        expect((await admin.patch(`/api/admin/blog-posts/${at}`, { title: `Changed ${i}` })).status).toBe(
          200,
        );
      writes += 1;
    }
  };
  const writing = write();
  const scopes = ['blog:write', 'media:write'];
  const { body: made } = await admin.post('/api/admin/tokens', { name: 'Program', scopes });
  const image = Buffer.from(await (await picture({ width: 300 })).arrayBuffer()).toString('base64');
  const args = [
    '--experimental-transform-types',
    join(folder, 'program.ts'),
    `${origin}/api`,
    made.secret,
    image,
  ];
  const reading = run(process.execPath, args, { maxBuffer: 10_000_000 });
  const { stdout } = await reading.finally(() => {
    isReading = false;
  });
  await writing;

  const { ids, ...told } = JSON.parse(stdout) as { ids: number[] };
  expect(told).toEqual({
    hasPicture: true,
    excerpt: 'Shorter',
    conflict: 409,
    title: 'Moved',
    invalid: 422,
    fields: ['title'],
  });
  const seen = new Set(ids);
  expect(ids.length).toBe(seen.size);
  expect(before.filter((each) => !deleted.has(each) && !seen.has(each))).toEqual([]);
  addFigures(context, {
    requests: writes + Math.ceil(count / 100),
    notes: [`${count} rows, ${writes} writes meanwhile`],
  });
  await site.close();
  await rm(folder, { recursive: true });
});
