import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import { deleteAllPermanently } from '../../content/trash/trash.ts';
import { Version } from '../../content/versions/stored-versions.ts';
import { toIsoTime } from '../../database/columns.ts';
import { declareChangedTables } from '../../database/content-version.ts';
import type { Ctx } from '../../database/ctx.ts';
import { isPostgresql } from '../../database/is-postgresql.ts';
import type { Tables } from '../../database/table-types.ts';
import { inTransaction } from '../../database/transaction.ts';
import { recordRemoval } from '../../log/activities.ts';
import { findMailFiles } from '../../mail/mailer.ts';
import type { PrivateFiles } from '../../pictures/files/storage.ts';
import { warnOnFailure, type PicturesCtx, removeUnneededPicture } from '../../pictures/change-pictures.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import type { ActivityModule } from '../../shared/module-facts.ts';
import { commandLineActorName } from '../../shared/program-actors.ts';
import { publishInboxChange } from '../inbox/live-inbox.ts';
import { Message } from '../inbox/message.entity.ts';
import { indexNotes } from '../inbox/messages.ts';
import { type SecurityLogCtx, recordSecurityEvent } from '../security-log/security-event.ts';
import { type AddressAccounts, blankLogs, findAccountsOf } from './blank-logs.ts';
import { Erasure } from './erasure.entity.ts';
import {
  emailAddressPattern,
  ownersOf,
  privateFileKeysOf,
  type PersonalRow,
  rowsOfPerson,
  type PersonCtx,
  primaryKeysByTable,
} from './find-person.ts';
import { personalDataRules } from './personal-data-rules.ts';
import type { ErasureInput, ErasureView } from './privacy.schema.ts';
import { inBatches } from '../../shared/batches.ts';

/** How many pages of the search index one merge writes at most. */
const mergedPages = 500;

/**
 * Removes what deleted rows leave in the files. SQLite overwrites them by itself (`secure_delete`), but its write-ahead
 * log and the search index may still have parts of them.
 */
async function vacuumDeletedRows({ em }: Pick<Ctx, 'em'>): Promise<void> {
  const db = em.fork().getKysely<Tables>();
  if (isPostgresql(db)) {
    const emptied = ['messages', 'message_events', 'incoming_mails', 'outbox_mails', 'kept_answers'];
    for (const table of [...emptied, 'security_events']) await sql`vacuum ${sql.table(table)}`.execute(db);
    return;
  }
  await sql`insert into messages_fts (messages_fts, rank) values ('merge', ${sql.lit(mergedPages)})`.execute(
    db,
  );
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
}

const rowsAtOnce = 100;
const shownProofs = 200;

type ErasureCtx = PersonCtx & PicturesCtx & SecurityLogCtx & { privateFiles: PrivateFiles };

/** Erases by the rules in `personalDataRules`. After an interruption, the same call goes on. Returns the proof. */
export async function erasePerson(ctx: ErasureCtx, input: ErasureInput): Promise<ErasureView> {
  const key = toEmailKey(input.email);
  const accounts = await findAccountsOf(ctx.read, key);

  // First, so that an interrupted erasure can be seen.
  const proof = await beginProof(ctx, input.reference);
  const counts: Record<string, number> = { ...proof.counts };
  const count = (name: string, rows: number) => {
    if (rows > 0) counts[name] = (counts[name] ?? 0) + rows;
  };

  // Files before their rows, through which a repeated call finds the remaining files.
  for (const table of tablesTo('delete')) {
    for await (const batch of inBatches(rowsOfPerson(ctx.read, table, key), rowsAtOnce)) {
      const rows = batch.filter((row) => table !== 'outbox_mails' || !isAccountMail(row, accounts));
      if (rows.length === 0) continue;
      const owners = await ownersOf(ctx.read, table, rows);
      for (const file of await privateFileKeysOf(ctx.read, owners.table, owners.rows)) {
        await ctx.privateFiles.remove(file);
        count('files', 1);
      }
      await deleteRows(ctx, owners.table, owners.rows);
      count(table, rows.length);
    }
  }

  // A site without a mail server stores mails as files.
  for (const mail of await findMailFiles(ctx.mailer.folder, emailAddressPattern(key))) {
    await rm(mail, { force: true });
    count('outbox', 1);
  }

  for (const [table, rows] of Object.entries(await blankLogs(ctx, accounts))) count(table, rows);

  if (input.forget) {
    for (const table of tablesTo('forget')) {
      for await (const rows of inBatches(rowsOfPerson(ctx.read, table, key), rowsAtOnce))
        count(table, await forgetRows(ctx, table, rows));
    }
  }

  const done = await inTransaction(ctx, async (tx) => {
    const stored = await tx.em.findOneOrFail(Erasure, proof.id);
    Object.assign(stored, { counts, is_done: true });
    await tx.em.flush();
    await recordSecurityEvent(tx, 'person_erased', { details: { erasure: stored.id } });
    await recordRemoval(tx, { by: commandLineActorName, what: 'Erased a person', counts });
    return toErasureView(stored);
  });
  await vacuumDeletedRows(ctx);
  return done;
}

