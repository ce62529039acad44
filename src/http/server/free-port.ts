import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

interface Address {
  HOST: string;
  PORT: number;
}

/**
 * The settings with a port that is free now: the one that they name, or any for `PORT=0`, which the public address then
 * names too.
 * @throws {Error} with a message of one line that says why the port cannot be used
 */
export async function withFreePort<S extends Address & { PUBLIC_URL: string }>(settings: S): Promise<S> {
  const port = await findFreePort(settings);
  const address = new URL(settings.PUBLIC_URL);
  if (address.port === '0') address.port = String(port);
  return { ...settings, PORT: port, PUBLIC_URL: address.origin };
}

/**
 * Listens on the port for a moment, and returns it.
 * @throws {Error} with a message of one line that says why the port cannot be used
 */
export async function findFreePort({ HOST: host, PORT: port }: Address): Promise<number> {
  // Clients of a server that has just ended reconnect at once, and `close` would wait for them.
  const probe = createServer((socket) => socket.destroy());
  try {
    probe.listen({ host, port });
    await once(probe, 'listening');
  } catch (cause) {
    throw explainPort(cause, { HOST: host, PORT: port });
  }
  const { port: free } = probe.address() as AddressInfo; // A listening TCP server always has an address of this type.
  probe.close();
  await once(probe, 'close');
  return free;
}

const noAddress = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL'];

export function explainPort(cause: unknown, { HOST: host, PORT: port }: Address): unknown {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'EADDRINUSE') return new Error(`port ${port} on ${host} is in use`, { cause });
  if (code === 'EACCES') return new Error(`port ${port} on ${host} may not be used by this user`, { cause });
  if (!noAddress.includes(code)) return cause;
  return new Error(
    `bad setting: HOST: ${host} is not an address of this machine (${code}); 127.0.0.1 is for this machine only, 0.0.0.0 for everybody`,
    { cause },
  );
}
