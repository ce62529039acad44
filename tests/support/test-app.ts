import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type AppDependencies, createApp } from '../../src/app.ts';
import type { Database } from '../../src/database/database.ts';
import { createCallLimiter, createRateLimiter, type RateLimiter } from '../../src/limits/rate-limiter.ts';
import { createMailboxAccess } from '../../src/mail/mailbox.ts';
import { createMailer, type Mailer } from '../../src/mail/mailer.ts';
import { createServedPictures } from '../../src/pictures/files-in-use.ts';
import { createPictureStore } from '../../src/pictures/processing/picture-store.ts';
import { createImageProcesses } from '../../src/pictures/processing/image-processes.ts';
import { createFolderStorage, createPrivateFiles, type Storage } from '../../src/pictures/files/storage.ts';
import { createPngCache } from '../../src/pictures/processing/png-cache.ts';
import { findProofs } from '../../src/modules/auth/second-factor.ts';
import { createViewerFinder, openSession } from '../../src/modules/auth/sessions.ts';
import type { PicturesCtx } from '../../src/pictures/change-pictures.ts';
import { Picture } from '../../src/pictures/picture.entity.ts';
import { readPreview } from '../../src/modules/previews/previews.ts';
import type { ReceiveCtx } from '../../src/modules/mailbox/receive-mail.ts';
import { sendDueMails } from '../../src/modules/outbox/delivery.ts';
import type { DeliveryCtx } from '../../src/modules/webhooks/deliveries.ts';
import { recordDenial } from '../../src/modules/security-log/security-event.ts';
import { endSessionsByLogoutToken } from '../../src/modules/sso/backchannel-logout.ts';
import {
  createBrandLookFinder,
  createSiteSettings,
  type SettingsSource,
} from '../../src/settings/site-settings.ts';
import { User } from '../../src/modules/users/user.ts';
import { createVisitCounter } from '../../src/modules/visits/visit-counter.ts';
import { appRouter } from '../../src/router.ts';
import { readPasswordFilter } from '../../src/security/password-filter.ts';
import { createPasswords } from '../../src/security/passwords.ts';
import { openSealingKeys } from '../../src/security/sealing.ts';
import { prepareSecrets } from '../../src/security/key-rotation.ts';
import { createSecrets } from '../../src/security/secrets.ts';
import { createBackgroundTasks } from '../../src/shared/background-tasks.ts';
import { sizesOf } from '../../src/shared/picture-view.ts';
import type { Role } from '../../src/shared/roles.ts';
import { createHtmlCleaner } from '../../src/workers/html-cleaner.ts';
import { createMailReader } from '../../src/workers/mail-reader.ts';
import { type RestCaller, restCaller, type TrpcCaller, trpcCaller } from './callers.ts';
import { copyDatabase, type DatabaseKind } from './database.ts';
import { createUser } from './factories.ts';
import { trackAddedFiles } from './added-files.ts';
import { randomFrom, seed } from './random.ts';

export type Caller = Role | 'anonymous';

export interface TestApp {
  app: FastifyInstance;
  database: Database;
  dataDir: string;
  as(caller: Caller): TrpcCaller;
  rest(caller: Caller): RestCaller;
  openSession(role: Role): Promise<string>;
  openSessionOf(user: User): Promise<string>;
  files(): Promise<{ uploads: string[]; quarantine: string[] }>;
  privateFiles(): Promise<string[]>;
  storedPictures(): Promise<string[]>;
  /** Returns the stored pictures that visitors can load. */
  servedPictures(): Promise<string[]>;
  /** Returns the context that the server's maintenance uses. */
  work(): PicturesCtx;
  /** Returns a new context with which the server takes mails of its mailbox. */
  receiving(): ReceiveCtx;
  /** Returns the context with which the server sends events to webhooks. */
  delivering(): DeliveryCtx;
  warnings(): readonly string[];
  /** Requests all sizes of all pictures, so that they are stored. */
  makeSizes(): Promise<void>;
  /** Sends all due mails once. A running server does this every minute. */
  sendMails(): Promise<void>;
  mails(): Promise<string[]>;
  /** Stores the counted views. A running server does this every thirty seconds. */
  writeVisits(): Promise<void>;
  /** Resolves when all background jobs that requests have started are finished. */
  settled(): Promise<void>;
  /** Returns a function that removes all files that were added after this call. */
  keepFiles(): Promise<() => Promise<void>>;
  /** Clears caches, rate limits, session tokens and warnings in memory. Call it after the rows have been restored. */
  forget(): void;
  close(): Promise<void>;
}

