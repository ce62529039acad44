import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AnyProcedure } from '@trpc/server';
import { appRouter } from '../../src/router.ts';
import type { ProcedureMeta } from '../../src/trpc/procedure-meta.ts';
import { expandApiDocument } from './api-document.ts';
import { buildFormData } from './callers.ts';
import { type LoopBlockRecorder, recordLoopBlocks } from './event-loop-blocks.ts';
import type { ApiDocument } from './fuzz-requests.ts';
import type { TestApp } from './test-app.ts';

/** The aim is 50 ms. The rest is for machines that do much else. */
export const longestMs = 100;
const sizes = [3072, 1024, 192, 64, 16].map((size) => size * 1024);

export interface Route {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
}

/** Returns the mounted routes that take a body. Calls of tRPC share one route, so those without REST are named. */
export function routesWithBodies({ app }: TestApp): Route[] {
  const parents: string[] = [];
  const routes: Route[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods = ''] = /^(.*)[├└]── (\S+)(?: \(([\w, ]+)\))?/.exec(line) ?? [];
    const depth = indent.length / 4;
    parents.length = depth;
    parents.push(part);
    const url = parents.join('');
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
      if (methods.split(', ').includes(method) && url !== '/trpc/:path') routes.push({ method, url });
  }
  const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyProcedure>);
  const calls = procedures.filter(
    ([, { _def }]) => _def.type === 'mutation' && !(_def.meta as ProcedureMeta).openapi,
  );
  return [...routes, ...calls.map(([name]) => ({ method: 'POST', url: `/trpc/${name}` }) as const)];
}

type Members = Record<string, unknown>;
const times = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: Math.max(1, count) }, (_, at) => make(at));

type Shape = (names: readonly string[], bytes: number) => Members;

/** The members of hostile bodies of about so many bytes. `names` are those that the route knows. */
const shapes: Record<string, Shape> = {
  'many members': (_names, bytes) => {
    const text = 'x'.repeat(Math.max(1, bytes / 9990 - 12));
    return Object.fromEntries(times(Math.min(9990, bytes / 12), (at) => [`k${at}`, text]));
  },
  'many short texts': (names, bytes) => {
    const text = '<b>&'.repeat(Math.max(1, bytes / 6000 / 4 - 3));
    const count = Math.min(6000, bytes / 14) / names.length;
    const list = times(count, (at) => (at % 2 === 0 ? text : { [`k${at}`]: text }));
    return Object.fromEntries(names.map((name) => [name, list]));
  },
  'deep lists': (names, bytes) => {
    const levels = Math.floor(bytes / names.length / 2 - 40);
    return Object.fromEntries(names.map((name) => [name, { levels }]));
  },
  'long texts': (names, bytes) => {
    const text = '&<i>é'.repeat(bytes / names.length / 7 - 4);
    return Object.fromEntries(names.map((name) => [name, text]));
  },
};
const shapesOfForms: Record<string, Shape> = {
  'many members': (_names, bytes) => Object.fromEntries(times(bytes / 12, (at) => [`k${at}`, ''])),
  'long texts': shapes['long texts']!,
};

function jsonOf(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('levels' in value)) return JSON.stringify(value);
  return '['.repeat(Number(value.levels)) + ']'.repeat(Number(value.levels));
}
const textOf = (value: unknown) => (typeof value === 'string' ? value : jsonOf(value));

const encodings: Record<string, (members: Members) => string | FormData> = {
  'application/json': (members) =>
    `{${Object.entries(members)
      .map(([name, value]) => `${JSON.stringify(name)}:${jsonOf(value)}`)
      .join(',')}}`,
  'application/x-www-form-urlencoded': (members) =>
    Object.entries(members)
      .map(([name, value]) => `${name}=${textOf(value)}`)
      .join('&'),
  'multipart/form-data': (members) =>
    buildFormData(Object.fromEntries(Object.entries(members).map(([name, value]) => [name, textOf(value)]))),
};

