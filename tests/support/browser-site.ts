import { afterAll, beforeAll } from 'vitest';
import { openRealBrowser, type RealBrowser } from './real-browser.ts';
import { type RunningServer, removeData, startServer } from './running-server.ts';
import { startStarterServer } from './starter-folder.ts';

export interface BrowserSite {
  server: RunningServer;
  browser: RealBrowser;
}

/** A running server and a browser for the tests of one file. */
export function browserSite(env: Record<string, string> = {}): BrowserSite {
  const site = {} as BrowserSite;
  beforeAll(async () => {
    const start = env.SEED === 'starter' ? startStarterServer : startServer;
    [site.server, site.browser] = await Promise.all([start(env), openRealBrowser()]);
  });
  afterAll(async () => {
    await site.browser.close();
    await site.server.end('SIGTERM');
    await removeData(site.server);
  });
  return site;
}
