import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocket } from 'node:net';
import { join, parse, relative, resolve } from 'node:path';
import { createServer as createVite, type Plugin, type ProxyOptions } from 'vite';
import { entries, makeIcons } from '../client-build.ts';
import { readSettings } from '../config/env.ts';
import { BackendProcess } from './backend-process.ts';
import { runOrExplain } from '../program.ts';

// One printed address: Vite answers for what is in `client` and reloads it in the browser; everything else comes from the server in a
// process of its own, which starts again when a file changes that it or a public page is made from.
const clientFolder = 'dist/dev';
const pagesChanged = 'pages-changed';

await runOrExplain(async () => {
  const settings = readSettings();
  await makeClientFolder();
  const backend = new BackendProcess(settings, await findFreePort());
  const vite = await createVite({
    appType: 'custom',
    envDir: false,
    // Found at the start, and not when the first page asks for it, which would reload that page.
    optimizeDeps: { entries: entries.map((entry) => `client/${entry}`) },
    server: {
      host: settings.HOST,
      port: settings.PORT,
      strictPort: true,
      // The server behind it answers for itself.
      cors: false,
      allowedHosts: [new URL(settings.PUBLIC_URL).hostname, ...settings.ALLOWED_HOSTS],
      fs: { allow: ['client', 'src', 'node_modules'] },
      watch: {
        ignored: ['dist', 'docs', 'tests', settings.DATA_DIR].map((folder) => `${resolve(folder)}/**`),
      },
      proxy: { '^/(?!@|client/|src/|node_modules/)': proxyTo(backend) },
    },
    plugins: [serveEntries(), restartOnChange(backend)],
  });
  backend.start(vite);
  await vite.listen();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void Promise.all([backend.stop(), vite.close()]).then(() => process.exit(0)));
  console.log(`Atrium for developers: ${settings.PUBLIC_URL}`);
});

function proxyTo(backend: BackendProcess): ProxyOptions {
  return {
    target: backend.target,
    // A request that comes while the server starts waits for it.
    bypass: async ({ url = '/' }, response) => {
      if (response && !(await backend.isUp())) return explainDown(response, url);
    },
    configure: (proxy) =>
      proxy.on('proxyRes', ({ headers }) => {
        // The box in which Vite shows errors brings styles of its own. Where there is a nonce, it has that.
        const policy = headers['content-security-policy'];
        if (typeof policy === 'string')
          headers['content-security-policy'] = policy.replace("style-src 'self';", "$& 'unsafe-inline';");
      }),
  };
}

function explainDown(response: ServerResponse, url: string): string {
  response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', refresh: '1' });
  response.end('The server could not start. The terminal says why. It starts again when a file changes.');
  return url;
}

/** Brings hot reload into what browsers load, without changing the documents that load it. */
function serveEntries(): Plugin {
  const paths = new Set(entries.map((entry) => resolve('client', entry)));
  const hot = [
    "import '/@vite/client'",
    "import '@vitejs/plugin-react/preamble'",
    // The panel keeps its state; a public page is a document of the server.
    `if (!location.pathname.startsWith('/admin')) import.meta.hot.on('${pagesChanged}', () => location.reload())`,
  ].join(';');
  return {
    name: 'entries',
    enforce: 'pre',
    transform: (code, id) => (paths.has(id) ? { code: `${hot};${code}`, map: null } : undefined),
  };
}

function restartOnChange(backend: BackendProcess): Plugin {
  return {
    name: 'restart',
    configureServer: (vite) => {
      const isServer = (path: string) => /^(src|prisma-free-migrations)[\\/]/.test(relative('.', path));
      const isPage = (path: string) => vite.environments.ssr.moduleGraph.getModulesByFile(path) !== undefined;
      const isClient = (path: string) => /^client[\\/]/.test(relative('.', path));
      const restart = async () => {
        if (await backend.restart(vite)) vite.environments.client.hot.send(pagesChanged);
      };
      // Vite exchanges a changed style in the page.
      vite.watcher.on('change', (path) => {
        if (isServer(path) || (isPage(path) && !path.endsWith('.css'))) void restart();
      });
      for (const event of ['add', 'unlink'] as const)
        vite.watcher.on(event, (path) => {
          if (isServer(path) || isClient(path)) void restart();
        });
    },
  };
}

/** Writes what the server looks for in the folder of the built client: here its lists name the sources. */
async function makeClientFolder(): Promise<void> {
  await mkdir(join(clientFolder, 'assets'), { recursive: true });
  await mkdir(join(clientFolder, '.vite'), { recursive: true });
  for (const file of [...entries, 'entry-server.tsx']) {
    const source = `client/${file}`;
    const list = JSON.stringify({ [source]: { file: source } });
    await writeFile(join(clientFolder, '.vite', `${parse(file).name}.json`), list);
  }
  await makeIcons(clientFolder);
}

async function findFreePort(): Promise<number> {
  const socket = createSocket().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo; // always this shape for a TCP server that listens
  socket.close();
  await once(socket, 'close');
  return port;
}
