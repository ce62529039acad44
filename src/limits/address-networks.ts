import { isIP, isIPv6 } from 'node:net';

/** Shortest form, without brackets, port and zone. IPv4 within IPv6 becomes IPv4. Undefined for other text. */
export function normalizeIpAddress(text: string): string | undefined {
  const [, bracketed, withPort] = /^"?(?:\[(.*)\](?::\d+)?|([\d.]+):\d+)"?$/.exec(text) ?? [];
  const address = (bracketed ?? withPort ?? text).replace(/%.*$/, '');
  const family = isIP(address);
  if (family !== 6) return family === 4 ? address : undefined;
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  const number = Number.parseInt(high, 16) * 0x1_00_00 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((bits) => (number >>> bits) & 255).join('.');
}

/**
 * The networks around an address, smallest first. For IPv4, the address itself. Providers assign IPv6 networks of /64,
 * /56 or /48, and the server cannot tell which, so all three count.
 */
export function networksOfAddress(address: string): string[] {
  const plain = normalizeIpAddress(address) ?? address;
  if (!isIPv6(plain)) return [plain];
  const [first, second, third, fourth] = leadingGroups(plain) as [number, number, number, number];
  const network = (last: number, bits: number) =>
    `${[first, second, third, last].map((group) => group.toString(16)).join(':')}::/${bits}`;
  return [network(fourth, 64), network(fourth & 0xff00, 56), network(0, 48)];
}

const networkShares = { bytes: [1, 1.5, 2], tries: [1, 3, 10] };

/** `share` multiplies the bound of one address. A /48 contains 65,536 networks of /64, so it is bounded too. */
export function networkSharesOfAddress(
  address: string,
  counted: keyof typeof networkShares,
): { network: string; share: number }[] {
  const networks = networksOfAddress(address);
  return networks.map((network, i) => ({ network, share: networkShares[counted][i]! }));
}

export function smallestNetworkOf(address: string): string {
  return networksOfAddress(address)[0]!;
}

function leadingGroups(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const first = head.split(':').filter(Boolean);
  const last = tail?.split(':').filter(Boolean) ?? [];
  const zeros = tail === undefined ? [] : Array<string>(8 - first.length - last.length).fill('0');
  return [...first, ...zeros, ...last].slice(0, 4).map((group) => Number.parseInt(group, 16));
}
