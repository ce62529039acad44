import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * These ports are below those that Linux, macOS and Windows give to outgoing connections and to servers that listen on
 * port 0. Therefore, nothing else takes a port between the search and the start of the server that is meant to use it.
 */
const [lowest, highest] = [20_000, 32_000];
/** Each test process begins at another port, so that two processes do not find the same port. */
let next = lowest + ((process.pid * 101) % (highest - lowest));

/** Returns a port on which nothing listened a moment ago. Two calls in one process return different ports. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = next;
    next = port === highest ? lowest : port + 1;
    const server = createServer();
    const isFree = new Promise<boolean>((resolve) => {
      server.once('listening', () => resolve(true)).once('error', () => resolve(false));
    });
    server.listen(port, '127.0.0.1');
    if (!(await isFree)) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
