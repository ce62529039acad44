import { resolve } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { type AppParts, createApp } from './app.ts';
import { expectNoInterruptedRestore } from './backup/interrupted.ts';
import { sweepPassing } from './backup/passing-folder.ts';
import type { Settings } from './config/env.ts';
import { expectUnlocked, lockDataFolder, makeDataFolder, protectDataFolder } from './data-folder.ts';
import { withGlobalLock } from './locks/name-lock.ts';
import { migrate } from './database/migrate.ts';
import { ensureTrigrams } from './database/search/trigrams.ts';
import { createCallLimiter } from './limits/call-limiter.ts';
import { createLogLines } from './http/server/log-format.ts';
import { deleteExpiredResponses } from './idempotency/idempotency.ts';
import { runOncePerPeriod } from './locks/once.ts';
import { expectFreePort, listen } from './listening.ts';
import { sweepQuarantine } from './pictures/files/quarantine.ts';
import { sweepSessions, viewerFinder } from './modules/auth/session.service.ts';
import { queueDigest } from './modules/inbox/digest.service.ts';
import { maintainInbox } from './modules/inbox/maintenance.service.ts';
import { sendDueMails } from './modules/outbox/send.service.ts';
import { createSizeMaker } from './pictures/sizes.service.ts';
import { sweepFiles, sweepPrivateFiles } from './modules/library/sweep.service.ts';
import { readPreview } from './modules/previews/previews.service.ts';
import { logSchedule } from './content/due-moments.service.ts';
import { removeOld } from './modules/privacy/retention.service.ts';
import { queueAccountMails } from './modules/security-log/account-mails.service.ts';
import { recordDenial } from './modules/security-log/record-event.service.ts';
import { endByProvider } from './modules/sso/logout.service.ts';
import { emptyTrash } from './content/trash/trash.service.ts';
import { sweepTokens } from './modules/tokens/tokens.service.ts';
import { warnOfExpiry } from './modules/tokens/warn-of-expiry.service.ts';
import { ensureAdmin } from './modules/users/first-admin.ts';
import { User } from './modules/users/user.entity.ts';
import { sweepAutosaves } from './modules/autosaves/autosaves.service.ts';
import { moduleList, modules } from './modules.ts';
import { runStep } from './program.ts';
import { appRouter } from './router.ts';
import { loadSampleContent } from './sample-content.ts';
import { type PasswordFilter, readPasswordFilter } from './security/password-filter.ts';
import { prepareSecrets } from './security/stored-keys.ts';
import { type AppServices, openServices } from './services.ts';
import { listUsesOf } from './settings/list-uses.ts';
import { keepShownDefaults } from './settings/shown-defaults.service.ts';
import { type Background, createBackground } from './shared/background-tasks.ts';
import type { RenderPage } from './shared/page-renderer.ts';
import { commandLine } from './transfer/command-line.ts';

type Client = Pick<AppParts, 'clientFolder' | 'renderPage' | 'content'>;

/** Service managers wait ten seconds. One second is left for the exit of the process. */
const closeWithinMs = 9000;
const maintenanceMs = 60_000;
const sweepMs = 60 * 60_000;
const dayMs = 24 * 60 * 60_000;
/** Longer than any upload or start takes. */
const graceMs = 60 * 60_000;
/** Nobody requests an outdated share card again. A current one is drawn again on request. */
const cardMs = 30 * 24 * 60 * 60_000;

