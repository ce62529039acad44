import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

const folder = new URL('../fixtures/localhost-tls/', import.meta.url);
const key = readFileSync(new URL('key.pem', folder));
/** For `localhost` and 127.0.0.1. Nobody has signed it. */
export const certificate = readFileSync(new URL('certificate.pem', folder));

interface StoredMail {
  uid: number;
  raw: Buffer;
  at: Date;
}

export interface ImapServer {
  port: number;
  /** What clients have sent, without the greeting. */
  commands: string[];
  deliver(raw: string | Buffer, at?: Date): void;
  /** Numbers the mails anew, as after a repair of the mailbox. */
  renumber(): void;
  /** Ends all connections, and refuses new ones until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

interface ServerOptions {
  user?: string;
  password?: string;
  accessToken?: string;
  /** `plain` speaks without encryption, and never offers it. */
  encryption?: 'TLS' | 'STARTTLS' | 'plain';
  hasIdle?: boolean;
  hasUidNext?: boolean;
}

/**
 * An IMAP4rev1 server on this machine with one folder, INBOX. It has what a reading client uses: signing in, EXAMINE,
 * UID SEARCH, UID FETCH, IDLE and STARTTLS.
 */
export async function startImapServer(options: ServerOptions = {}): Promise<ImapServer> {
  const { encryption = 'TLS', hasIdle = true, hasUidNext = true } = options;
  let mails: StoredMail[] = [];
  let validity = 1;
  let nextUid = 1;
  const sockets = new Set<Socket>();
  const notify = new Set<() => void>();
  const commands: string[] = [];
  let server: Server;
  let port = 0;

  const serve = (socket: Socket, isEncrypted: boolean) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    let shown = 0;
    let isIdle = false;
    let tag = '';
    let waiting: ((line: string) => void) | undefined;
    let buffered = '';
    const send = (line: string | Buffer) =>
      void socket.write(typeof line === 'string' ? `${line}\r\n` : line);
    const tell = () => {
      if (shown === mails.length) return;
      shown = mails.length;
      send(`* ${shown} EXISTS`);
    };
    const onDelivery = () => isIdle && tell();
    notify.add(onDelivery);
    socket.on('close', () => notify.delete(onDelivery));

    const capabilities = () =>
      [
        'IMAP4rev1',
        'SASL-IR',
        'AUTH=PLAIN',
        'AUTH=XOAUTH2',
        ...(hasIdle ? ['IDLE'] : []),
        ...(encryption === 'STARTTLS' && !isEncrypted ? ['STARTTLS'] : []),
      ].join(' ');
    const ok = (words = 'done') => send(`${tag} OK ${words}`);
    const no = (words: string) => send(`${tag} NO ${words}`);
    const admit = (isRight: boolean) =>
      isRight ? ok('signed in') : no('[AUTHENTICATIONFAILED] Wrong name or word');

    const signIn = (mechanism: string, initial: string | undefined) => {
      const check = (encoded: string) => {
        const text = Buffer.from(encoded, 'base64').toString();
        if (mechanism === 'XOAUTH2') return admit(text.includes(`Bearer ${options.accessToken}\x01`));
        const [, name, word] = text.split('\0');
        return admit(name === (options.user ?? 'eva') && word === (options.password ?? 'secret'));
      };
      if (initial) return check(initial);
      waiting = check;
      send('+ ');
    };
    const uidsOf = (query: string) => {
      const range = /UID (\d+):(\d+|\*)/i.exec(query);
      const since = /SINCE "?(\d+-\w+-\d+)"?/i.exec(query);
      return mails.filter(({ uid, at }, index) => {
        if (since && at < new Date(`${since[1]} UTC`)) return false;
        if (!range) return true;
        const isLast = index === mails.length - 1;
        return uid >= Number(range[1])
          ? range[2] === '*' || uid <= Number(range[2])
          : range[2] === '*' && isLast;
      });
    };
    const fetch = (uid: number, items: string) => {
      const at = mails.findIndex((mail) => mail.uid === uid);
      const mail = mails[at];
      if (!mail) return;
      const parts = [`UID ${uid}`];
      if (/RFC822\.SIZE/i.test(items)) parts.push(`RFC822.SIZE ${mail.raw.length}`);
      if (/INTERNALDATE/i.test(items)) parts.push(`INTERNALDATE "${imapDate(mail.at)}"`);
      const body = /BODY\.PEEK\[\](?:<(\d+)\.(\d+)>)?/i.exec(items);
      if (!body) return send(`* ${at + 1} FETCH (${parts.join(' ')})`);
      const [, from, length] = body;
      const bytes = from ? mail.raw.subarray(Number(from), Number(from) + Number(length)) : mail.raw;
      send(`* ${at + 1} FETCH (${parts.join(' ')} BODY[]${from ? `<${from}>` : ''} {${bytes.length}}`);
      socket.write(bytes);
      send(')');
    };
    const answer = (line: string) => {
      if (isIdle) {
        isIdle = false;
        return ok('idle ended');
      }
      if (waiting) {
        const next = waiting;
        waiting = undefined;
        return next(line);
      }
      const [, own = '', name = '', rest = ''] = /^(\S+) (UID \S+|\S+) ?(.*)$/i.exec(line) ?? [];
      tag = own;
      commands.push(`${name.toUpperCase()} ${rest}`.trim());
      switch (name.toUpperCase()) {
        case 'CAPABILITY':
          send(`* CAPABILITY ${capabilities()}`);
          return ok();
        case 'STARTTLS': {
          ok('go on');
          socket.removeAllListeners('data');
          const secured = new TLSSocket(socket, {
            isServer: true,
            secureContext: createSecureContext({ key, cert: certificate }),
          });
          return serve(secured, true);
        }
        case 'AUTHENTICATE': {
          const [mechanism = '', initial] = rest.split(' ');
          return signIn(mechanism.toUpperCase(), initial);
        }
        case 'SELECT':
        case 'EXAMINE': {
          if (!/^"?INBOX"?/i.test(rest)) return no('[NONEXISTENT] Unknown mailbox');
          shown = mails.length;
          for (const fact of [`${shown} EXISTS`, '0 RECENT', 'FLAGS (\\Seen)']) send(`* ${fact}`);
          send(`* OK [UIDVALIDITY ${validity}] valid`);
          if (hasUidNext) send(`* OK [UIDNEXT ${nextUid}] next`);
          return ok('[READ-ONLY] opened');
        }
        case 'UID SEARCH': {
          const uids = uidsOf(rest).map(({ uid }) => uid);
          send(`* SEARCH ${uids.join(' ')}`.trimEnd());
          return ok();
        }
        case 'UID FETCH': {
          const [, uid, items = ''] = /^(\d+) (.*)$/.exec(rest) ?? [];
          fetch(Number(uid), items);
          return ok();
        }
        case 'IDLE':
          isIdle = true;
          send('+ idling');
          return tell();
        case 'LOGOUT':
          send('* BYE');
          ok();
          return void socket.end();
        default:
          tell();
          return ok();
      }
    };
    socket.on('data', (chunk: Buffer) => {
      buffered += chunk.toString('latin1');
      for (let end = buffered.indexOf('\r\n'); end !== -1; end = buffered.indexOf('\r\n')) {
        const line = buffered.slice(0, end);
        buffered = buffered.slice(end + 2);
        answer(line);
      }
    });
    if (encryption !== 'STARTTLS' || !isEncrypted) send(`* OK [CAPABILITY ${capabilities()}] ready`);
  };

  const start = async () => {
    server = createServer((socket) => {
      if (encryption !== 'TLS') return serve(socket, false);
      const secured = new TLSSocket(socket, {
        isServer: true,
        secureContext: createSecureContext({ key, cert: certificate }),
      });
      secured.on('error', () => socket.destroy());
      serve(secured, true);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  };
  await start();
  return {
    get port() {
      return port;
    },
    commands,
    deliver: (raw, at = new Date()) => {
      mails.push({ uid: nextUid, raw: Buffer.from(raw), at });
      nextUid += 1;
      for (const tell of notify) tell();
    },
    renumber: () => {
      validity += 1;
      mails = mails.map((mail, at) => ({ ...mail, uid: at + 1 }));
      nextUid = mails.length + 1;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => server.close(() => done()));
    },
    start,
  };
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function imapDate(at: Date): string {
  const [day, month, year] = [at.getUTCDate(), months[at.getUTCMonth()], at.getUTCFullYear()];
  return `${String(day).padStart(2, ' ')}-${month}-${year} ${at.toISOString().slice(11, 19)} +0000`;
}
