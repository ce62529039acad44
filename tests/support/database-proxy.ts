import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy to a database that delays responses without changing their order. */
export interface DatabaseProxy {
  url: string;
  /** From now on, delays each piece of a response by a random time between these bounds, in milliseconds. */
  delay(least: number, most: number): void;
  connections(): number;
  /** The names of the parameters with which each connection began. */
  startups(): readonly string[][];
  close(): Promise<void>;
}

export async function openDatabaseProxy(databaseUrl: string, random: () => number): Promise<DatabaseProxy> {
  const to = new URL(databaseUrl);
  const ends = new Set<Socket>();
  const startups: string[][] = [];
  let delays = { least: 0, most: 0 };

  const carry = (from: Socket, onward: Socket, isDelayed: boolean) => {
    let lastDue = 0;
    const later = (act: () => void) => {
      const { least, most } = delays;
      const now = performance.now();
      const due = isDelayed ? Math.max(lastDue, now + least + random() * (most - least)) : now;
      lastDue = due;
      if (due <= now) act();
      else setTimeout(act, due - now);
    };
    from.on('data', (piece) => later(() => onward.writable && onward.write(piece)));
    from.on('end', () => later(() => onward.end()));
    // When one side closes its connection, the connection to the other side must close too.
    from.on('error', () => onward.destroy());
    from.on('close', () => {
      ends.delete(from);
      later(() => onward.destroy());
    });
    ends.add(from);
  };

  const server: Server = createServer((near) => {
    near.setNoDelay();
    const far = connect(Number(to.port), to.hostname).setNoDelay();
    near.once('data', (message: Buffer) => startups.push(namesIn(message)));
    carry(near, far, false);
    carry(far, near, true);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the line has no port');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  return {
    url: url.href,
    delay: (least, most) => {
      delays = { least, most };
    },
    connections: () => ends.size / 2,
    startups: () => startups,
    close: async () => {
      for (const end of ends) end.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns the names in a startup message, which has its length, the version, and then names and values in turn. */
function namesIn(message: Buffer): string[] {
  const words = message.subarray(8, message.readInt32BE()).toString().split('\0');
  return words.filter((name, at) => at % 2 === 0 && name !== '');
}
