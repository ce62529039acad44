import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from './free-port.ts';

const run = promisify(execFile);
const certificates = resolve('tests/fixtures/localhost-tls');
/** The user `nobody`. */
const nobody = 65_534;
export const dovecotPassword = 'secret-of-eva';

/** Its packages come from Debian, and its paths are mounted for its processes alone, which takes root. */
export const canRunDovecot =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  ['apt-get', 'dpkg', 'unshare'].every((name) => spawnSync('which', [name]).status === 0);

export interface Dovecot {
  imaps: string;
  imap: string;
  deliver(raw: string): Promise<void>;
  /** Puts mails there before the server has seen any. */
  fill(count: number, mailOf: (at: number) => string): Promise<void>;
  /** Deletes the indexes, so that the server numbers the mails anew. */
  renumber(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Downloads and unpacks the packages once. Nothing is installed. */
async function unpackOnce(): Promise<string> {
  const folder = resolve('node_modules/.cache/dovecot');
  if (existsSync(folder)) return folder;
  const work = await mkdtemp(`${folder}-`);
  // `apt-get` downloads as a user of its own.
  await chmod(work, 0o755);
  await run('apt-get', ['download', 'dovecot-core', 'dovecot-imapd'], { cwd: work });
  for (const name of await readdir(work)) await run('dpkg', ['-x', name, '.'], { cwd: work });
  await rename(work, folder);
  return folder;
}

/** A Dovecot with the mailbox of `eva`. The caller stops it. */
export async function startDovecot(): Promise<Dovecot> {
  const root = await unpackOnce();
  const folder = await mkdtemp(join(tmpdir(), 'atrium-dovecot-'));
  await chmod(folder, 0o755);
  const mails = join(folder, 'mails');
  const maildir = join(mails, 'Maildir');
  for (const path of [mails, maildir, ...['tmp', 'new', 'cur'].map((name) => join(maildir, name))]) {
    await mkdir(path);
    await chown(path, nobody, nobody);
  }
  const [imapsPort, imapPort] = [await findFreePort(), await findFreePort()];
  await writeFile(join(folder, 'users'), `eva:{PLAIN}${dovecotPassword}:${nobody}:${nobody}::${mails}\n`);
  const settings = join(folder, 'dovecot.conf');
  await writeFile(settings, settingsOf(folder, { imapsPort, imapPort }));
  const mounts = ['lib', 'bin'].map(
    (name) => `mount -t overlay overlay -o lowerdir=${root}/usr/${name}:/usr/${name} /usr/${name}`,
  );
  const program = `${mounts.join(' && ')} && exec ${root}/usr/sbin/dovecot -F -c ${settings}`;
  let server: ChildProcess | undefined;
  let count = 0;
  const start = async () => {
    server = spawn('unshare', ['-m', 'sh', '-c', program], { stdio: 'ignore' });
    await becomeReady(imapsPort);
  };
  await start();
  return {
    imaps: `imaps://eva:${dovecotPassword}@localhost:${imapsPort}/INBOX`,
    imap: `imap://eva:${dovecotPassword}@localhost:${imapPort}/INBOX`,
    deliver: async (raw) => {
      count += 1;
      const name = `${Date.now()}.${count}.localhost`;
      await writeFile(join(maildir, 'tmp', name), raw);
      await rename(join(maildir, 'tmp', name), join(maildir, 'new', name));
    },
    fill: async (size, textAt) => {
      for (let at = 0; at < size; at += 1) {
        const seconds = 1_600_000_000 + at;
        const file = join(maildir, 'new', `${seconds}.old${at}.localhost`);
        await writeFile(file, textAt(at));
        await utimes(file, seconds, seconds);
      }
    },
    renumber: async () => {
      for (const name of await readdir(maildir))
        if (name.startsWith('dovecot')) await rm(join(maildir, name), { recursive: true });
    },
    start,
    stop: async () => {
      if (!server) return;
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
    },
  };
}

function settingsOf(
  folder: string,
  { imapsPort, imapPort }: { imapsPort: number; imapPort: number },
): string {
  return `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
default_internal_user = nobody
default_internal_group = nogroup
default_login_user = nobody
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <${certificates}/certificate.pem
ssl_key = <${certificates}/key.pem
mail_location = maildir:~/Maildir
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = passwd-file
  args = ${folder}/users
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${imapPort}
  }
  inet_listener imaps {
    port = ${imapsPort}
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`;
}

async function becomeReady(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((done) => {
      socket.once('connect', () => done(true));
      socket.once('error', () => setTimeout(() => done(false), 100));
    });
    socket.destroy();
    if (isOpen) return;
  }
}
