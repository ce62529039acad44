import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Answers name their request in the log of the server, refusals also in their body. */
export const requestIdHeader = 'x-request-id';

const oneYear = 365 * 24 * 60 * 60;

/** The other hosts that a page loads from. */
export interface PageSources {
  images: readonly string[];
  frames: readonly string[];
}

/** The same for all visitors, so without a nonce. `scripts` are the hashes of its inline scripts. */
export function publicPolicy(
  { images, frames }: PageSources = { images: [], frames: [] },
  scripts: readonly string[] = [],
): string {
  return policyOf({ own: ["'self'"], scripts, images, frames, connections: [] });
}

/**
 * The panel's component library adds style elements, which need the nonce. `images` are the other hosts of projects'
 * pictures: an address that a stranger wrote must load nothing. `others` is the provider of the sign-in's button.
 */
export function panelPolicy(
  nonce: string,
  images: readonly string[],
  others: readonly string[] = [],
): string {
  const own = [`'self' 'nonce-${nonce}'`, ...others];
  return policyOf({ own, images: ['blob:', ...images, ...others], frames: others, connections: others });
}

interface Policy extends PageSources {
  own: readonly string[];
  scripts?: readonly string[];
  connections: readonly string[];
}

function policyOf({ own, scripts = [], images, frames, connections }: Policy): string {
  return [
    "default-src 'none'",
    `script-src ${[...own, ...scripts].join(' ')}`,
    `style-src ${own.join(' ')}`,
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    `img-src ${["'self'", 'data:', ...images].join(' ')}`,
    "font-src 'self'",
    `connect-src ${["'self'", ...connections].join(' ')}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const closedPolicy =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** False if the site does not use https. */
export type Hsts = false | { maxAge: number; includeSubDomains: boolean };

export function hstsOf(publicUrl: string, includeSubDomains: boolean): Hsts {
  return publicUrl.startsWith('https:') && { maxAge: oneYear, includeSubDomains };
}

export function rawErrorHeaders(hsts: Hsts): string[] {
  const headers = [
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    `content-security-policy: ${closedPolicy}`,
  ];
  if (hsts) {
    const subdomains = hsts.includeSubDomains ? '; includeSubDomains' : '';
    headers.push(`strict-transport-security: max-age=${hsts.maxAge}${subdomains}`);
  }
  return headers;
}

export async function addHeaders(app: FastifyInstance, hsts: Hsts): Promise<void> {
  await app.register(helmet, {
    // Set below, because helmet would build it again for each response.
    contentSecurityPolicy: false,
    strictTransportSecurity: hsts,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    // Only Internet Explorer, Flash and the first versions of Chrome read these.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  const own = {
    'content-security-policy': closedPolicy,
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(own).header(requestIdHeader, request.id);
    done();
  });
  // SVG is text, but the library that serves files sets no charset for it.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.getHeader('content-type') === 'image/svg+xml')
      reply.header('content-type', 'image/svg+xml; charset=utf-8');
    done();
  });
}
