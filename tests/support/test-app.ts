import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../../src/app.ts';
import type { Database } from '../../src/database/database.ts';
import { createPictures } from '../../src/media/pictures.ts';
import { createFolderStorage } from '../../src/media/storage.ts';
import { openSession, viewerFinder } from '../../src/modules/auth/session.service.ts';
import { User } from '../../src/modules/users/user.entity.ts';
import { appRouter } from '../../src/router.ts';
import { createPasswords } from '../../src/security/passwords.ts';
import type { Role } from '../../src/shared/roles.ts';
import { type RestCaller, restCaller, type TrpcCaller, trpcCaller } from './callers.ts';
import { copyDatabase, type DatabaseKind } from './database.ts';
import { createUser } from './factories.ts';

/** Who calls: a role's user, or nobody. */
export type Caller = Role | 'anonymous';

export interface TestApp {
  app: FastifyInstance;
  database: Database;
  /** The typed tRPC client of a role's user. */
  as(caller: Caller): TrpcCaller;
  /** REST calls of a role's user. */
  rest(caller: Caller): RestCaller;
  /** The bearer token of a role's user. */
  tokenOf(role: Role): Promise<string>;
  /** Names of the kept pictures, and of what lies in quarantine. */
  files(): Promise<{ uploads: string[]; quarantine: string[] }>;
  close(): Promise<void>;
}

/** The whole server on a database of its own, with real files and without a port. */
export async function testApp(kind: DatabaseKind = 'sqlite'): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-test-'));
  const database = await copyDatabase(kind, dataDir);
  const storage = createFolderStorage(join(dataDir, 'uploads'));
  const quarantine = join(dataDir, 'quarantine');
  const app = await createApp({
    database,
    storage,
    quarantine,
    pictures: createPictures(storage, quarantine),
    passwords: createPasswords(),
    findViewer: viewerFinder(database),
    router: appRouter,
    publicUrl: 'http://localhost:3000',
    trustProxy: false,
    logger: false,
    clientFolder: await emptyClient(dataDir),
    renderPage: async () => ({ status: 200, head: '', html: '', data: null }),
  });
  const tokens = new Map<Role, Promise<string>>();
  const tokenOf = (role: Role) => {
    const known = tokens.get(role) ?? signInAs(database, role);
    tokens.set(role, known);
    return known;
  };
  const headersOf = async (caller: Caller): Promise<Record<string, string>> =>
    caller === 'anonymous' ? {} : { authorization: `Bearer ${await tokenOf(caller)}` };
  const namesIn = (folder: string) => readdir(join(dataDir, folder)).catch(() => []);
  return {
    app,
    database,
    as: (caller) => trpcCaller(app, () => headersOf(caller)),
    rest: (caller) => restCaller(app, () => headersOf(caller)),
    tokenOf,
    files: async () => ({ uploads: await namesIn('uploads'), quarantine: await namesIn('quarantine') }),
    close: async () => {
      await app.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A session without the cost of a password: what sign-in does has tests of its own. */
async function signInAs(database: Database, role: Role): Promise<string> {
  const em = database.fork();
  const user = (await em.findOne(User, { email: `${role}@example.com` })) ?? (await createUser(em, { role }));
  const work = { em, read: database.read, viewer: null, now: new Date() };
  const session = openSession(
    { ...work, request: { userAgent: 'tests', address: '127.0.0.1' } },
    user,
    false,
  );
  await em.flush();
  return session.token;
}

/** The least that the page server wants of a built client. */
async function emptyClient(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'client');
  await mkdir(join(folder, '.vite'), { recursive: true });
  await mkdir(join(folder, 'assets'));
  const chunk = { file: 'assets/entry.js' };
  const manifest = { 'client/entry-browser.tsx': chunk, 'client/entry-admin.tsx': chunk };
  await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
  return folder;
}
