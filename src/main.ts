import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type AppDependencies, createApp } from './app.ts';
import { expectNoInterruptedRestore } from './backup/manifest.ts';
import { sweepTemporaryFolders } from './backup/temporary-folder.ts';
import type { Settings } from './config/env.ts';
import { contentModules } from './content-modules.ts';
import {
  expectDataFolderUnlocked,
  lockDataFolder,
  makeDataFolder,
  protectDataFolder,
} from './data-folder.ts';
import { migrate } from './database/migrate.ts';
import { ensureTrigramIndexes } from './database/search/trigrams.ts';
import { explainPort, withFreePort } from './http/server/free-port.ts';
import { createLogLines } from './http/server/log-lines.ts';
import { createCallLimiter } from './limits/rate-limiter.ts';
import { withGlobalLock } from './locks/name-lock.ts';
import { createViewerFinder } from './modules/auth/sessions.ts';
import { readPreview } from './modules/previews/previews.ts';
import { recordDenial } from './modules/security-log/security-event.ts';
import { endSessionsByLogoutToken } from './modules/sso/backchannel-logout.ts';
import { ensureAdmin } from './modules/users/invitations.ts';
import { User } from './modules/users/user.ts';
import { createVisitCounter, writeVisitsEveryMs } from './modules/visits/visit-counter.ts';
import { moveLibraryFilesBack } from './pictures/files/storage.ts';
import { runStepWithProgress } from './run-command.ts';
import { appRouter } from './router.ts';
import { hasOwnContent, importSampleContent } from './sample-content.ts';
import { startMaintenance } from './scheduled-tasks.ts';
import { prepareSecrets } from './security/key-rotation.ts';
import { type PasswordFilter, readPasswordFilter } from './security/password-filter.ts';
import { type AppServices, openFileStorage, openServices } from './services.ts';
import { listUsesOf } from './settings/choices.ts';
import { keepShownDefaults } from './settings/kept-defaults.ts';
import { createBackgroundTasks } from './shared/background-tasks.ts';
import type { RenderPage } from './shared/page-renderer.ts';
import { createCommandLineCtx } from './transfer/foreign-import.ts';

async function listenOnPort(app: FastifyInstance, settings: Settings): Promise<void> {
  const { HOST: host, PORT: port } = settings;
  try {
    await app.listen({ host, port });
  } catch (cause) {
    throw explainPort(cause, settings);
  }
  app.log.info(`Atrium is at ${settings.PUBLIC_URL}`);
}

type Client = Pick<AppDependencies, 'clientFolder' | 'renderPage' | 'content'>;

/** Service managers wait ten seconds, so one remains for the exit. */
const closeWithinMs = 9000;

/**
 * On SIGTERM and Ctrl-C, running requests finish first. Returns the address of the site.
 * @throws {Error} with a message of one line when the server cannot start
 */
export async function startServer(requested: Settings, client?: Client): Promise<string> {
  const settings = await reservePort(requested);
  const { folderWarning, release } = await reserveFolder(settings);
  const passwordFilter = await readPasswordFilter(resolve('dist'));
  const services = { ...(await openServices(settings)), passwordFilter };
  const { database } = services;
  // When several instances start together, only one may migrate and fill an empty database.
  const slowSearch = await withGlobalLock(database, 'start', () => prepare(services, settings));
  // Read now, so that the site's name is known even when the database is unavailable later.
  await services.siteSettings.current();

  const background = createBackgroundTasks();
  const visits = createVisitCounter({
    database,
    clock: () => new Date(),
    ownHosts: [new URL(settings.PUBLIC_URL).hostname, ...settings.ALLOWED_HOSTS],
    onError: (err) => app.log.error({ err }, 'views could not be counted yet'),
  });
  const app = await createApp({
    ...services,
    router: appRouter,
    background,
    clock: () => new Date(),
    random: Math.random,
    findViewer: createViewerFinder(database, { ssoTokenDays: settings.SSO_TOKEN_DAYS }),
    callLimiter: createCallLimiter(),
    countView: visits.count,
    recordDenial,
    readPreview,
    endByProvider: endSessionsByLogoutToken,
    trustProxy: settings.TRUST_PROXY,
    allowedHosts: settings.ALLOWED_HOSTS,
    hstsSubdomains: settings.HSTS_SUBDOMAINS,
    apiOrigins: settings.API_ORIGINS,
    metricsToken: settings.METRICS_TOKEN,
    maxLoopDelayMs: settings.MAX_LOOP_DELAY,
    cdnSeconds: settings.CDN_SECONDS,
    logger: { level: settings.LOG_LEVEL, stream: createLogLines() },
    ...(client ?? builtClient(settings)),
  });
  const writing = setInterval(visits.write, writeVisitsEveryMs).unref();
  let stopMaintenance = async () => {};
  app.addHook('onClose', async () => {
    await stopMaintenance();
    await background.settled();
    clearInterval(writing);
    await visits.write();
    await services.cleaner.close();
    await services.mailReader.close();
    await database.close();
    release();
  });
  for (const warning of [folderWarning, slowSearch]) if (warning) app.log.warn(warning);
  await listenOnPort(app, settings);
  // Only now: a server that fails to start must not delete files of a running one.
  stopMaintenance = startMaintenance(services, background, app.log);
  closeOnSignals(app);
  return settings.PUBLIC_URL;
}

