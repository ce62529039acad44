import { BlockList, isIP } from 'node:net';
import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import { plainAddress } from '../../limits/address-networks.ts';

/**
 * Returns the address of the client. The address is always an IP address in its shortest form, whatever a proxy wrote.
 * If a trusted proxy wrote something else, such as `unknown`, the client counts as the proxy itself.
 */
export function clientAddress({ ip, ips, socket }: Pick<FastifyRequest, 'ip' | 'ips' | 'socket'>): string {
  if (isIP(ip) === 4) return ip;
  // `ips` begins with the peer of the connection and ends with the client.
  const written = ips?.map((one) => plainAddress(String(one))).findLast((address) => address !== undefined);
  // A connection that has ended has no address any more.
  return written ?? plainAddress(socket.remoteAddress ?? '') ?? '0.0.0.0';
}

const namedRanges: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Returns the value of Fastify's `trustProxy`. Fastify itself would trust no proxy if the value were a number, and would
 * not recognize an address with a port.
 */
export function trustedHops(
  proxies: false | number | readonly string[],
): NonNullable<FastifyServerOptions['trustProxy']> {
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
    const plain = plainAddress(address ?? '');
    // In this form, ranges of both families are compared.
    return plain !== undefined && trusted.check(isIP(plain) === 6 ? plain : `::ffff:${plain}`, 'ipv6');
  };
}

function bitsOfMask(mask: string): number {
  const binary = mask.split('.').map((byte) => Number(byte).toString(2));
  return binary.join('').replaceAll('0', '').length;
}
