import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { buildFormData } from '../support/callers.ts';
import { treeMemoryOf } from '../support/process-facts.ts';
import { admin, removeData, startServer } from '../support/running-server.ts';

const photographs = 20;
const maxBytes = 10 * 1024 * 1024;
const sampleMs = 100;

/**
 * Uploads twenty photographs of 10 MB at once. Returns the 99th percentile of the event loop delay, the
 * maximum memory of all processes of the server, the duration, and the status codes.
 */
export async function measureUploads(): Promise<{
  loop: string;
  megabytes: number;
  seconds: number;
  statuses: string;
}> {
  const bytes = await photographOf10Megabytes();
  const server = await startServer({
    LOG_LEVEL: 'error',
    NODE_OPTIONS: `--import=${resolve('tests/bench/watch-loop.ts')}`,
  });
  const headers = { authorization: `Bearer ${await signIn(server.url)}` };
  const pid = server.process.pid ?? 0;
  server.process.kill('SIGUSR2');

  let isDone = false;
  let megabytes = 0;
  const watching = (async () => {
    while (!isDone) {
      megabytes = Math.max(megabytes, treeMemoryOf(pid));
      await wait(sampleMs);
    }
  })();
  const started = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: photographs }, async () => {
      const featured_image = new File([bytes], 'photograph.jpeg', { type: 'image/jpeg' });
      const body = buildFormData({
        title: 'T',
        excerpt: 'E',
        content: '<p>C</p>',
        category: 'Technology',
        featured_image,
      });
      return (await fetch(`${server.url}/api/admin/blog-posts`, { method: 'POST', headers, body })).status;
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  isDone = true;
  await watching;
  await server.end('SIGTERM');
  await removeData(server);
  const loop = /loop delay p99 ([\d.]+ ms)/.exec(server.output())?.[1] ?? server.output();
  return {
    loop,
    megabytes: Math.round(megabytes),
    seconds,
    statuses: [...new Set(statuses)].join(' '),
  };
}

/** Returns a JPEG file of nearly 10 MB. It shows noise, which cannot be compressed well. */
async function photographOf10Megabytes(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });
  const raw = await noise.png({ compressionLevel: 1 }).toBuffer();
  for (let quality = 98; ; quality -= 2) {
    const bytes = await sharp(raw).jpeg({ quality }).toBuffer();
    if (bytes.length <= maxBytes) return new Uint8Array(bytes);
  }
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  return (await answer.json()).token;
}
