import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Settings } from './config/env.ts';

type Address = Pick<Settings, 'HOST' | 'PORT'>;

/**
 * Listens on the port for a moment.
 * @throws {Error} with a message of one line that says why the port cannot be used
 */
export async function expectFreePort({ HOST: host, PORT: port }: Address): Promise<void> {
  // Clients of a server that has just ended reconnect at once, and `close` would wait for them.
  const probe = createServer((socket) => socket.destroy());
  try {
    probe.listen({ host, port });
    await once(probe, 'listening');
  } catch (cause) {
    throw explain(cause, { HOST: host, PORT: port });
  }
  probe.close();
  await once(probe, 'close');
}

export async function listen(app: FastifyInstance, settings: Settings): Promise<void> {
  const { HOST: host, PORT: port } = settings;
  try {
    await app.listen({ host, port });
  } catch (cause) {
    throw explain(cause, settings);
  }
  app.log.info(`Atrium is at ${settings.PUBLIC_URL}`);
}

const noAddress = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL'];

function explain(cause: unknown, { HOST: host, PORT: port }: Address): unknown {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code === 'EADDRINUSE') return new Error(`port ${port} on ${host} is in use`, { cause });
  if (code === 'EACCES') return new Error(`port ${port} on ${host} may not be used by this user`, { cause });
  if (!noAddress.includes(code)) return cause;
  return new Error(
    `bad setting: HOST: ${host} is not an address of this machine (${code}); 127.0.0.1 is for this machine only, 0.0.0.0 for everybody`,
    { cause },
  );
}
