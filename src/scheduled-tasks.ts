import type { FastifyBaseLogger } from 'fastify';
import { logAllDueMoments } from './content/schedule-log.ts';
import { deleteExpiredTrash } from './content/trash/trash.ts';
import { deleteExpiredResponses } from './idempotency/idempotency.ts';
import { deleteExpiredKeys, runOncePerPeriod } from './locks/used-keys.ts';
import { sweepSessions } from './modules/auth/sessions.ts';
import { sweepAutosaves } from './modules/autosaves/autosaves.ts';
import { queueDigest } from './modules/inbox/notices.ts';
import { returnDueMessages } from './modules/inbox/reminders.ts';
import { sweepFiles, sweepPrivateFiles, sweepSamplePictures } from './modules/library/file-sweep.ts';
import { trimSources } from './modules/mailbox/mail-sources.ts';
import { watchMailbox } from './modules/mailbox/mailbox-watch.ts';
import { sendDueMails } from './modules/outbox/delivery.ts';
import { removeExpiredRecords } from './modules/privacy/retention.ts';
import { queueAccountMails } from './modules/security-log/account-mails.ts';
import { sweepTokens, queueExpiryMails } from './modules/tokens/tokens.ts';
import { startWebhookSender, sweepDeliveries } from './modules/webhooks/webhook-sender.ts';
import { contentModuleList } from './content-modules.ts';
import { sweepQuarantine } from './pictures/files/storage.ts';
import type { AppServices } from './services.ts';
import type { BackgroundTasks } from './shared/background-tasks.ts';

const maintenanceMs = 60_000;
const sweepMs = 60 * 60_000;
const dayMs = 24 * 60 * 60_000;
/** How old a file must be before the sweep may delete it. No upload and no start takes this long. */
const graceMs = 60 * 60_000;
/** An outdated card is never requested again; a current one is drawn again on request. */
const cardMs = 30 * 24 * 60 * 60_000;

/** At once and then every minute; the mailbox is watched. Returns the function that stops it. */
export function startMaintenance(services: AppServices, background: BackgroundTasks, log: FastifyBaseLogger) {
  const { database, mailbox, mailer, pictures, privateFiles, publicUrl } = services;
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
    const next = await logAllDueMoments(database, contentModuleList, new Date());
    const inMs = next ? next.getTime() - Date.now() : Number.POSITIVE_INFINITY;
    clearTimeout(moment);
    if (inMs < maintenanceMs) moment = setTimeout(() => background.run(logDue, onError), inMs).unref();
  };
  const run = () => {
    background.run(async () => {
      await queueAccountMails(services, new Date());
      await queueExpiryMails(services, new Date());
      await deleteExpiredKeys(ctx());
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
    background.run(() => deleteExpiredTrash(ctx()), onError);
    background.run(() => sweepSessions(ctx()), onError);
    background.run(() => sweepTokens(ctx()), onError);
    background.run(() => sweepAutosaves(ctx()), onError);
    background.run(() => sweepDeliveries(ctx()), onError);
    background.run(() => returnDueMessages(ctx()), onError);
    background.run(logDue, onError);
  };
  const makeReceiveCtx = () => ({
    ...services,
    ...ctx(),
    clock,
    later: (job: () => Promise<unknown>) => background.run(job, onError),
  });
  if (mailbox.problem) log.warn(`the mailbox is not read: bad setting: ${mailbox.problem}`);
  const stopMailbox = mailbox.address && watchMailbox(mailbox, makeReceiveCtx);
  const stopWebhooks = startWebhookSender({ ...services, clock }, onError);
  run();
  sweepAll();
  const timers = [setInterval(run, maintenanceMs).unref(), setInterval(sweepAll, sweepMs).unref()];
  return async () => {
    for (const timer of [...timers, moment]) clearTimeout(timer);
    await stopMailbox?.();
    await stopWebhooks();
  };
}

/** Once an hour. The period is a minute shorter, so that an inexact timer skips no hour. */
function sweepInTurn(services: AppServices, log: FastifyBaseLogger, now: Date): Promise<void> {
  const due = { name: 'sweep', everyMs: sweepMs - maintenanceMs, now };
  return runOncePerPeriod(services.database, due, () => sweep(services, log, now));
}

/** Once a day, a minute shorter for the same reason. */
function removeOldInTurn(services: AppServices, now: Date): Promise<void> {
  const { database, privateFiles, siteSettings } = services;
  const due = { name: 'retention', everyMs: dayMs - maintenanceMs, now };
  const ctx = { em: database.fork(), read: database.read, viewer: null, now, privateFiles, siteSettings };
  return runOncePerPeriod(database, due, async () => void (await removeExpiredRecords(ctx)));
}

/** Also files that a crash left in the quarantine or without a row. */
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
  await sweepSamplePictures(ctx);
  await sweepFiles(ctx, before);
  await sweepPrivateFiles(ctx, before);
  await trimSources(ctx);
}