/** Yields the pieces of a body as they come over a connection, each in a turn of its own. */
async function* piecesOf(body: Buffer) {
  for (let at = 0; at < body.length; at += 64 * 1024) {
    yield body.subarray(at, at + 64 * 1024);
    await nextTurn();
  }
}

interface Measured {
  site: TestApp;
  recorder: LoopBlockRecorder;
  route: Route;
  /** The names of the members that the route knows. */
  names: readonly string[];
}

let senders = 0;

/** Sends a body from a new address. Without a body, only its length is announced. */
async function send(
  { site, recorder, route: { method, url } }: Measured,
  headers: Record<string, string | number>,
  body?: Buffer,
) {
  senders += 1;
  const { result, longestMs: ms } = await recorder.during(() =>
    site.app.inject({
      method,
      url: url.replaceAll(/:\w+/g, '1').replace('*', 'x'),
      headers: { ...(body && { 'content-length': body.length }), ...headers },
      remoteAddress: `10.${senders >> 16}.${(senders >> 8) & 255}.${senders & 255}`,
      ...(body && { payload: Readable.from(piecesOf(body)) }),
    }),
  );
  return { status: result.statusCode, ms };
}

/** Sends bodies of each shape that the route reads. Returns the time for which each of them held the thread. */
async function measure(given: Measured): Promise<{ what: string; ms: number }[]> {
  const { site, route, names } = given;
  const measured: { what: string; ms: number }[] = [];
  const authorization = `Bearer ${await site.openSession('admin')}`;
  let most = 0;
  for (const size of sizes) {
    most = size;
    const headers = { authorization, 'content-type': 'application/json', 'content-length': size };
    if ((await send(given, headers)).status !== 413) break;
  }
  for (const [type, encode] of Object.entries(encodings)) {
    const isForm = type !== 'application/json';
    if (isForm && route.url.startsWith('/trpc/')) continue;
    const empty = { authorization, 'content-type': `${type}; boundary=b` };
    if ((await send(given, empty, Buffer.from('--b--\r\n'))).status === 415) continue;
    for (const [shape, make] of Object.entries(isForm ? shapesOfForms : shapes)) {
      const request = new Response(encode(make(names, most * 0.95)));
      const body = Buffer.from(await request.arrayBuffer());
      const multipart = type === 'multipart/form-data' && request.headers.get('content-type');
      const headers = { authorization, 'content-type': multipart || type };
      let { status, ms } = await send(given, headers, body);
      // The first call of a route also compiles it.
      if (ms > longestMs) ms = Math.min(ms, (await send(given, headers, body)).ms);
      const { method, url } = route;
      measured.push({ what: `${method} ${url}: ${shape} as ${type}, ${body.length} bytes, ${status}`, ms });
    }
  }
  return measured;
}

/**
 * Sends the largest bodies of each shape to the routes. Returns those that held the thread for longer than
 * `longestMs`.
 */
export async function findSlowBodies(site: TestApp, routes: readonly Route[]): Promise<string[]> {
  const document = expandApiDocument((await site.app.inject('/api/openapi.json')).json<ApiDocument>());
  const recorder = recordLoopBlocks();
  const slow: string[] = [];
  for (const route of routes) {
    const path = route.url.replace(/^\/api/, '').replaceAll(/:(\w+)/g, '{$1}');
    const { requestBody } = document.paths[path]?.[route.method.toLowerCase()] ?? {};
    const [content] = Object.values(requestBody?.content ?? {});
    const { properties } = (content?.schema ?? {}) as { properties?: object };
    const names = Object.keys(properties ?? { id: 1, name: 1, email: 1, message: 1, values: 1 });
    const measured = await measure({ site, recorder, route, names });
    slow.push(...measured.flatMap(({ what, ms }) => (ms > longestMs ? `${ms.toFixed()} ms: ${what}` : [])));
  }
  recorder.stop();
  return slow;
}
