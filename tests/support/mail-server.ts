import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createMailer, type Mail, type Mailer } from '../../src/mail/mailer.ts';

/**
 * Creates a mailer without a server. The mailer passes mails to `send`, which either returns the response of a mail
 * server or throws.
 */
export function fakeMailer(send: (mail: Mail) => Promise<string> | string): Mailer {
  return {
    hasServer: true,
    sender: async () => ({ name: 'Atrium', address: 'no-reply@example.com' }),
    send: async (mail) => send(mail),
  };
}

/**
 * How the server reacts to a mail. `greeting` is sent as the first line, and then the connection is closed. `recipient`
 * and `text` are the errors with which the server refuses these parts of the mail. `cut` closes the connection before
 * or after the server has received the text. `hold` makes the server stop responding before or after it has accepted
 * the mail.
 */
export interface Behaviour {
  greeting?: string;
  recipient?: string;
  text?: string;
  cut?: 'before the text' | 'after the text';
  hold?: 'before' | 'after';
}

export interface MailServer {
  url: string;
  port: number;
  /** The mails that the server has accepted, in the order of their arrival. */
  mails: string[];
  /** Resolves when the server has stopped responding because of `hold`. */
  held(): Promise<void>;
  /**
   * Sets how the server reacts to a mail, by the address of the recipient. By default, the server accepts
   * every mail.
   */
  behave(how: (recipient: string) => Behaviour): void;
  close(): Promise<void>;
}

/**
 * Starts a mail server on this machine. The server uses a free port, or the port of a closed server that it
 * replaces.
 */
export async function startMailServer(atPort = 0): Promise<MailServer> {
  const mails: string[] = [];
  let holding = Promise.withResolvers<void>();
  let how: (recipient: string) => Behaviour = () => ({});
  const server = new SMTPServer({
    logger: false,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(toError(how(address).recipient)),
    onData: (stream, { envelope }, done) => {
      void text(stream).then((mail) => {
        const { text: reply, hold } = how(envelope.rcptTo[0]?.address ?? '');
        const error = toError(reply);
        if (!error && hold !== 'before') mails.push(mail);
        if (hold) holding.resolve();
        else done(error, 'OK: queued as TEST');
      });
    },
  });
  const inner = server.listen(0, '127.0.0.1');
  await once(inner, 'listening');
  const { port } = inner.address() as AddressInfo;
  const sockets = new Set<Socket>();
  const front = createServer((client) => {
    const { greeting } = how('');
    if (greeting) return void client.end(`${greeting}\r\n`);
    const behind = connect(port, '127.0.0.1');
    for (const socket of [client, behind]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    cutOrPass(client, behind, (recipient) => how(recipient).cut);
  });
  front.listen(atPort, '127.0.0.1');
  await once(front, 'listening');
  const { port: openPort } = front.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${openPort}`,
    port: openPort,
    mails,
    held: () => holding.promise,
    behave: (given) => {
      holding = Promise.withResolvers<void>();
      how = given;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => front.close(() => done()));
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

/**
 * Provides a mail server, and a mailer that uses it, for the tests of a file. Before each test, the list of
 * mails is emptied and the server accepts all mails again.
 */
export function useMailServer(): Pick<MailServer, 'mails' | 'behave'> & { mailer(): Mailer } {
  let server: MailServer;
  beforeAll(async () => {
    server = await startMailServer();
  });
  afterAll(() => server.close());
  beforeEach(() => {
    server.mails.length = 0;
    server.behave(() => ({}));
  });
  return {
    get mails() {
      return server.mails;
    },
    behave: (how) => server.behave(how),
    mailer: () => createMailer({ smtpUrl: server.url, from: 'Atrium <office@example.org>', outbox: '' }),
  };
}

function toError(reply: string | undefined): Error | null {
  if (!reply) return null;
  const [, code, words = ''] = /^(\d{3}) (.*)$/.exec(reply) ?? [];
  return Object.assign(new Error(words), { responseCode: Number(code) });
}

/** Passes the data on between both sockets until the connection is cut. */
function cutOrPass(client: Socket, behind: Socket, cutOf: (recipient: string) => Behaviour['cut']): void {
  let recipient = '';
  client.on('data', (chunk: Buffer) => {
    const said = chunk.toString('latin1');
    recipient = /RCPT TO:<([^>]+)>/i.exec(said)?.[1] ?? recipient;
    if (cutOf(recipient) === 'before the text' && /^DATA\r\n/im.test(said)) return void client.destroy();
    behind.write(chunk);
  });
  behind.on('data', (chunk: Buffer) => {
    // If the connection is cut after the text, the server has received the mail, but its response is lost.
    const isAccepted = chunk.toString('latin1').includes('queued as');
    if (isAccepted && cutOf(recipient) === 'after the text') return void client.destroy();
    client.write(chunk);
  });
  client.on('close', () => behind.end());
  behind.on('close', () => client.end());
}