/** SIGTERM and Ctrl-C let running requests finish. @throws with one line when it cannot start */
export async function startServer(settings: Settings, client: Client = builtClient(settings)): Promise<void> {
  const { folderWarning, release } = await reserveFolder(settings);
  const passwordFilter = await readPasswordFilter(resolve('dist'));
  const services = { ...(await openServices(settings)), passwordFilter };
  const { database } = services;
  // When several instances start together, only one may migrate and fill an empty database.
  const slowSearch = await withGlobalLock(database, 'start', () => prepare(services, settings));
  // Reads the settings now, so that the site's name is known even when the database is unavailable later.
  await services.siteSettings.current();

  const background = createBackground();
  const warn = (line: string, facts: object = {}) => app.log.warn(facts, line);
  const sizes = createSizeMaker(
    { ...services, warn },
    () => new Date(),
    (err) => app.log.error({ err }, 'a picture has no sizes yet'),
  );
  const app = await createApp({
    ...services,
    router: appRouter,
    background,
    sizes,
    clock: () => new Date(),
    random: Math.random,
    findViewer: viewerFinder(database),
    callLimiter: createCallLimiter(),
    recordDenial,
    readPreview,
    endByProvider,
    trustProxy: settings.TRUST_PROXY,
    allowedHosts: settings.ALLOWED_HOSTS,
    hstsSubdomains: settings.HSTS_SUBDOMAINS,
    apiOrigins: settings.API_ORIGINS,
    metricsToken: settings.METRICS_TOKEN,
    maxLoopDelayMs: settings.MAX_LOOP_DELAY,
    cdnSeconds: settings.CDN_SECONDS,
    logger: { level: settings.LOG_LEVEL, stream: createLogLines() },
    ...client,
  });
  let stopMaintenance = () => {};
  app.addHook('onClose', async () => {
    stopMaintenance();
    await sizes.stop();
    await background.settled();
    await services.cleaner.close();
    await database.close();
    release();
  });
  for (const warning of [folderWarning, slowSearch]) if (warning) app.log.warn(warning);
  await listen(app, settings);
  // Starts only now, because a server that fails to start must not delete files of a running one.
  stopMaintenance = startMaintenance(services, background, app.log);
  sizes.wake();
  closeOnSignals(app);
}

/**
 * Runs before anything is created or printed. With SQLite, only one server may use the folder. Returns the
 * function that unlocks it, and a warning about files that other users can read.
 */
async function reserveFolder(settings: Settings) {
  const { DATA_DIR: dataDir, DATABASE_URL: url } = settings;
  await expectFreePort(settings).catch(async (error) => {
    // When another server of this folder uses the port, that is the more useful message.
    if (!url) await expectUnlocked(dataDir);
    throw error;
  });
  await makeDataFolder(dataDir);
  await expectNoInterruptedRestore(dataDir);
  const release = url ? () => {} : await lockDataFolder(dataDir);
  await sweepPassing(dataDir);
  return { release, folderWarning: protectDataFolder(dataDir) };
}

async function prepare(
  services: AppServices & { passwordFilter: PasswordFilter },
  settings: Settings,
): Promise<string | undefined> {
  const { database, sealingKeys } = services;
  const ran = await migrate(database, (run, missing) =>
    runStep(`Bringing the database up to date, ${missing} migrations`, run),
  );
  const prepareKeys = () => prepareSecrets(database, sealingKeys);
  if (await (ran.length > 0 ? runStep('Preparing the keys', prepareKeys) : prepareKeys()))
    process.stderr.write(
      `New sealing key: ${sealingKeys.where} (store a copy, but not beside the backups)\n`,
    );
  const slowSearch = await ensureTrigrams(database);
  if (settings.SEED === 'starter' && (await isNew(services))) {
    await runStep('Loading the sample content', (tell) =>
      loadSampleContent(services, settings, (count) => tell(`${count} loaded`)),
    );
  }
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, ADMIN_NAME: name } = settings;
  const made = await ensureAdmin(database.fork(), services, { email, password, name }, new Date());
  if (made)
    process.stderr.write(`First admin: ${made.email}, password ${made.password} (shown only this once)\n`);
  await keepShownDefaults(commandLine(database, new Date()), listUsesOf(modules));
  return slowSearch;
}