// All test apps share these image processes, because starting a process takes longer than most tests.
const imageProcesses = createImageProcesses();

export const testKeys = openSealingKeys({
  SECRETS_KEY: ['YSBzZWFsaW5nIGtleSBmb3IgdGVzdHMsIDMyIGJ5dGU='],
  DATA_DIR: '',
});

/**
 * Creates the whole server with real files, but without a port. The caller must close a database that is
 * given in `otherParts`. `hidden` is the storage for files that are not public.
 */
export async function testApp(
  kind: DatabaseKind = 'sqlite',
  { hidden: given, ...otherParts }: Partial<AppDependencies> & { hidden?: Storage } = {},
): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-test-'));
  const database = otherParts.database ?? (await copyDatabase(kind, dataDir));
  await prepareSecrets(database, testKeys);
  const { storage = createFolderStorage(join(dataDir, 'uploads')) } = otherParts;
  const hidden = given ?? createFolderStorage(join(dataDir, 'private'));
  const quarantine = join(dataDir, 'quarantine');
  const pictures = createPictureStore(storage, quarantine, imageProcesses);
  const outbox = join(dataDir, 'outbox');
  const warnings: string[] = [];
  const background = createBackgroundTasks();
  const cleaner = createHtmlCleaner({ deadlineMs: 60_000 });
  const mailReader = createMailReader({ folder: quarantine, deadlineMs: 60_000 });
  // Limits and visits are made when they are first used, because their caches reserve memory and most tests use none.
  const memory = () => ({
    limits: onFirstUse(() => createRateLimiter(database)),
    callLimiter: onFirstUse(createCallLimiter),
    siteSettings: createSiteSettings(database, cleaner, otherParts.clock),
    visits: onFirstUse(() =>
      createVisitCounter({
        database,
        clock: otherParts.clock ?? (() => new Date()),
        ownHosts: ['localhost'],
        onError: () => warnings.push('views could not be counted yet'),
      }),
    ),
  });
  const privateFiles = createPrivateFiles(hidden);
  const mailer: Mailer =
    otherParts.mailer ?? createMailer({ smtpUrl: undefined, from: 'Atrium <no-reply@example.com>', outbox });
  let remembered = memory();
  const siteSettings: SettingsSource = {
    current: (language) => remembered.siteSettings.current(language),
    draft: (groups, language) => remembered.siteSettings.draft(groups, language),
    draftLook: (hash) => remembered.siteSettings.draftLook(hash),
    treatments: () => remembered.siteSettings.treatments(),
  };
  const limits: RateLimiter = {
    check: (budgets, now) => remembered.limits().check(budgets, now),
    take: (budgets, now) => remembered.limits().take(budgets, now),
    takeInside: (inside, budgets) => remembered.limits().takeInside(inside, budgets),
    reportingTo: (report) => remembered.limits().reportingTo(report),
  };
  const app = await createApp({
    database,
    storage,
    quarantine,
    pictures,
    privateFiles,
    shareCards: createPngCache(join(dataDir, 'cards')),
    notifyEmails: [],
    passwords: createPasswords(),
    passwordFilter: await readPasswordFilter('dist'),
    cleaner,
    mailReader,
    mailbox: createMailboxAccess({}),
    limits,
    callLimiter: (...call) => remembered.callLimiter()(...call),
    countView: (...view) => remembered.visits().count(...view),
    secrets: createSecrets(database, testKeys),
    mailer,
    background,
    recordDenial,
    readPreview,
    endByProvider: endSessionsByLogoutToken,
    sso: null,
    siteSettings,
    findLook: createBrandLookFinder(database, siteSettings),
    clock: () => new Date(),
    random: randomFrom(seed),
    findViewer: createViewerFinder(database, { ssoTokenDays: 30 }),
    router: appRouter,
    publicUrl: 'http://localhost:3000',
    webhookHosts: [],
    stepUpMinutes: 10,
    secondFactorRoles: [],
    findProofs,
    trustProxy: false,
    logger: false,
    clientFolder: await emptyClient(dataDir),
    renderPage: async () => ({ status: 200, head: '', html: '' }),
    ...otherParts,
  });
  const tokens = new Map<Role, Promise<string>>();
  const { clock = () => new Date() } = otherParts;
  const tokenOf = (role: Role) => {
    const known = tokens.get(role) ?? signInAs(database, role, clock());
    tokens.set(role, known);
    return known;
  };
  const headersOf = async (caller: Caller): Promise<Record<string, string>> =>
    caller === 'anonymous' ? {} : { authorization: `Bearer ${await tokenOf(caller)}` };
  const warn = (line: string) => void warnings.push(line);
  const work = (): PicturesCtx => ({
    em: database.fork(),
    read: database.read,
    viewer: null,
    now: new Date(),
    pictures,
    warn,
  });
  const storedPictures = async () => {
    const paths: string[] = [];
    for await (const { path } of pictures.list()) paths.push(path);
    return paths;
  };
  const namesIn = (folder: string) => readdir(join(dataDir, folder)).catch(() => []);
  return {
    app,
    database,
    dataDir,
    as: (caller) => trpcCaller(app, () => headersOf(caller)),
    rest: (caller) => restCaller(app, () => headersOf(caller)),
    openSession: (role) => signInAs(database, role, clock()),
    openSessionOf: (user) => openSessionOf(database, user, clock()),
    files: async () => ({ uploads: await namesIn('uploads'), quarantine: await namesIn('quarantine') }),
    storedPictures,
    servedPictures: async () => {
      const isServed = createServedPictures(database);
      const paths = await storedPictures();
      const answers = await Promise.all(paths.map(isServed));
      return paths.filter((_, at) => answers[at]);
    },
    work,
    receiving: () => ({
      ...work(),
      now: clock(),
      clock,
      limits,
      mailer,
      mailReader,
      privateFiles,
      siteSettings,
      notifyEmails: [],
      publicUrl: 'http://localhost:3000',
      later: (job) => background.run(job, () => {}),
    }),
    delivering: () => ({
      em: database.fork(),
      clock,
      secrets: createSecrets(database, testKeys),
      publicUrl: 'http://localhost:3000',
      siteSettings,
      webhookHosts: otherParts.webhookHosts ?? [],
    }),
    warnings: () => warnings,
    makeSizes: async () => {
      const sizes = (await database.fork().find(Picture, {})).flatMap(sizesOf);
      for (const { path } of sizes) await app.inject(`/${path}`);
    },
    sendMails: () =>
      sendDueMails({
        em: database.fork(),
        clock: otherParts.clock ?? (() => new Date()),
        mailer,
        privateFiles,
        pictures,
        publicUrl: 'http://localhost:3000',
        warn,
      }),
    privateFiles: () => namesIn('private'),
    mails: async () => {
      await background.settled();
      const names = (await readdir(outbox).catch(() => [])).sort();
      return Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
    },
    writeVisits: () => remembered.visits().write(),
    settled: () => background.settled(),
    keepFiles: () => trackAddedFiles(dataDir),
    forget: () => {
      remembered = memory();
      tokens.clear();
      warnings.length = 0;
    },
    close: async () => {
      await app.close();
      await background.settled();
      await cleaner.close();
      await mailReader.close();
      if (database !== otherParts.database) await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function onFirstUse<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/**
 * Creates a session for a user with this role, without hashing a password, because sign-in has its own tests.
 * Returns the token.
 */
async function signInAs(database: Database, role: Role, now: Date): Promise<string> {
  const em = database.fork();
  const user = (await em.findOne(User, { email: `${role}@example.com` })) ?? (await createUser(em, { role }));
  return openSessionOf(database, user, now);
}

async function openSessionOf(database: Database, { id }: User, now: Date): Promise<string> {
  const em = database.fork();
  const request = { userAgent: 'tests', address: '127.0.0.1' };
  const work = { em, read: database.read, viewer: null, now, request };
  return (await openSession(work, { id }, false)).token;
}

/** Creates the few files of a built client that the page server needs. */
async function emptyClient(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'client');
  await mkdir(join(folder, '.vite'), { recursive: true });
  await mkdir(join(folder, 'assets'));
  const chunk = { file: 'assets/entry.js' };
  for (const entry of ['entry-server.tsx', 'entry-site.ts', 'entry-hours.ts', 'entry-admin.tsx']) {
    const manifest = { [`client/${entry}`]: chunk };
    await writeFile(join(folder, `.vite/${parse(entry).name}.json`), JSON.stringify(manifest));
  }
  return folder;
}
