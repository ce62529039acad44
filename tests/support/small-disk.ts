import { execFileSync, spawnSync } from 'node:child_process';
import { cp, mkdtemp, open, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type RunningServer, removeData, startServer } from './running-server.ts';
import { startCommand } from './start-command.ts';

/** A running server whose disk can be filled. The log of the server is on the same disk. */
export interface FillableServer {
  server: RunningServer;
  /** Leaves only this much space on the disk, or limits the size of each file. */
  leave(bytes: number): Promise<void>;
  free(): Promise<void>;
  /**
   * Returns the names of the files in a folder of the data. Returns an empty list if the folder does not
   * exist.
   */
  namesIn(folder: string): Promise<string[]>;
  log(): Promise<string>;
  /**
   * Copies the current data into a new folder, and returns that folder. The caller must delete the folder.
   */
  copy(): Promise<string>;
  close(): Promise<void>;
}

const usualMegabytes = 40;

/** A way to run a server on a disk that can be filled. Only the small file system uses `megabytes`. */
export interface FullDisk {
  kind: string;
  open(env: Record<string, string>, megabytes?: number): Promise<FillableServer>;
}

/**
 * The ways to fill a disk without privileges: a small file system in a namespace, and a limit on the size of
 * files.
 */
const ways = [
  {
    kind: 'small file system',
    isPermitted: permits('unshare', '-Urm', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', tmpdir()),
    open: openSmall,
  },
  { kind: 'limit on the size of files', isPermitted: permits('prlimit', '--fsize'), open: openLimited },
];
export const fullDisks: FullDisk[] = ways.filter(({ isPermitted }) => isPermitted);
export const unavailableDiskKinds = ways.filter(({ isPermitted }) => !isPermitted).map(({ kind }) => kind);

function permits(program: string, ...parameters: string[]): boolean {
  return spawnSync(program, parameters, { stdio: 'ignore' }).status === 0;
}

const shell = (words: string) => ['sh', '-c', words, 'sh', ...startCommand];
const toLog = 'exec "$@" >> "$DATA_DIR/server.log" 2>&1';

async function openSmall(env: Record<string, string>, megabytes = usualMegabytes): Promise<FillableServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-small-'));
  const mount = `mount -t tmpfs -o size=${megabytes}m tmpfs "$DATA_DIR"`;
  const server = await startServer(env, dataDir, ['unshare', '-Urm', ...shell(`${mount} && ${toLog}`)]);
  const inside = `/proc/${server.process.pid}/root${dataDir}`;
  const filler = join(inside, 'filler');
  const free = () => rm(filler, { force: true });
  return {
    ...filesOfPicture(server, inside),
    leave: async (bytes) => {
      await free();
      const { bavail, bsize } = await statfs(inside);
      await fill(filler, bavail * bsize - bytes);
    },
    free,
  };
}

const block = Buffer.alloc(1024 * 1024);

/** Writes `bytes` bytes. Writes fewer if the disk is full before that, because other processes write too. */
async function fill(path: string, bytes: number): Promise<void> {
  await using file = await open(path, 'w');
  try {
    for (let left = bytes; left > 0; left -= block.length)
      await file.writeFile(block.subarray(0, Math.min(left, block.length)));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
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
    ...filesOfPicture(server, dataDir),
    leave: (bytes) => limit(String(bytes)),
    free: () => limit('unlimited'),
  };
}

function filesOfPicture(server: RunningServer, folder: string) {
  return {
    server,
    namesIn: (name: string) => readdir(join(folder, name)).catch(() => []),
    log: () => readFile(join(folder, 'server.log'), 'utf8'),
    copy: async () => {
      const to = await mkdtemp(join(tmpdir(), 'atrium-copied-'));
      // Suspends the server, because files that change during the copy would not match each other.
      server.process.kill('SIGSTOP');
      const filter = (path: string) => !['filler', 'server.log'].includes(basename(path));
      await cp(folder, to, { recursive: true, filter }).finally(() => server.process.kill('SIGCONT'));
      return to;
    },
    close: async () => {
      await server.end('SIGKILL');
      await removeData(server);
    },
  };
}
