import { flushCompileCache } from 'node:module';
import { resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ESModulesEvaluator, ModuleRunner } from 'vite/module-runner';
import { readSettings } from '../config/env.ts';
import type { ContentVersion } from '../database/content-version.ts';
import { runAndExplainErrors } from '../run-command.ts';
import type { RenderedPage, RenderPage } from '../shared/page-renderer.ts';
import { escapeXml } from '../shared/xml.ts';

// Runs the server for `npm run dev`, which restarts it after each change. Vite runs in the parent process and
// provides the renderer's sources, so no build is needed.
type Answer = { result: unknown } | { error: unknown };
type Message = 'pages-changed' | { id: number; answer: Answer };

process.once('disconnect', () => process.exit(0));
const runner = openRunner();
loadPages();
// A dynamic import lets Vite load the pages meanwhile, and Node name the line of a syntax error.
const { startServer } = await import('../main.ts');

await runAndExplainErrors(async () => {
  const settings = readSettings();
  await startServer(settings, {
    clientFolder: resolve('dist/dev'),
    renderPage: (...page) => renderFromSources(settings.PUBLIC_URL, page).catch(toErrorPage),
    content: neverSame(),
  });
  process.send?.('ready');
  // Now, because killing the process would lose the compile cache.
  flushCompileCache();
});

function openRunner(): ModuleRunner {
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  process.on('message', (message: Message) => {
    if (message === 'pages-changed') {
      runner.clearCache();
      return loadPages();
    }
    waiting.get(message.id)?.(message.answer);
    waiting.delete(message.id);
  });
  const invoke = (payload: unknown) =>
    new Promise<Answer>((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      process.send?.({ id: last, payload });
    });
  return new ModuleRunner({ transport: { invoke }, hmr: false }, new ESModulesEvaluator());
}

/** Ignores errors in the sources, because the next page reports them. */
function loadPages(): void {
  importPages().catch(() => {});
}

function importPages() {
  return runner.import<{ createRenderer(publicUrl: string): RenderPage }>('/client/entry-server.tsx');
}

/** A page made from older sources is never sent again. */
function neverSame(): ContentVersion {
  let version = 0;
  return { known: () => undefined, ask: async () => ++version };
}

async function renderFromSources(publicUrl: string, page: Parameters<RenderPage>): Promise<RenderedPage> {
  const { createRenderer } = await importPages();
  const rendered = await createRenderer(publicUrl)(...page);
  // In the order of their imports, as after a build.
  const styles = [...runner.evaluatedModules.idToModuleMap.values()]
    .filter(({ url }) => url.endsWith('.css'))
    .map(({ url }) => `<link rel="stylesheet" href="${url}">`);
  return { ...rendered, head: rendered.head + styles.join('') };
}

function toErrorPage(error: unknown): RenderedPage {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${text}\n`);
  return {
    status: 500,
    head: '<title>The page cannot be loaded</title>',
    html: `<h1>The page cannot be loaded</h1><pre>${escapeXml(stripVTControlCharacters(text))}</pre>`,
  };
}
