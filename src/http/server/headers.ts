import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const oneYear = 365 * 24 * 60 * 60;

// A picture of a project may stand at another site's address; it is shown there, never fetched by us.
const imageSources = ["'self'", 'data:', 'blob:', 'https:', 'http:'];

/**
 * The policy of a page. Public pages are the same for every visitor and carry no nonce; the panel's pages carry one,
 * because its component library adds style elements. `others` are the origins that the single-sign-on provider's button comes from.
 */
export function pagePolicy(nonce?: string, others: readonly string[] = []): string {
  const own = [nonce ? `'self' 'nonce-${nonce}'` : "'self'", ...others].join(' ');
  return [
    "default-src 'none'",
    `script-src ${own}`,
    `style-src ${own}`,
    ...(others.length > 0 ? [`frame-src ${others.join(' ')}`] : []),
    `img-src ${imageSources.join(' ')}`,
    "font-src 'self'",
    `connect-src ${["'self'", ...others].join(' ')}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Of what is no page: nothing may be loaded or run. */
const closedPolicy =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The headers of an answer that Node itself gives, before there is a request; pages and files are never among them. */
export function bareHeaders(publicUrl: string): string[] {
  return [
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    `content-security-policy: ${closedPolicy}`,
    ...(isSecure(publicUrl) ? [`strict-transport-security: max-age=${oneYear}; includeSubDomains`] : []),
  ];
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}

/** The headers of every answer; pages and files put their own policy in place of the closed one. */
export async function addHeaders(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(helmet, {
    // Ours: it puts its own together anew for each answer.
    contentSecurityPolicy: false,
    strictTransportSecurity: isSecure(publicUrl) && { maxAge: oneYear, includeSubDomains: true },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
  const own = {
    'content-security-policy': closedPolicy,
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(own);
    done();
  });
}
