import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import proxyAddresses from '@fastify/proxy-addr';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { normalizeIpAddress } from '../../limits/address-networks.ts';
import { BadRequest, type DomainError, Misdirected } from '../../shared/errors.ts';

/** Load balancers and containers use names that the settings do not contain. */
const exempt = new Set(['/healthz', '/readyz']);
const loopback = /^(localhost|.+\.localhost)$/;

export type FindHostProblem = (request: IncomingMessage) => DomainError | undefined;

/**
 * Keeps a foreign site from resolving its own name to this server, whose responses its pages could read. IP
 * addresses are allowed, because this attack needs a name.
 */
export function createHostCheck(publicUrl: string, allowed: readonly string[]): FindHostProblem {
  const own = new Set([new URL(publicUrl).hostname, ...allowed].map(plain));
  const isOurs = (host: string) => {
    const name = plain(host);
    return own.has(name) || loopback.test(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
  };
  return ({ headers: { host }, httpVersion, rawHeaders, url = '/' }) => {
    // The first line of a request to a proxy has the whole address, which takes precedence (RFC 9112, 3.2.2).
    const target = url.startsWith('/') ? undefined : URL.parse(url)?.hostname;
    if (target !== undefined && !isOurs(target)) return new Misdirected(misdirected);
    // Node uses the first of several `Host` headers, but a proxy may have used another.
    if (countHosts(rawHeaders) > 1) return new BadRequest('The request names more than one host.');
    // Only HTTP/1.0 allows a request without a host, and no browser uses it.
    if (host === undefined)
      return httpVersion === '1.0' ? undefined : new BadRequest('The request names no host.');
    return isOurs(host.replace(/:\d*$/, '')) ? undefined : new Misdirected(misdirected);
  };
}

const misdirected =
  'This server does not answer for that host name. To allow it, add it to the setting ALLOWED_HOSTS, or set PUBLIC_URL to the address that visitors use.';

export function refuseOtherHosts(app: FastifyInstance, findProblem: FindHostProblem): void {
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    const problem = findProblem(raw);
    const isExempt = problem instanceof Misdirected && exempt.has(routeOptions.url ?? '');
    done(isExempt ? undefined : problem);
  });
}

function plain(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}

function countHosts(rawHeaders: string[]): number {
  return rawHeaders.filter((name, i) => i % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host')
    .length;
}

/** Always an IP address in its shortest form. If a trusted proxy wrote something else, the proxy's own. */
export function clientAddress({ ip, ips, socket }: Pick<FastifyRequest, 'ip' | 'ips' | 'socket'>): string {
  if (isIP(ip) === 4) return ip;
  // From the peer of the connection to the client.
  const written = ips
    ?.map((one) => normalizeIpAddress(String(one)))
    .findLast((address) => address !== undefined);
  // A connection that has ended has no address.
  return written ?? normalizeIpAddress(socket.remoteAddress ?? '') ?? '0.0.0.0';
}

/** As Fastify reads them, for a request that it does not see. */
export function addressesOf(
  request: IncomingMessage,
  trust: TrustedHops,
): { ip: string; ips: string[] | undefined } {
  const ips = trust ? proxyAddresses.all(request, trust) : undefined;
  return { ip: ips?.at(-1) ?? request.socket.remoteAddress ?? '', ips };
}

const namedRanges: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

export type TrustedHops = false | ((address: string, hop: number) => boolean);

/** With a number, Fastify itself would trust no proxy, and it does not recognize an address with a port. */
export function trustedHops(proxies: false | number | readonly string[]): TrustedHops {
  if (proxies === false) return false;
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  const trusted = new BlockList();
  for (const range of proxies.flatMap((name) => namedRanges[name] ?? name)) {
    const [address = '', mask] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (mask === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, isIP(mask) === 0 ? Number(mask) : bitsOfMask(mask), family);
  }
  return (address) => {
    const plain = normalizeIpAddress(address ?? '');
    // In this form, ranges of both families are compared.
    return plain !== undefined && trusted.check(isIP(plain) === 6 ? plain : `::ffff:${plain}`, 'ipv6');
  };
}

function bitsOfMask(mask: string): number {
  const binary = mask.split('.').map((byte) => Number(byte).toString(2));
  return binary.join('').replaceAll('0', '').length;
}
