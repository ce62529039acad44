import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type RunningServer, startServer } from './running-server.ts';

export interface DevServer extends RunningServer {
  /**
   * Replaces `from` with `to` in a source file of the copy. Earlier changes of this file are undone.
   * @throws {Error} when the original file does not contain `from`
   */
  change(path: string, from: string, to: string): Promise<void>;
  restore(path: string): Promise<void>;
  /** Ends the server, and deletes the copy of the project and the data. */
  remove(): Promise<void>;
}

const copied = ['client', 'package.json', 'prisma-free-migrations', 'samples', 'src', 'vite.config.ts'];

/** Starts `npm run dev` on a copy of the project, so that a test may change source files. */
export async function startDevServer(env: Record<string, string> = {}): Promise<DevServer> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-dev-'));
  for (const name of copied) await cp(name, join(folder, name), { recursive: true });
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  const inFolder = ['sh', '-c', 'cd "$0" && exec "$@"', folder];
  const command = [...inFolder, process.execPath, 'src/launch.js', 'src/commands/dev.ts'];
  const server = await startServer(env, join(folder, 'data'), command);
  return {
    ...server,
    change: async (path, from, to) => {
      const source = await readFile(path, 'utf8');
      if (!source.includes(from)) throw new Error(`${path} has no ${from}`);
      await writeFile(join(folder, path), source.replace(from, to));
    },
    restore: async (path) => writeFile(join(folder, path), await readFile(path)),
    remove: async () => {
      await server.end('SIGTERM');
      await rm(folder, { recursive: true, force: true, maxRetries: 9 });
    },
  };
}
