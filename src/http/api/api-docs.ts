import type { FastifyInstance } from 'fastify';
import { lookHash } from '../../shared/brand/stylesheet.ts';
import type { SiteSettingsSource } from '../../shared/settings/site.ts';
import { escapeXml } from '../../shared/xml.ts';
import { stylesheetTag } from '../pages/brand-files.ts';
import { readEntryTags } from '../pages/client-assets.ts';
import { publicPolicy } from '../server/headers.ts';

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
      .send(toDocument(tags() + stylesheetTag(lookHash(brand)), company.name));
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
