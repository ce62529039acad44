import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { buildFormData } from './callers.ts';
import type { WrittenSite } from './kill-while-writing.ts';
import { picture } from './pictures.ts';
import { writeContinuously } from './writers.ts';
import { planRow } from './write-record.ts';

const writersNumber = 8;
const uploadLastsMs = 2000;

/**
 * Ends the server as a service manager does, with SIGTERM to all its processes, during writes and an upload.
 * Returns the problems, and the time until the server has ended.
 */
export async function endWhileWriting(
  site: WrittenSite,
): Promise<{ problems: string[]; milliseconds: number }> {
  const { server, memory, random, headers } = site;
  const problems: string[] = [];
  let isOver = false;
  const place = { url: server.url, headers };
  const writing = writeContinuously({ place, memory, writers: writersNumber, random, until: () => isOver });
  await wait(300 + random() * 500);
  const upload = await beginUpload(site);
  await wait(200);
  const started = performance.now();
  for (const pid of childrenOf(server.process.pid)) process.kill(pid, 'SIGTERM');
  const ended = server.end('SIGTERM').then((code) => ({ code, milliseconds: performance.now() - started }));
  await wait(uploadLastsMs / 2);
  if (await isTaken(server.url)) problems.push('a new connection is taken');
  isOver = true;
  const status = await upload.finish();
  if (status !== 201) problems.push(`what was under way is answered with ${status}`);
  await writing;
  const { code, milliseconds } = await ended;
  if (code !== 0) problems.push(`ended with ${code}`);
  await site.restart('SIGTERM');
  return { problems, milliseconds };
}

async function beginUpload({ server, headers, memory }: WrittenSite) {
  // A number that the other writers do not use.
  const record = planRow('post', writersNumber, crypto.randomUUID(), 0);
  const { name: title, text: excerpt } = record.first;
  const featured_image = await picture({ width: 1200, height: 900 });
  const fields = { title, excerpt, content: '<p>C</p>', category: 'Technology', featured_image };
  const encoded = new Response(buildFormData(fields));
  const body = Buffer.from(await encoded.arrayBuffer());
  const type = encoded.headers.get('content-type') ?? '';
  const sending = request(`${server.url}/api/admin/blog-posts`, {
    method: 'POST',
    headers: { ...headers, 'content-type': type, 'content-length': body.length },
  });
  const answered = once(sending, 'response').catch(() => []);
  sending.write(body.subarray(0, body.length / 2));
  memory.records.push(record);
  record.pending = { act: 'create', content: { name: title, text: excerpt, picture: undefined } };
  return {
    finish: async () => {
      sending.end(body.subarray(body.length / 2));
      const [answer] = await answered;
      if (!answer) return 'nothing';
      answer.setEncoding('utf8');
      let text = '';
      for await (const chunk of answer) text += chunk;
      if (answer.statusCode !== 201) return `${answer.statusCode} ${text}`;
      const { id, post } = JSON.parse(text);
      delete record.pending;
      record.id = id;
      record.content = { name: title, text: excerpt, picture: post.featured_image };
      record.entries.create = 1;
      memory.acknowledged += 1;
      return 201;
    },
  };
}

async function isTaken(url: string): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  return once(socket, 'connect').then(
    () => Boolean(socket.destroy()),
    () => false,
  );
}

function childrenOf(pid = 0): number[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const all = listed
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return all.flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
}
