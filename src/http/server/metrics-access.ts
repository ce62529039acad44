import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Forbidden, NotSignedIn } from '../../shared/errors.ts';

const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * Checks that the caller may read the metrics.
 * @throws {NotSignedIn} when the configured token is missing or wrong, {Forbidden} when no token is configured and the
 * caller is on another machine or behind a proxy
 */
export function expectMayReadMetrics({ headers, socket }: FastifyRequest, token: string | undefined): void {
  if (token !== undefined) {
    const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
    const [one, other] = [given, token].map((text) => createHash('sha256').update(text).digest());
    if (!timingSafeEqual(one!, other!)) throw new NotSignedIn('The metrics need their token.');
    return;
  }
  // No header is trusted for the address of the caller. Requests with headers of a proxy are refused. Otherwise, a
  // proxy on this machine would make the metrics public.
  const isOwn = /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
  if (!isOwn || proxyHeaders.some((name) => headers[name] !== undefined)) {
    throw new Forbidden('The metrics are for this machine only, unless METRICS_TOKEN is set.');
  }
}