/** Runs maintenance at once and then every minute. Returns the function that stops it. */
function startMaintenance(services: AppServices, background: Background, log: FastifyBaseLogger) {
  const { database, mailer, pictures, privateFiles, publicUrl } = services;
  const clock = () => new Date();
  const onError = (err: unknown) => log.error({ err }, 'maintenance failed');
  const warn = (line: string, facts: object = {}) => log.warn(facts, line);
  const ctx = () => {
    const now = new Date();
    return { em: database.fork(), read: database.read, viewer: null, now, pictures, warn };
  };
  const sweepAll = () => {
    background.run(() => sweepInTurn(services, log, new Date()), onError);
    background.run(() => removeOldInTurn(services, new Date()), onError);
  };
  let moment: NodeJS.Timeout | undefined;
  const logDue = async () => {
    const next = await logSchedule(database, moduleList, new Date());
    const inMs = next ? next.getTime() - Date.now() : Number.POSITIVE_INFINITY;
    clearTimeout(moment);
    if (inMs < maintenanceMs) moment = setTimeout(() => background.run(logDue, onError), inMs).unref();
  };
  const run = () => {
    background.run(async () => {
      await queueAccountMails(services, new Date());
      await warnOfExpiry(services, new Date());
      await maintainInbox(database, new Date());
      await queueDigest(services, new Date());
      await sendDueMails({
        em: database.fork(),
        clock,
        mailer,
        privateFiles,
        pictures,
        publicUrl,
        warn,
      });
    }, onError);
    background.run(() => deleteExpiredResponses(ctx()), onError);
    background.run(() => emptyTrash(ctx()), onError);
    background.run(() => sweepSessions(ctx()), onError);
    background.run(() => sweepTokens(ctx()), onError);
    background.run(() => sweepAutosaves(ctx()), onError);
    background.run(logDue, onError);
  };
  run();
  sweepAll();
  const timers = [setInterval(run, maintenanceMs).unref(), setInterval(sweepAll, sweepMs).unref()];
  return () => {
    for (const timer of [...timers, moment]) clearTimeout(timer);
  };
}

/** The period is a minute less than an hour, so that inexact timers skip no hour. */
function sweepInTurn(services: AppServices, log: FastifyBaseLogger, now: Date): Promise<void> {
  const due = { name: 'sweep', everyMs: sweepMs - maintenanceMs, now };
  return runOncePerPeriod(services.database, due, () => sweep(services, log, now));
}

/** Once a day. The period is a minute less, so that inexact timers skip no hour. */
function removeOldInTurn(services: AppServices, now: Date): Promise<void> {
  const { database, privateFiles, siteSettings } = services;
  const due = { name: 'retention', everyMs: dayMs - maintenanceMs, now };
  const ctx = { em: database.fork(), read: database.read, viewer: null, now, privateFiles, siteSettings };
  return runOncePerPeriod(database, due, async () => void (await removeOld(ctx)));
}

/** Deletes files that a crash left in the quarantine or without a row. */
async function sweep(services: AppServices, log: FastifyBaseLogger, now: Date): Promise<void> {
  const { database, pictures, privateFiles, quarantine, shareCards } = services;
  const before = new Date(now.getTime() - graceMs);
  await sweepQuarantine(quarantine, before);
  await shareCards.sweep(new Date(now.getTime() - cardMs));
  const ctx = {
    em: database.fork(),
    read: database.read,
    viewer: null,
    now,
    pictures,
    privateFiles,
    warn: (line: string, facts: object = {}) => log.warn(facts, line),
    onRemoved: (file: string, since: Date) => log.info({ file, since }, 'removed a file that no row names'),
  };
  await sweepFiles(ctx, before);
  await sweepPrivateFiles(ctx, before);
}

/** True on the first start and after a start that was interrupted. */
async function isNew({ database }: AppServices): Promise<boolean> {
  return (await database.fork().count(User)) === 0;
}

/** Loads the renderer, including React, for the first page that is not cached. */
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
    // A hanging request must not keep the process alive. Everything acknowledged is stored by now.
    setTimeout(() => process.exit(0), closeWithinMs).unref();
    await app.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, close);
}
