import { resolve } from 'node:path';
import { createApp } from './app.ts';
import type { Settings } from './config/env.ts';
import { foldCounters } from './database/counter-check.ts';
import { inTurn } from './database/lock.ts';
import { migrate } from './database/migrate.ts';
import { loadStarterContent } from './database/starter.ts';
import { ensureTrigrams } from './database/trigrams.ts';
import { type House, openHouse } from './house.ts';
import { createLogLines } from './http/log-lines.ts';
import { oncePer } from './limits/once-per.ts';
import { forgetAnswers } from './limits/repeats.ts';
import { sweepQuarantine } from './media/quarantine.ts';
import { sweepSessions, viewerFinder } from './modules/auth/session.service.ts';
import { keepInboxUp } from './modules/inbox/upkeep.service.ts';
import { sweepPrivateFiles } from './modules/pictures/private-upkeep.service.ts';
import { createSizeMaker } from './modules/pictures/sizes.service.ts';
import { forgetOldEvents } from './modules/security/security-log.service.ts';
import { sweepFiles } from './modules/pictures/upkeep.service.ts';
import { noteDenial } from './modules/security/security.service.ts';
import { emptyTrash } from './modules/trash/trash.service.ts';
import { ensureAdmin } from './modules/users/first-admin.ts';
import { User } from './modules/users/user.entity.ts';
import { appRouter } from './router.ts';
import { type Background, createBackground } from './shared/background.ts';
import type { RenderPage } from './shared/page.ts';

/** With what the process itself takes to go, ten seconds. */
const closeWithinMs = 9000;
const upkeepMs = 60_000;
const sweepMs = 60 * 60_000;
/** Longer than any upload or start takes: a file that is older and has no row belongs to nobody. */
const graceMs = 60 * 60_000;
/** Cards of what is gone or has changed are of no use; one that still is gets drawn again. */
const cardMs = 30 * 24 * 60 * 60_000;

/**
 * Starts the server: database up to date, starter content and first admin where there are none, one port. SIGTERM and
 * Ctrl-C finish what is in flight and end it.
 *
 * @throws with one clear line when it can not start
 */
export async function startServer(settings: Settings): Promise<void> {
  const house = await openHouse(settings);
  const { database } = house;
  // Instances that start together must not all migrate and fill the same empty database.
  const slowSearch = await inTurn(database, 'start', () => prepare(house, settings));

  const background = createBackground();
  const sizes = createSizeMaker(
    house,
    () => new Date(),
    (err) => app.log.error({ err }, 'a picture has no sizes yet'),
  );
  const clientFolder = resolve('dist/client');
  const app = await createApp({
    ...house,
    router: appRouter,
    background,
    sizes,
    clock: () => new Date(),
    findViewer: viewerFinder(database),
    noteDenial,
    trustProxy: settings.TRUST_PROXY,
    metricsToken: settings.METRICS_TOKEN,
    maxLoopDelayMs: settings.MAX_LOOP_DELAY,
    cdnSeconds: settings.CDN_SECONDS,
    logger: { level: settings.LOG_LEVEL, stream: createLogLines() },
    clientFolder,
    renderPage: laterRenderer(house),
  });
  const stopUpkeep = keepUp(house, background, (err) => app.log.error({ err }, 'upkeep failed'));
  app.addHook('onClose', async () => {
    stopUpkeep();
    await sizes.stop();
    await background.settled();
    await house.cleaner.close();
    await database.close();
  });
  if (slowSearch) app.log.warn(slowSearch);
  await listen(app, settings);
  sizes.wake();
  closeOnSignals(app);
}

/**
 * Brings the database up to date, clears up, and loads starter content and the first admin where there are none. Gives a line for the
 * log where searches will be slow.
 */
