import { setTimeout as wait } from 'node:timers/promises';
import type { Ctx } from '../../database/ctx.ts';
import type { Tables } from '../../database/table-types.ts';
import { acquireKey } from '../../locks/used-keys.ts';
import type { MailboxAccess, OpenMailbox } from '../../mail/mailbox.ts';
import { nameOfMailbox } from '../../mail/mailbox-settings.ts';
import { maxMailBytes } from '../../workers/read-mail.ts';
import { Mailbox } from './mailbox.entity.ts';
import { type ReceiveCtx, receiveMail } from './receive-mail.ts';

const minute = 60_000;
const leaseKey = 'mailbox:watched';
const leaseMs = 3 * minute;
/** Clocks of two machines differ. */
const marginMs = 10 * minute;
/** After so many failures, a mail that cannot be stored holds up no other. */
const maxTries = 10;

/** What a server remembers of its own tries. */
interface Tries {
  /** By the number of a mail that could not be stored. */
  counts: Map<number, number>;
  /** As it is in the log. */
  lastFailure?: string | undefined;
}

/** Makes a context for each mail, as of the present moment. */
type MakeReceiveCtx = () => ReceiveCtx;

/**
 * Takes new mails until it is stopped: as they arrive, if the server tells of them (IDLE), else each minute. Of several
 * instances one reads the mailbox.
 */
export function watchMailbox(mailbox: MailboxAccess, makeCtx: MakeReceiveCtx): () => Promise<void> {
  const stop = new AbortController();
  const tries: Tries = { counts: new Map() };
  const run = async () => {
    while (!stop.signal.aborted) {
      await watchOnce(mailbox, makeCtx, tries, stop.signal);
      await pause(minute, stop.signal);
    }
  };
  const ended = run();
  return async () => {
    stop.abort();
    await ended;
  };
}

/** Until the connection ends, another instance has the lease, or `signal` is aborted. */
async function watchOnce(
  mailbox: MailboxAccess,
  makeCtx: MakeReceiveCtx,
  tries: Tries,
  signal: AbortSignal,
): Promise<void> {
  let lease: string | undefined;
  let connection: OpenMailbox | undefined;
  try {
    lease = await takeLease(makeCtx());
    if (lease === undefined) return;
    connection = await mailbox.open();
    while (!signal.aborted && connection.isOpen()) {
      await takeNewMails(mailbox, connection, makeCtx, tries);
      tries.lastFailure = undefined;
      const waiting = AbortSignal.any([signal, AbortSignal.timeout(minute)]);
      await connection.waitForMail(waiting);
      lease = await renewLease(makeCtx(), lease);
      if (lease === undefined) return;
    }
  } catch (error) {
    await recordFailure(mailbox, makeCtx(), tries, error).catch(() => {});
  } finally {
    await connection?.close();
    if (lease !== undefined) await renewLease(makeCtx(), lease, 0).catch(() => {});
  }
}

async function takeLease({ em, now }: ReceiveCtx): Promise<string | undefined> {
  return (await acquireKey({ em, now }, leaseKey, leaseMs)) ? leaseEnd(now, leaseMs) : undefined;
}

function leaseEnd(now: Date, forMs: number): string {
  return new Date(now.getTime() + forMs).toISOString();
}

/** Undefined when another instance has taken it meanwhile. */
async function renewLease(
  { em, now }: ReceiveCtx,
  lease: string,
  forMs = leaseMs,
): Promise<string | undefined> {
  const forget_at = leaseEnd(now, forMs);
  const { numUpdatedRows } = await em
    .getKysely<Tables>()
    .updateTable('used_keys')
    .set({ forget_at })
    .where('key', '=', leaseKey)
    .where('forget_at', '=', lease)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? forget_at : undefined;
}

/**
 * Begins at the end of a mailbox that was never read. When the server has renumbered the mails, takes those that
 * arrived since the last look, of which known ones are recognised by their Message-ID.
 * @throws what `receiveMail` throws, after which the next call goes on with the same mail
 */
export async function takeNewMails(
  mailbox: MailboxAccess,
  connection: OpenMailbox,
  makeCtx: MakeReceiveCtx,
  tries: Tries = { counts: new Map() },
): Promise<void> {
  const row = await findRow(mailbox, makeCtx());
  const { uidValidity, uidNext } = connection;
  let uids: number[];
  if (row.uid_validity === uidValidity) uids = await connection.uidsFrom(row.last_uid + 1);
  else {
    const isNew = row.uid_validity === null || !row.looked_at;
    uids = isNew ? [] : await connection.uidsSince(new Date(row.looked_at!.getTime() - marginMs));
    const note = isNew
      ? 'Only mails that arrive from now on are read.'
      : 'The server has renumbered the mails. Reading goes on with those that arrived since the last look.';
    await store(makeCtx(), row, { uid_validity: uidValidity, note, last_uid: (uids[0] ?? uidNext) - 1 });
  }
  for (const uid of uids) await takeMail(connection, makeCtx, tries, row, uid);
  await store(makeCtx(), row, { looked_at: makeCtx().now, error: null });
}

async function takeMail(
  connection: OpenMailbox,
  makeCtx: MakeReceiveCtx,
  { counts }: Tries,
  row: Mailbox,
  uid: number,
): Promise<void> {
  const count = (counts.get(uid) ?? 0) + 1;
  counts.set(uid, count);
  const mail = await connection.read(uid, maxMailBytes);
  const taken = await receive(makeCtx(), mail).catch((error: unknown) => {
    if (count < maxTries) throw error;
    makeCtx().warn('a mail was passed over, because it could not be stored', { uid });
    return false;
  });
  counts.delete(uid);
  const added = taken ? { taken: row.taken + 1 } : { passed_over: row.passed_over + 1 };
  await store(makeCtx(), row, { last_uid: uid, ...added });
}

/** False for a mail that was left, was known, or is gone. */
async function receive(ctx: ReceiveCtx, mail: Awaited<ReturnType<OpenMailbox['read']>>): Promise<boolean> {
  if (!mail) return false;
  const { outcome } = await receiveMail(ctx, mail.bytes, mail.isCut);
  return outcome !== 'left' && outcome !== 'known';
}

/** Two instances may look at a new mailbox at the same time. */
export async function findRow({ address }: MailboxAccess, { em }: Pick<Ctx, 'em'>): Promise<Mailbox> {
  const name = nameOfMailbox(address!);
  const fork = em.fork();
  return (
    (await fork.findOne(Mailbox, { name })) ??
    (await fork.upsert(Mailbox, { name }, { onConflictFields: ['name'], onConflictAction: 'ignore' }))
  );
}

async function store(
  { em }: Pick<Ctx, 'em'>,
  row: Mailbox,
  values: Partial<Omit<Mailbox, 'id' | 'name'>>,
): Promise<void> {
  Object.assign(row, values);
  await em.fork().nativeUpdate(Mailbox, { id: row.id }, values);
}

/** In the panel, and once in the log of each start. */
async function recordFailure(
  mailbox: MailboxAccess,
  ctx: ReceiveCtx,
  tries: Tries,
  error: unknown,
): Promise<void> {
  const words = error instanceof Error ? error.message : String(error);
  if (tries.lastFailure !== words) ctx.warn(`the mailbox cannot be read: ${words}`);
  tries.lastFailure = words;
  const row = await findRow(mailbox, ctx);
  if (row.error !== words) await store(ctx, row, { error: words });
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal, ref: false }).catch(() => {});
}
