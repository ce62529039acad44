import { createServer } from 'node:http';
import { type AddressInfo, createServer as createListener } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Project } from '../../src/modules/portfolio/portfolio.module.ts';
import { databaseKinds } from '../support/database.ts';
import { callProcedure, testedApiKinds } from '../support/api-calls.ts';
import { createProject } from '../support/factories.ts';
import { chooseByForm } from '../support/test-form.ts';
import { picture } from '../support/pictures.ts';
import { openStorage, type StorageKind, storageKinds } from '../support/storages.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { readEffects } from '../support/stored-effects.ts';

const words = { title: 'T', category: 'IT Support', description: 'D', client: 'C', technologies: [] };
const article = { title: 'T', excerpt: 'E', content: '<p>C</p>', category: 'Technology' };

const databases = databaseKinds.flatMap((kind) => testedApiKinds.map((face) => ({ kind, face })));
/** An address is refused before anything is stored. */
const storages = chooseByForm<readonly StorageKind[]>(storageKinds, ['folder']);
const cases = databases.flatMap((one) => storages.map((storage) => ({ ...one, storage })));

describe.each(cases)('addresses of pictures on $kind with the $storage through $face', (options) => {
  const { kind, face, storage } = options;
  let site: TestApp;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const opened = await openStorage(storage);
    site = await testApp(kind, { storage: opened.storage });
    close = async () => {
      await site.close();
      await opened.close();
    };
  });
  afterAll(() => close());
  const act = (name: string, input: object) =>
    callProcedure(site, face, 'admin', name, input as Record<string, unknown>);

  const notAnAddress =
    'Image must be a web address (http or https) or the path of an uploaded picture' as const;
  const notThere = 'There is no uploaded picture at this path.';
  test.each([
    ['a path upwards', '../../secret', notAnAddress],
    ['a path upwards out of the uploads', 'uploads/../../atrium.sqlite', notAnAddress],
    ['the same, encoded', 'uploads/%2e%2e%2fatrium.sqlite', notAnAddress],
    ['an absolute path', '/etc/passwd', notAnAddress],
    ['a file of the disk', 'file:///etc/passwd', notAnAddress],
    ['a private file', `private/${'0'.repeat(32)}-00000000.pdf`, notAnAddress],
    ['a smaller size of a picture', `uploads/${'0'.repeat(32)}-00000000-320.png`, notAnAddress],
    ['a script', 'javascript:alert(1)', notAnAddress],
    ['an object', { path: 'uploads' }, notAnAddress],
    ['a list', ['uploads'], notAnAddress],
    ['an upload that is not there', `uploads/${'0'.repeat(32)}-00000000.png`, notThere],
  ])('UP6: %s as existing_image is refused, and nothing is read or deleted', async (_what, value, reason) => {
    const { body } = await act('portfolio.create', { ...words, image: await picture() });
    const before = { ...(await readEffects(site, Project)), stored: await site.servedPictures() };
    for (const [name, more] of [
      ['portfolio.create', {}],
      ['portfolio.update', { id: body.id }],
    ] as const) {
      const answer = await act(name, { ...words, ...more, existing_image: value });
      expect(answer, name).toMatchObject({ status: 422, body: { errors: { existing_image: [reason] } } });
    }
    expect({ ...(await readEffects(site, Project)), stored: await site.servedPictures() }).toEqual(before);
    await act('portfolio.remove', { id: body.id });
  });

  test("UP6: another record's picture is shown by both, and an empty existing_image says nothing", async () => {
    const { body } = await act('blog.create', { ...article, featured_image: await picture() });
    const { id, featured_image } = body.post;
    const shown = await act('portfolio.create', { ...words, existing_image: featured_image });
    const project = shown.body.portfolio;
    expect(project.image).toBe(featured_image);
    const silent = await act('portfolio.update', { ...words, id: project.id, existing_image: '' });
    expect(silent.body.portfolio.image).toBe(featured_image);
    await act('blog.remove', { id });
    expect(await site.servedPictures()).toEqual([featured_image]);
    await act('portfolio.remove', { id: project.id });
    expect(await site.servedPictures()).toEqual([]);
  });

  test('a picture is removed from a post or a project on request, unless there is a new one', async () => {
    for (const [name, field, input] of [
      ['blog', 'featured_image', article],
      ['portfolio', 'image', words],
    ] as const) {
      const rowOf = ({ body }: Awaited<ReturnType<typeof act>>) => body.post ?? body.portfolio;
      const { id } = rowOf(await act(`${name}.create`, { ...input, [field]: await picture() }));
      const other = await picture({ width: 30, height: 30 });
      const replaced = await act(`${name}.update`, { ...input, id, remove_image: true, [field]: other });
      expect(await site.servedPictures(), name).toEqual([rowOf(replaced)[field]]);
      const stored = await act(`${name}.update`, { ...input, id, remove_image: false });
      expect(rowOf(stored)[field], name).toBe(rowOf(replaced)[field]);
      const bare = await act(`${name}.update`, { ...input, id, remove_image: true });
      expect(rowOf(bare), name).toMatchObject({ [field]: null, picture: null });
      expect(await site.servedPictures(), name).toEqual([]);
      await act(`${name}.remove`, { id });
    }
  });
});

describe.each(databases)('UP10 on $kind through $face', ({ kind, face }) => {
  test('the server opens no connection to the address of a picture', async () => {
    const heard: string[] = [];
    const listener = createListener((socket) => {
      heard.push('a connection');
      socket.destroy();
    });
    const redirecting = createServer((request, response) => {
      heard.push(`${request.headers.host}${request.url}`);
      response.writeHead(302, { location: `http://127.0.0.1:${portOf(listener)}/secret.png` }).end();
    });
    // On every address of both families, so that any notation of this machine would be noticed.
    await Promise.all(
      [listener, redirecting].map((server) => new Promise<void>((listening) => server.listen(0, listening))),
    );
    const site = await testApp(kind);
    const { id } = await createProject(site.database.fork());
    const port = portOf(listener);
    const addresses = [
      `http://127.0.0.1:${port}/a.png`,
      `http://localhost:${port}/a.png`,
      `http://[::1]:${port}/a.png`,
      `http://[::ffff:127.0.0.1]:${port}/a.png`,
      `http://0x7f000001:${port}/a.png`,
      `http://2130706433:${port}/a.png`,
      // A name that resolves to this machine.
      `http://127.0.0.1.nip.io:${port}/a.png`,
      'http://169.254.169.254/latest/meta-data/',
      `http://127.0.0.1:${portOf(redirecting)}/a.png`,
    ];
    for (const address of addresses) {
      for (const field of ['image', 'existing_image']) {
        const created = await callProcedure(site, face, 'admin', 'portfolio.create', {
          ...words,
          [field]: address,
        });
        expect(created.body.portfolio, address).toMatchObject({ image: address, picture: null });
      }
      await callProcedure(site, face, 'admin', 'portfolio.update', { ...words, id, existing_image: address });
    }
    await callProcedure(site, face, 'admin', 'portfolio.list');
    await callProcedure(site, face, 'anonymous', 'portfolio.published');
    await site.makeSizes();
    await site.close();
    expect(heard).toEqual([]);
    for (const server of [listener, redirecting]) server.close();
  });
});

function portOf(server: { address(): unknown }): number {
  return (server.address() as AddressInfo).port;
}
