import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus } from 'node:os';
import { removeData, startServer } from '../support/running-server.ts';
import { measureUploads } from './uploads.ts';

// Each figure is a ratio: requests a second of ours to those of a bare node:http server that sends the same bytes, the two
// measured in turns in one run, so that a machine that is slower today does not change it.
const rounds = 5;
const requestsARound = 1500;
const connections = 8;

const figures: [name: string, path: string][] = [
  ['public list of 12', '/api/blog-posts?page=1'],
  ['public post', '/api/blog-posts/1'],
  ['public page (HTML)', '/blog'],
];

const ours = await startServer({ SEED: 'starter', LOG_LEVEL: 'error' });
console.log(
  `${cpus().length} cores, Node ${process.version}, ${rounds} rounds of ${requestsARound} requests\n`,
);
for (const [name, path] of figures) console.log(`${name.padEnd(24)} ${(await measure(path)).toFixed(3)}`);
await ours.end('SIGTERM');
await removeData(ours);

const { loop, megabytes, seconds, statuses } = await measureUploads();
console.log(`\n20 photographs of 10 MB at once: ${statuses}, ${seconds.toFixed(1)} s`);
console.log(`event loop delay p99     ${loop} (aim: below 50)`);
console.log(`memory, all processes    ${megabytes} MB (aim: below 600)`);

async function measure(path: string): Promise<number> {
  const answer = await fetch(ours.url + path);
  const body = Buffer.from(await answer.arrayBuffer());
  const bare = await serveBare(body, answer.headers.get('content-type') ?? '');
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const theirs = await requestsPerSecond(`http://127.0.0.1:${(bare.address() as AddressInfo).port}/`);
    ratios.push((await requestsPerSecond(ours.url + path)) / theirs);
  }
  bare.close();
  return ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
}

async function serveBare(body: Buffer, type: string): Promise<Server> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': type, 'content-length': body.length }).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return server;
}

async function requestsPerSecond(url: string): Promise<number> {
  const started = performance.now();
  let left = requestsARound;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await (await fetch(url)).arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return requestsARound / ((performance.now() - started) / 1000);
}
