import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Returns a port on which nothing listened a moment ago. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // The address of a listening TCP server always has this type.
  server.close();
  await once(server, 'close');
  return port;
}
