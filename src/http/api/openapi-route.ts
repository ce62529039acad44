import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { OpenApiRouter } from 'trpc-openapi';
import type { BackgroundTasks } from '../../shared/background-tasks.ts';
import { isSameValue } from '../../shared/settings/values.ts';
import type { SiteSettings, SiteSettingsSource } from '../../shared/settings/site.ts';
import { jsonType, type SendCached } from '../plugins/cached-responses.ts';
import { isBusy } from '../server/overload.ts';

interface OpenApiParts {
  router: OpenApiRouter;
  publicUrl: string;
  siteSettings: SiteSettingsSource;
  background: BackgroundTasks;
}

const restAfterStartMs = 5000;
const checkEveryMs = 60_000;

/** The document is made some time after the start and when it would change, so that requests don't wait. */
export function serveOpenApi(
  app: FastifyInstance,
  { router, publicUrl, siteSettings, background }: OpenApiParts,
  sendCached: SendCached,
): void {
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
    if (!isBusy(app))
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
}

function isDescribedAlike(one: SiteSettings, other: SiteSettings): boolean {
  return one.company.name === other.company.name && isSameValue(one.choices, other.choices);
}