/**
 * A mail about an account that exists and has had the address is still sent, as its entries in the logs stay. Only
 * notices about messages have a `user_id`.
 */
function isAccountMail({ kind, user_id }: PersonalRow, { existing }: AddressAccounts): boolean {
  if (existing.size === 0 || !['notice', 'invitation'].includes(String(kind))) return false;
  return user_id === null || existing.has(Number(user_id));
}

/** An unfinished proof with the same reference goes on, so that a repeated call counts as one erasure. */
async function beginProof(ctx: ErasureCtx, reference: string): Promise<Erasure> {
  const em = ctx.em.fork();
  const unfinished = reference ? await em.findOne(Erasure, { reference, is_done: false }) : null;
  if (unfinished) return unfinished;
  const proof = em.create(Erasure, {
    created_at: ctx.now,
    user_name: ctx.viewer?.name ?? commandLineActorName,
    reference,
    counts: {},
    is_done: false,
  });
  await em.persist(proof).flush();
  return proof;
}

/** The newest 200, the newest first. */
export async function listErasures({ em }: Pick<Ctx, 'em'>): Promise<ErasureView[]> {
  const proofs = await em.fork().find(Erasure, {}, { orderBy: { id: 'desc' }, limit: shownProofs });
  return proofs.map(toErasureView);
}

function toErasureView({ id, created_at, user_name, reference, counts, is_done }: Erasure): ErasureView {
  return { id, created_at: toIsoTime(created_at), user_name, reference, counts, is_done };
}

function tablesTo(treatment: 'delete' | 'forget'): string[] {
  return Object.keys(personalDataRules).filter((table) => personalDataRules[table]!.treatment === treatment);
}

async function deleteRows(ctx: Ctx, table: string, rows: readonly PersonalRow[]): Promise<void> {
  const id = primaryKeysByTable(table);
  await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
    declareChangedTables(tx, table);
    await sql`delete from ${sql.table(table)} where ${sql.ref(id)} in (${sql.join(rows.map((row) => row[id]))})`.execute(
      tx.em.getKysely<Tables>(),
    );
    if (table === 'messages') await publishInboxChange(tx);
    if (table === 'message_events') await forgetWords(tx, rows);
  });
}

/** Of mails that a person has sent into messages of others, which stay. */
async function forgetWords(tx: Ctx, events: readonly PersonalRow[]): Promise<void> {
  const ids = events.map(({ message_id }) => Number(message_id));
  for (const message of await tx.em.find(Message, { id: { $in: ids } })) await indexNotes(tx, message);
  await publishInboxChange(tx);
}

/** The current version of the settings stays: staff can edit it. Returns how many rows were deleted. */
async function forgetRows(ctx: ErasureCtx, table: string, rows: readonly PersonalRow[]): Promise<number> {
  const earlier = table === 'site_settings' ? await withoutCurrent(ctx, rows) : rows;
  const pictures = earlier.map(({ picture }) => picture);
  if (table === 'trash_items') {
    for (const { module, item_id } of rows) {
      const key = { module: module as ActivityModule, item_id: Number(item_id) };
      const versions = await ctx.em.fork().find(Version, key, { fields: ['picture'] });
      pictures.push(...versions.map(({ picture }) => picture));
      await deleteAllPermanently({ ...ctx, em: ctx.em.fork() }, key.module, [key.item_id]);
    }
  } else if (earlier.length > 0) await deleteRows(ctx, table, earlier);
  for (const picture of new Set(pictures))
    if (typeof picture === 'string')
      await warnOnFailure(ctx, picture, () => removeUnneededPicture(ctx, picture));
  return earlier.length;
}

async function withoutCurrent({ read }: Ctx, rows: readonly PersonalRow[]): Promise<PersonalRow[]> {
  const current = await read.search<{ id: number }>(
    sql`select max(id) as id from site_settings group by group_name`,
  );
  const ids = new Set(current.map(({ id }) => id));
  return rows.filter(({ id }) => !ids.has(Number(id)));
}
