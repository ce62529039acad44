import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { OpenApiRouter } from 'trpc-openapi';
import type { BackgroundTasks } from '../../shared/background-tasks.ts';
import { brandLookHash } from '../../shared/brand/stylesheet.ts';
import type { SiteSettings, SiteSettingsSource } from '../../shared/settings/site-settings.ts';
import { isSameValue } from '../../shared/settings/values.ts';
import { escapeXml } from '../../shared/xml.ts';
import { stylesheetTag } from '../pages/brand-styles.ts';
import { readEntryTags } from '../pages/client-assets.ts';
import { jsonType, type SendCached } from '../plugins/cached-responses.ts';
import { publicPolicy } from '../server/headers.ts';
import { isServerBusy } from '../server/overload.ts';

interface OpenApiParts {
  router: OpenApiRouter;
  publicUrl: string;
  siteSettings: SiteSettingsSource;
  background: BackgroundTasks;
}

const restAfterStartMs = 5000;
const checkEveryMs = 60_000;

/**
 * The document is made some time after the start and when it would change, so that requests don't wait. Returns a
 * function that reads its text.
 */
export function serveOpenApi(
  app: FastifyInstance,
  { router, publicUrl, siteSettings, background }: OpenApiParts,
  sendCached: SendCached,
): () => Promise<string> {
  let made: { of: SiteSettings; text: Promise<string> } | undefined;
  const make = async (site: SiteSettings) => {
    const { describeApi } = await import('./openapi.ts');
    const began = performance.now();
    const text = JSON.stringify(await describeApi(router, publicUrl, site, () => setImmediate()));
    const durationMs = Math.round(performance.now() - began);
    app.log.info({ durationMs }, 'the document of the API was made');
    return text;
  };
  /** One text for all, so that many slow callers hold no copies. */
  const current = async () => {
    const site = await siteSettings.current();
    if (made && isDescribedAlike(made.of, site)) return made.text;
    const latest = { of: site, text: make(site) };
    made = latest;
    latest.text.catch(() => {
      if (made === latest) made = undefined;
    });
    return latest.text;
  };

  let timer: NodeJS.Timeout | undefined;
  const makeAtRest = () => {
    if (!isServerBusy(app))
      background.run(current, (err) => app.log.error({ err }, 'the document of the API was not made'));
    timer = setTimeout(makeAtRest, checkEveryMs).unref();
  };
  app.addHook('onListen', async () => {
    timer = setTimeout(makeAtRest, restAfterStartMs).unref();
  });
  app.addHook('onClose', async () => clearTimeout(timer));
  app.get('/api/openapi.json', (request, reply) =>
    sendCached(request, reply, 'openapi', async () => ({
      status: 200,
      body: await current(),
      headers: { 'content-type': jsonType },
    })),
  );
  return current;
}

function isDescribedAlike(one: SiteSettings, other: SiteSettings): boolean {
  return one.company.name === other.company.name && isSameValue(one.choices, other.choices);
}

const entry = 'client/entry-api-docs.ts';

export function serveApiDocs(
  app: FastifyInstance,
  { clientFolder, siteSettings }: { clientFolder: string; siteSettings: SiteSettingsSource },
): void {
  app.get('/api/docs', async (_request, reply) => {
    const { brand, company } = await siteSettings.current();
    const tags = await readEntryTags(clientFolder, entry);
    reply.header('content-security-policy', publicPolicy()).header('cache-control', 'no-cache');
    return reply
      .type('text/html; charset=utf-8')
      .send(toDocument(tags() + stylesheetTag(brandLookHash(brand)), company.name));
  });
  app.get('/api/docs/', (_request, reply) => reply.redirect('/api/docs', 301));
}

function toDocument(tags: string, name: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>REST reference · ${escapeXml(name)}</title>
${tags}
</head>
<body>
<noscript><p>This reference needs JavaScript. The document behind it is at <a href="/api/openapi.json">/api/openapi.json</a>.</p></noscript>
<main>
<form id="api-token" hidden>
<label for="token">API token</label>
<input id="token" type="password" autocomplete="off" spellcheck="false" aria-describedby="token-hint">
<output for="token"></output>
<p id="token-hint">For <em>Try it out</em>. Create a token in the panel under <a href="/admin/account">Account</a>. It stays on this page until you leave it.</p>
</form>
<div id="api-docs"></div>
</main>
</body>
</html>
`;
}
