import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { BlockList, isIP } from 'node:net';

// The server may be able to reach what strangers cannot: databases, the metadata of a cloud, the panel of a router. So
// it calls public addresses only, judges the address that it dials, follows no redirect, and reads no body.

/** The message is for the person who manages the webhook. */
export class AddressRefused extends Error {}

const privateNetworks = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved and broadcast.
  ['224.0.0.0', 3],
] as const) {
  privateNetworks.addSubnet(network, bits, 'ipv4');
}
// Tunnels to IPv4 addresses, and examples of documentation.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  privateNetworks.addSubnet(network, bits, 'ipv6');
}
/** Loopback, mapped IPv4, NAT64, unique local and link-local addresses are outside. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !privateNetworks.check(address, 'ipv4');
  return family === 6 && globalUnicast.check(address, 'ipv6') && !privateNetworks.check(address, 'ipv6');
}

const maxUrlLength = 500;

/** Why a webhook cannot have this address. `privateHosts` are those that the operator permits, with their ports. */
export function findUrlProblem(text: string, privateHosts: readonly string[]): string | undefined {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return 'The address must begin with https://';
  if (text.length > maxUrlLength) return `The address must be at most ${maxUrlLength} characters long`;
  if (url.username || url.password) return 'The address must have no user name or password';
  if (url.hash) return 'The address must have no part after #';
  if (privateHosts.includes(url.host)) return undefined;
  if (url.protocol !== 'https:') return 'The address must begin with https://';
  if (!['', '8443'].includes(url.port)) return 'The port must be 443 or 8443';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (/(^|\.)localhost\.?$/.test(host) || (isIP(host) && !isPublicAddress(host)))
    return 'The address belongs to a private network';
  return undefined;
}

export type LookupAll = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

interface PostOptions {
  privateHosts: readonly string[];
  signal: AbortSignal;
  /** Another resolver than that of the system. */
  lookupAll?: LookupAll | undefined;
}

interface PostResult {
  status: number;
  retryAfter: string | undefined;
}

/**
 * Returns the status of the answer.
 * @throws {AddressRefused} for an address of a private network · {Error} without an answer
 */
export function postGuarded(
  text: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  { privateHosts, signal, lookupAll = lookup }: PostOptions,
): Promise<PostResult> {
  // Node looks up no literal address, so this is where one is judged.
  const problem = findUrlProblem(text, privateHosts);
  if (problem) return Promise.reject(new AddressRefused(problem));
  const url = new URL(text);
  const isPermitted = privateHosts.includes(url.host);
  const send = url.protocol === 'https:' ? secureRequest : plainRequest;
  const { promise, resolve, reject } = Promise.withResolvers<PostResult>();
  const request = send(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    // A connection of its own: one that is kept would skip the look-up.
    agent: false,
    signal,
    maxHeaderSize: 8192,
    lookup: (host, options, done) => {
      lookupAll(host, { ...options, all: true }, (error, addresses) => {
        if (error) return done(error, '', 4);
        const isHidden = !isPermitted && addresses.some(({ address }) => !isPublicAddress(address));
        if (isHidden) return done(new AddressRefused('The name leads to a private network'), '', 4);
        if (options.all) return done(null, addresses);
        const [first] = addresses;
        return first ? done(null, first.address, first.family) : done(new Error('no address'), '', 4);
      });
    },
  });
  request.on('response', ({ statusCode = 0, headers: answered }) => {
    resolve({ status: statusCode, retryAfter: answered['retry-after'] });
    // Its body would show the person what is in a foreign network.
    request.destroy();
  });
  request.on('error', reject);
  request.end(body);
  return promise;
}
