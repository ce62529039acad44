import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { BadRequest, type DomainError, Misdirected } from '../../shared/errors.ts';

/** Balancers and containers ask for these by whatever name they know. */
const exempt = new Set(['/healthz', '/readyz']);
const loopback = /^(localhost|.+\.localhost)$/;

/** Why a request is not for this server, if it is not. */
export type FindHostProblem = (request: IncomingMessage) => DomainError | undefined;

/**
 * Makes the check of host names: the one of `publicUrl`, those that are allowed besides, and loopback names. Without it a foreign page
 * whose own name was made to lead here could read the answers. An address of numbers cannot be such a name.
 */
export function hostCheck(publicUrl: string, allowed: readonly string[]): FindHostProblem {
  const own = new Set([new URL(publicUrl).hostname, ...allowed].map(plain));
  return ({ headers: { host }, rawHeaders }) => {
    // Node reads the first of several lines, and a proxy before it may have read another.
    if (countHosts(rawHeaders) > 1) return new BadRequest('The request names more than one host.');
    // Only HTTP/1.0 leaves it out, which no browser speaks.
    if (host === undefined) return undefined;
    const name = plain(host.replace(/:\d*$/, ''));
    const isOurs = own.has(name) || loopback.test(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
    return isOurs ? undefined : new Misdirected(misdirected);
  };
}

const misdirected =
  'This server does not answer for that host name. Whoever runs it can allow the name by the setting ALLOWED_HOSTS.';

/** Refuses requests that are not for this server. */
export function refuseOtherHosts(app: FastifyInstance, findProblem: FindHostProblem): void {
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    const problem = findProblem(raw);
    const isExempt = problem instanceof Misdirected && exempt.has(routeOptions.url ?? '');
    done(isExempt ? undefined : problem);
  });
}

/** A name without what makes no difference. */
function plain(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}

function countHosts(rawHeaders: string[]): number {
  return rawHeaders.filter((name, i) => i % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host')
    .length;
}