async function prepare(house: House, settings: Settings): Promise<string | undefined> {
  const { database, passwords } = house;
  const now = new Date();
  await migrate(database);
  const slowSearch = await ensureTrigrams(database);
  if (isAlone(house)) await sweep(house, now, 0);
  if (settings.SEED === 'starter' && (await isNew(house))) {
    // Loaded only for an empty house: texts and drawings that no other start needs.
    const { seeds } = await import('./seeds.ts');
    await loadStarterContent(database, seeds, { ...house, now });
  }
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, ADMIN_NAME: name } = settings;
  const made = await ensureAdmin(database.fork(), passwords, { email, password, name }, now);
  if (made)
    process.stderr.write(`First admin: ${made.email}, password ${made.password} (shown only this once)\n`);
  return slowSearch;
}

/** Does what has to be done every minute, beginning now, and every hour. Gives what ends it. */
function keepUp(house: House, background: Background, onError: (error: unknown) => void) {
  const { database, mailer, pictures } = house;
  const work = () => ({ em: database.fork(), read: database.read, viewer: null, now: new Date(), pictures });
  const run = () => {
    background.run(() => keepInboxUp(database, mailer, new Date()), onError);
    background.run(() => forgetAnswers(work()), onError);
    background.run(() => emptyTrash(work()), onError);
    background.run(() => sweepSessions(work()), onError);
    background.run(() => foldCounters(database.fork()), onError);
  };
  run();
  // Not before the server answers: what a store fails of for a moment must keep nobody from starting.
  if (!isAlone(house)) background.run(() => sweepInTurn(house, new Date()), onError);
  const timers = [
    setInterval(run, upkeepMs).unref(),
    setInterval(() => background.run(() => sweepInTurn(house, new Date()), onError), sweepMs).unref(),
  ];
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}

/** Once in an hour, however many instances there are; a minute short of it, so that no clock's jitter skips an hour. */
function sweepInTurn(house: House, now: Date): Promise<void> {
  const due = { name: 'sweep', everyMs: sweepMs - upkeepMs, now };
  return oncePer(house.database, due, () => sweep(house, now, graceMs));
}

/** SQLite has one server: whatever has no row when it starts was left by one that is gone, and goes before anything new comes. */
function isAlone({ database }: House): boolean {
  return database.kind === 'sqlite';
}

/**
 * Removes files that a crash left in quarantine or without a row, once they are old enough to be nobody's, and entries of the
 * security log that are older than it keeps them.
 */
async function sweep(house: House, now: Date, grace: number): Promise<void> {
  const { database, pictures, privateFiles, quarantine, shareCards } = house;
  await forgetOldEvents({ em: database.fork(), now });
  const before = new Date(now.getTime() - grace);
  await sweepQuarantine(quarantine, before);
  await shareCards.sweep(new Date(now.getTime() - cardMs));
  await sweepFiles({ em: database.fork(), read: database.read, viewer: null, now, pictures }, before);
  await sweepPrivateFiles({ read: database.read, privateFiles }, before);
}

/** Nobody has an account yet: the first start, or one that was interrupted before its end. */
async function isNew({ database }: House): Promise<boolean> {
  return (await database.fork().count(User)) === 0;
}

/** The bundle that renders pages, with all of React in it, is loaded by the first page that is not kept yet. */
function laterRenderer(house: House): RenderPage {
  let loading: Promise<RenderPage> | undefined;
  return async (...page) => {
    loading ??= loadRenderer(house);
    return (await loading)(...page);
  };
}

async function loadRenderer({ publicUrl }: House): Promise<RenderPage> {
  const bundle: string = resolve('dist/server/entry-server.js');
  const { createRenderer } = await import(bundle);
  return createRenderer(publicUrl);
}

async function listen(
  app: Awaited<ReturnType<typeof createApp>>,
  { HOST: host, PORT: port, PUBLIC_URL }: Settings,
) {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : '';
    if (code === 'EADDRINUSE') throw new Error(`port ${port} on ${host} is in use`, { cause });
    if (code === 'EACCES') throw new Error(`port ${port} on ${host} may not be used by this user`, { cause });
    throw cause;
  }
  app.log.info(`Atrium is at ${PUBLIC_URL}`);
}

function closeOnSignals(app: Awaited<ReturnType<typeof createApp>>): void {
  const close = async () => {
    // Whatever hangs must not keep the process: what was answered is stored already.
    setTimeout(() => process.exit(0), closeWithinMs).unref();
    await app.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, close);
}
