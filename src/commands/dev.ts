import { spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createVite, type ViteDevServer } from 'vite';
import { readSettings } from '../config/env.ts';

// One printed address: Vite answers with the panel's sources and reloads them in the browser; everything else comes from the real server
// behind it, which restarts when a file changes. Public pages are documents of that server: reload them.
const settings = readSettings();
const backendPort = settings.PORT + 1;
const backend = `http://127.0.0.1:${backendPort}`;

startBackend();
const vite = await createVite({
  appType: 'custom',
  server: {
    host: settings.HOST,
    port: settings.PORT,
    strictPort: true,
    // All but the panel and the sources that Vite serves.
    proxy: { '^/(?!admin(/|\\?|$)|@|client/|src/|node_modules/)': { target: backend } },
  },
  plugins: [{ name: 'panel', configureServer: (server) => () => void server.middlewares.use(panel(server)) }],
});
await vite.listen();
console.log(`Atrium for developers: ${settings.PUBLIC_URL}`);

/** The server from its sources, restarted when one changes; what renders pages is built when it is stale. */
function startBackend(): void {
  const folders = ['src', 'client', 'prisma-free-migrations'].map((folder) => `--watch-path=${folder}`);
  const env = {
    ...process.env,
    PORT: String(backendPort),
    HOST: '127.0.0.1',
    PUBLIC_URL: settings.PUBLIC_URL,
  };
  const child = spawn(process.execPath, [...folders, 'src/commands/dev-backend.ts'], {
    env,
    stdio: 'inherit',
  });
  process.once('exit', () => child.kill());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
}

/** Takes the panel's document from the server and puts its sources in place of the built files. */
function panel(server: ViteDevServer) {
  return async (request: IncomingMessage, response: ServerResponse) => {
    const url = request.url ?? '/';
    const page = await fetch(backend + url, { redirect: 'manual' }).catch(() => undefined);
    if (!page) {
      response.writeHead(503, { refresh: '1' }).end('The server is starting …');
      return;
    }
    const location = page.headers.get('location');
    const type = page.headers.get('content-type') ?? '';
    response.writeHead(page.status, { 'content-type': type, ...(location && { location }) });
    const html = (await page.text())
      .replaceAll(/<link rel="(stylesheet|modulepreload)"[^>]*href="\/assets\/[^>]*>/g, '')
      .replace(
        /<script type="module"[^>]*><\/script>/,
        '<script type="module" src="/client/entry-admin.tsx"></script>',
      );
    response.end(await server.transformIndexHtml(url, html));
  };
}
