import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const oneYear = 365 * 24 * 60 * 60;

// A project's picture may be on another site. Browsers load it from there, but the server never fetches it.
const imageSources = ["'self'", 'data:', 'blob:', 'https:', 'http:'];

/**
 * Public pages have no nonce, because all visitors get the same page. The panel's library adds style
 * elements.
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

const closedPolicy =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

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

export async function addHeaders(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(helmet, {
    // The code below sets the policy, because helmet would build it again for each response.
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
