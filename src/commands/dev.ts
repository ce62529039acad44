import { mkdir, writeFile } from 'node:fs/promises';
import { join, parse, relative, resolve } from 'node:path';
import { createServer as createVite, type Plugin } from 'vite';
import { clientEntryFiles, makeIcons } from '../build/client.ts';
import { ensurePasswordFilter } from '../build/password-filter.ts';
import { readSettings } from '../config/env.ts';
import { findFreePort, withFreePort } from '../http/server/free-port.ts';
import { expectNoArguments, runAndExplainErrors } from '../run-command.ts';
import { BackendProcess, createDevProxy } from './dev-backend-process.ts';

// Vite serves the sources in `client`. All else comes from a server process, which restarts after changes.
const clientFolder = 'dist/dev';
const pagesChanged = 'pages-changed';

expectNoArguments('dev', 'serves from the sources; open pages show each change');
await runAndExplainErrors(async () => {
  const settings = await withFreePort(readSettings());
  await makeClientFolder();
  await ensurePasswordFilter();
  const backend = new BackendProcess(settings, await findFreePort({ HOST: '127.0.0.1', PORT: 0 }));
  const vite = await createVite({
    appType: 'custom',
    envDir: false,
    cacheDir: 'dist/vite',
    // Scanned at the start. If the first page triggered the scan, it would be reloaded.
    optimizeDeps: { entries: clientEntryFiles.map((entry) => `client/${entry}`) },
    server: {
      host: settings.HOST,
      port: settings.PORT,
      strictPort: true,
      // The server behind Vite handles CORS.
      cors: false,
      allowedHosts: [new URL(settings.PUBLIC_URL).hostname, ...settings.ALLOWED_HOSTS],
      fs: { allow: ['client', 'src', 'node_modules', 'dist/vite'] },
      watch: {
        ignored: ['dist', 'docs', 'tests', settings.DATA_DIR].map((folder) => `${resolve(folder)}/**`),
      },
    },
    plugins: [serveEntries(), serveBackend(backend)],
  });
  backend.start(vite);
  await vite.listen();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void Promise.all([backend.stop(), vite.close()]).then(() => process.exit(0)));
  console.log(`Atrium for developers: ${settings.PUBLIC_URL}`);
});

/** Adds Vite's client to the entries, so that the HTML documents need no change. */
function serveEntries(): Plugin {
  const paths = new Set(clientEntryFiles.map((entry) => resolve('client', entry)));
  const hot = [
    "import '/@vite/client'",
    "import '@vitejs/plugin-react/preamble'",
    // The panel is not reloaded, so it keeps its state. Public pages are, because the server renders them.
    `if (!location.pathname.startsWith('/admin')) import.meta.hot.on('${pagesChanged}', () => location.reload())`,
  ].join(';');
  return {
    name: 'entries',
    enforce: 'pre',
    transform: (code, id) => (paths.has(id) ? { code: `${hot};${code}`, map: null } : undefined),
  };
}

function serveBackend(backend: BackendProcess): Plugin {
  const isServer = (path: string) => /^(src|prisma-free-migrations)[\\/]/.test(relative('.', path));
  return {
    name: 'backend',
    configureServer: (vite) => void vite.middlewares.use(createDevProxy(backend)),
    async hotUpdate({ file, modules, server }) {
      if (this.environment.name !== 'ssr') return;
      const { hot } = server.environments.client;
      const isPage = modules.length > 0 && !file.endsWith('.css');
      if (isServer(file)) backend.restart(server).then((isUp) => isUp && hot.send(pagesChanged));
      else if (isPage) {
        backend.reloadPages();
        hot.send(pagesChanged);
      }
      return [];
    },
  };
}

/** These manifests name source files, those of a build built files. */
async function makeClientFolder(): Promise<void> {
  await mkdir(join(clientFolder, 'assets'), { recursive: true });
  await mkdir(join(clientFolder, '.vite'), { recursive: true });
  for (const file of [...clientEntryFiles, 'entry-server.tsx']) {
    const source = `client/${file}`;
    const list = JSON.stringify({ [source]: { file: source } });
    await writeFile(join(clientFolder, '.vite', `${parse(file).name}.json`), list);
  }
  await makeIcons(clientFolder);
}