/** Before anything else is created or printed. */
async function reservePort(settings: Settings): Promise<Settings> {
  return withFreePort(settings).catch(async (error) => {
    // If another server uses this folder and the port, the message about the folder is more useful.
    if (!settings.DATABASE_URL) await expectDataFolderUnlocked(settings.DATA_DIR);
    throw error;
  });
}

/** With SQLite, only one server may use the folder. Returns a warning too if other users can read its files. */
async function reserveFolder({ DATA_DIR: dataDir, DATABASE_URL: url }: Settings) {
  await makeDataFolder(dataDir);
  await expectNoInterruptedRestore(dataDir);
  const release = url ? () => {} : await lockDataFolder(dataDir);
  await sweepTemporaryFolders(dataDir);
  return { release, folderWarning: protectDataFolder(dataDir) };
}

async function prepare(
  services: AppServices & { passwordFilter: PasswordFilter },
  settings: Settings,
): Promise<string | undefined> {
  const { database, sealingKeys } = services;
  const ran = await migrate(database, (run, missing) =>
    runStepWithProgress(`Bringing the database up to date, ${missing} migrations`, run),
  );
  const prepareKeys = () => prepareSecrets(database, sealingKeys);
  if (await (ran.length > 0 ? runStepWithProgress('Preparing the keys', prepareKeys) : prepareKeys()))
    process.stderr.write(
      `New sealing key: ${sealingKeys.where} (store a copy, but not beside the backups)\n`,
    );
  await moveLibraryFilesBack(
    await openFileStorage(settings, 'private'),
    services.storage,
    services.quarantine,
  );
  const slowSearch = await ensureTrigramIndexes(database);
  if (settings.SEED === 'starter' && (await isNew(services))) {
    await runStepWithProgress('Loading the sample content', (tell) =>
      importSampleContent(services, settings, (count) => tell(`${count} loaded`)),
    );
  }
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, ADMIN_NAME: name } = settings;
  const made = await ensureAdmin(database.fork(), services, { email, password, name }, new Date());
  if (made)
    process.stderr.write(`First admin: ${made.email}, password ${made.password} (shown only this once)\n`);
  await keepShownDefaults(createCommandLineCtx(database, new Date()), listUsesOf(contentModules));
  return slowSearch;
}

/** True on the first start, and after one that was interrupted, but not where an import has begun the site. */
async function isNew({ database }: AppServices): Promise<boolean> {
  const em = database.fork();
  return (await em.count(User)) === 0 && !(await hasOwnContent(em));
}

/** Loads the renderer, and React with it, for the first page that is not cached. */
function builtClient({ PUBLIC_URL: publicUrl }: Settings): Client {
  let loading: Promise<RenderPage> | undefined;
  return {
    clientFolder: resolve('dist/client'),
    renderPage: async (...page) => {
      loading ??= loadRenderer(publicUrl);
      return (await loading)(...page);
    },
  };
}

async function loadRenderer(publicUrl: string): Promise<RenderPage> {
  const bundle: string = resolve('dist/server/entry-server.js');
  const { createRenderer } = await import(bundle);
  return createRenderer(publicUrl);
}

function closeOnSignals(app: Awaited<ReturnType<typeof createApp>>): void {
  const close = async () => {
    // A hanging request must not keep the process alive. All acknowledged changes are stored by now.
    setTimeout(() => process.exit(0), closeWithinMs).unref();
    await app.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, close);
}
