import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { takeSqliteSnapshot, type RestoreRows } from './database-snapshot.ts';
import { trackAddedFiles } from './added-files.ts';
import { openRealBrowser, type RealBrowser } from './real-browser.ts';
import { type RunningServer, removeData, startServer } from './running-server.ts';
import { startStarterServer } from './starter-server.ts';

type Content = 'empty' | 'starter';

export interface BrowserSite {
  server: RunningServer;
  browser: RealBrowser;
}

interface SharedServer {
  server: RunningServer;
  restoreRows: RestoreRows;
  restoreFiles: () => Promise<void>;
}

// The server for each kind of content. All test files of a worker share these servers, which end with the
// worker.
const shared = new Map<Content, Promise<SharedServer>>();

/**
 * Provides a browser and a running server for the tests of one file. The server is empty or has the starter
 * content. If `content` is an object with environment variables, a separate server is started for this file.
 */
export function useBrowserSite(content: Content | Record<string, string> = 'empty'): BrowserSite {
  const site: BrowserSite = { server: {} as RunningServer, browser: {} as RealBrowser };
  beforeAll(async () => {
    const server = typeof content === 'string' ? await takeShared(content) : await startServer(content);
    Object.assign(site.server, server);
    Object.assign(site.browser, await openRealBrowser());
  });
  afterAll(async () => {
    await site.browser.close();
    if (typeof content === 'string') return;
    await site.server.end('SIGTERM');
    await removeData(site.server);
  });
  return site;
}

/**
 * Returns the shared server in its original state. Changed rows are restored, and files that earlier tests
 * have added are removed.
 */
async function takeShared(content: Content): Promise<RunningServer> {
  const known = shared.get(content);
  const opening = known ?? open(content);
  shared.set(content, opening);
  const { server, restoreRows, restoreFiles } = await opening;
  if (known) await Promise.all([restoreRows(), restoreFiles()]);
  return server;
}

async function open(content: Content): Promise<SharedServer> {
  const server = await (content === 'starter' ? startStarterServer() : startServer());
  return {
    server,
    restoreRows: await takeSqliteSnapshot(join(server.dataDir, 'atrium.sqlite')),
    restoreFiles: await trackAddedFiles(server.dataDir),
  };
}
