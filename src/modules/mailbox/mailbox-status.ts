import { rm } from 'node:fs/promises';
import type { Ctx } from '../../database/ctx.ts';
import { toIsoTime } from '../../database/columns.ts';
import { MailboxFailure, type OpenMailbox } from '../../mail/mailbox.ts';
import { nameOfMailbox } from '../../mail/mailbox-settings.ts';
import { Conflict } from '../../shared/errors.ts';
import type { Context } from '../../trpc/context.ts';
import { findMailPlace, leftReasons, type MailPlace } from './mail-place.ts';
import { Mailbox } from './mailbox.entity.ts';
import type { MailboxStatus, MailboxTest } from './mailbox.schema.ts';

const shownMails = 5;
/** Enough for the headers and the first words. */
const readBytes = 64 * 1024;

export async function readMailboxStatus({
  em,
  mailbox: { address, problem },
}: Pick<Ctx, 'em'> & Pick<Context, 'mailbox'>): Promise<MailboxStatus> {
  if (!address) return { address: null, problem: problem ?? null, state: null };
  const row = await em.fork().findOne(Mailbox, { name: nameOfMailbox(address) });
  const { host, port, user, folder, isSecure, signIn } = address;
  return {
    address: {
      host,
      port,
      user,
      folder,
      encryption: isSecure ? 'TLS' : 'STARTTLS',
      sign_in: 'oauth' in signIn ? 'oauth' : 'password',
    },
    problem: problem ?? null,
    state: row && {
      looked_at: row.looked_at ? toIsoTime(row.looked_at) : null,
      taken: row.taken,
      passed_over: row.passed_over,
      note: row.note ?? null,
      error: row.error ?? null,
    },
  };
}

type TestCtx = Ctx & Pick<Context, 'mailbox' | 'mailer' | 'mailReader' | 'siteSettings'>;

/**
 * Signs in, and says where the last mails would belong. Takes none.
 * @throws {Conflict} with the reason in words
 */
export async function testMailbox(ctx: TestCtx): Promise<MailboxTest> {
  let connection: OpenMailbox | undefined;
  try {
    connection = await ctx.mailbox.open();
    const first = Math.max(1, connection.uidNext - 20 * shownMails);
    const uids = (await connection.uidsFrom(first)).slice(-shownMails).reverse();
    const mails: MailboxTest['mails'] = [];
    const servers: string[] = [];
    for (const uid of uids) {
      const stored = await connection.read(uid, readBytes);
      if (!stored) continue;
      const { server, ...mail } = await describeMail(ctx, stored.bytes);
      mails.push(mail);
      if (server) servers.push(server);
    }
    return { count: connection.count, mails, server_name: servers[0] ?? null };
  } catch (error) {
    if (error instanceof MailboxFailure) throw new Conflict(error.message);
    throw error;
  } finally {
    await connection?.close();
  }
}

async function describeMail(ctx: TestCtx, bytes: Uint8Array) {
  const mail = await ctx.mailReader.read(bytes);
  for (const { path } of [mail.source, ...mail.files]) await rm(path, { force: true });
  const site = await ctx.siteSettings.current();
  const { address: own } = await ctx.mailer.sender();
  const place = await findMailPlace(ctx, mail, { own, opens_messages: site.mail.opens_messages });
  return {
    from: mail.address,
    subject: mail.subject,
    place: describePlace(place),
    message_id: 'message_id' in place ? place.message_id : null,
    server: mail.check?.server,
  };
}

function describePlace(place: MailPlace): string {
  switch (place.kind) {
    case 'joins':
      return 'It joins its message.';
    case 'noted':
      return 'A program has sent it: it is noted in its message.';
    case 'returned':
      return 'It says that an answer came back.';
    case 'opens':
      return 'It opens a new message.';
    case 'left':
      return `It stays in the mailbox. ${leftReasons[place.reason]}`;
  }
}
