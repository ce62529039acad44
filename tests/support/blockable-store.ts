import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openS3 } from './storages.ts';

/**
 * A real S3 store behind a proxy that can block calls, so that a test can kill a process during a blocked
 * call.
 */
export interface BlockableStore {
  bucket: string;
  /** `endpoint` is the address of the proxy. `direct` is the address of the store itself. */
  endpoint: string;
  direct: string;
  /**
   * Blocks calls of this method before they reach the store, or after the store has responded. Resolves when
   * the first call is blocked.
   */
  hold(method: 'PUT' | 'DELETE', when: 'before' | 'after'): Promise<void>;
  /** Answers every call with this status, as a failing store does. `undefined` ends the failure. */
  refuse(status: number | undefined): void;
  close(): Promise<void>;
}

export async function openBlockableStore(folder: string): Promise<BlockableStore> {
  const store = await openS3(folder);
  const { port } = new URL(store.endpoint);
  let held: { method: string; when: 'before' | 'after'; reached: () => void } | undefined;
  let refusal: number | undefined;
  const proxy = createServer((asked, answer) => {
    const { method, url: path, headers } = asked;
    const isHeld = (when: 'before' | 'after') => held?.method === method && held?.when === when;
    if (refusal) {
      asked.resume();
      answer.writeHead(refusal, { 'content-type': 'application/xml' });
      return answer.end('<Error><Code>InsufficientStorage</Code><Message>full</Message></Error>');
    }
    if (isHeld('before')) return held?.reached();
    const passed = send({ port, method, path, headers }, (answered) => {
      if (isHeld('after')) return held?.reached();
      answer.writeHead(answered.statusCode ?? 500, answered.headers);
      answered.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    return asked.pipe(passed);
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  return {
    bucket: store.bucket,
    endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    direct: store.endpoint,
    hold: (method, when) =>
      new Promise((reached) => {
        held = { method, when, reached };
      }),
    refuse: (status) => {
      refusal = status;
    },
    close: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await store.close();
    },
  };
}
