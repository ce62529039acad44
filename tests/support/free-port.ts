import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Returns a port of the loopback interface that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // always this shape for a TCP server that listens
  server.close();
  await once(server, 'close');
  return port;
}
