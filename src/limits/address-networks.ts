import { isIPv6 } from 'node:net';

/**
 * Returns the networks that contain an address, smallest first. For IPv4, returns only the address itself. Providers
 * assign IPv6 networks of /64, /56 or /48. The server cannot find out the size, so the function returns all three
 * networks.
 */
export function networksOfAddress(address: string): string[] {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return [plain];
  const [first, second, third, fourth] = leadingGroups(plain) as [number, number, number, number];
  const network = (last: number, bits: number) =>
    `${[first, second, third, last].map((group) => group.toString(16)).join(':')}::/${bits}`;
  return [network(fourth, 64), network(fourth & 0xff00, 56), network(0, 48)];
}

export function smallestNetworkOf(address: string): string {
  return networksOfAddress(address)[0]!;
}

function leadingGroups(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const first = head.split(':').filter(Boolean);
  const last = tail?.split(':').filter(Boolean) ?? [];
  // An embedded IPv4 address is at the end and counts as two groups.
  const length = first.length + last.length + (address.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? [] : Array<string>(8 - length).fill('0');
  return [...first, ...zeros, ...last].slice(0, 4).map((group) => Number.parseInt(group, 16));
}
