import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, removeData, startCommand, startServer } from './running-server.ts';

/** A running server whose disk can be filled. Its log lies on that disk too. */
export interface FillableServer {
  server: RunningServer;
  /** Lets files take up no more than so many bytes from now on. */
  leave(bytes: number): Promise<void>;
  /** Gives the space back. */
  free(): Promise<void>;
  /** The names in a folder of the data, and what the log says. */
  namesIn(folder: string): Promise<string[]>;
  log(): Promise<string>;
  close(): Promise<void>;
}

const megabytes = 40;

/**
 * The ways to a disk that is full, neither of which needs a privilege: a small file system in a name space of the server's
 * own, where the machine permits that, and a limit on the size of its files, which the system enforces as well.
 */
export const fullDisks: { kind: string; open(env: Record<string, string>): Promise<FillableServer> }[] = [
  ...(permits('unshare', '-Urm', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', tmpdir())
    ? [{ kind: 'small file system', open: openSmall }]
    : []),
  ...(permits('prlimit', '--fsize') ? [{ kind: 'limit on the size of files', open: openLimited }] : []),
];

function permits(program: string, ...parameters: string[]): boolean {
  return spawnSync(program, parameters, { stdio: 'ignore' }).status === 0;
}

const shell = (words: string) => ['sh', '-c', words, 'sh', ...startCommand];
const toLog = 'exec "$@" >> "$DATA_DIR/server.log" 2>&1';

async function openSmall(env: Record<string, string>): Promise<FillableServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-small-'));
  const mount = `mount -t tmpfs -o size=${megabytes}m tmpfs "$DATA_DIR"`;
  const server = await startServer(env, dataDir, ['unshare', '-Urm', ...shell(`${mount} && ${toLog}`)]);
  const inside = `/proc/${server.process.pid}/root${dataDir}`;
  const filler = join(inside, 'filler');
  const free = () => rm(filler, { force: true });
  return {
    ...filesOf(server, inside),
    leave: async (bytes) => {
      await free();
      const { bavail, bsize } = await statfs(inside);
      await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
    },
    free,
  };
}

async function openLimited(env: Record<string, string>): Promise<FillableServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-limited-'));
  const server = await startServer(env, dataDir, shell(toLog));
  const limit = async (bytes: string) => {
    const pid = String(server.process.pid);
    const workers = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    for (const one of [pid, ...workers.trim().split(' ').filter(Boolean)])
      execFileSync('prlimit', ['--pid', one, `--fsize=${bytes}:`]);
  };
  return {
    ...filesOf(server, dataDir),
    leave: (bytes) => limit(String(bytes)),
    free: () => limit('unlimited'),
  };
}

function filesOf(server: RunningServer, folder: string) {
  return {
    server,
    namesIn: (name: string) => readdir(join(folder, name)).catch(() => []),
    log: () => readFile(join(folder, 'server.log'), 'utf8'),
    close: async () => {
      await server.end('SIGKILL');
      await removeData(server);
    },
  };
}
