import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import type { FastifyInstance } from 'fastify';
import type { AppRouter } from '../../src/router.ts';

type Headers = () => Promise<Record<string, string>>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type TrpcCaller = TRPCClient<AppRouter>;

// biome-ignore lint/suspicious/noExplicitAny: tests read responses like callers without types
type Body = any;

export interface RestAnswer {
  status: number;
  body: Body;
  headers: Record<string, string | string[] | number | undefined>;
}

export interface RestCaller {
  get(url: string, headers?: Record<string, string>): Promise<RestAnswer>;
  post(url: string, body?: object, headers?: Record<string, string>): Promise<RestAnswer>;
  put(url: string, body?: object, headers?: Record<string, string>): Promise<RestAnswer>;
  patch(url: string, body?: object, headers?: Record<string, string>): Promise<RestAnswer>;
  delete(url: string, headers?: Record<string, string>): Promise<RestAnswer>;
}

export function buildFormData(fields: Record<string, string | Blob>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, value, value instanceof File ? value.name : 'file');
  }
  return data;
}

export function restCaller(app: FastifyInstance, headers: Headers): RestCaller {
  const call = async (method: Method, url: string, body?: object, more: Record<string, string> = {}) => {
    const sent = await encode(body);
    const all = { ...(await headers()), ...sent.headers, ...more };
    const answer = await app.inject({
      method,
      url,
      headers: all,
      ...(sent.payload && { payload: sent.payload }),
    });
    const isJson = String(answer.headers['content-type']).includes('json');
    return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, headers: answer.headers };
  };
  return {
    get: (url, more) => call('GET', url, undefined, more),
    post: (url, body, more) => call('POST', url, body, more),
    put: (url, body, more) => call('PUT', url, body, more),
    patch: (url, body, more) => call('PATCH', url, body, more),
    delete: (url, more) => call('DELETE', url, undefined, more),
  };
}

/**
 * Creates a typed client that calls the app without a network. An input of the type `FormData` is sent as a
 * form.
 */
export function trpcCaller(app: FastifyInstance, headers: Headers): TrpcCaller {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: 'http://localhost/trpc',
        headers,
        fetch: async (url, options) => {
          const sent = await encode(options?.body as object | string | undefined);
          const answer = await app.inject({
            method: options?.method as Method,
            url: String(url).replace('http://localhost', ''),
            headers: { ...Object.fromEntries(new Headers(options?.headers as HeadersInit)), ...sent.headers },
            ...(sent.payload && { payload: sent.payload }),
          });
          return new Response(answer.body, { status: answer.statusCode });
        },
      }),
    ],
  });
}

async function encode(body: object | string | undefined) {
  if (body === undefined) return { headers: {} };
  if (body instanceof FormData) {
    const request = new Response(body);
    const headers = { 'content-type': request.headers.get('content-type') ?? '' };
    return { headers, payload: Buffer.from(await request.arrayBuffer()) };
  }
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  return { headers: { 'content-type': 'application/json' }, payload };
}
