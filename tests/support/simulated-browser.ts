import type { FastifyInstance } from 'fastify';
import type { RestAnswer } from './callers.ts';

interface BrowserFacts {
  address?: string;
  userAgent?: string;
  /** The origin of the page that sends the requests. By default, there is no origin, as for a program. */
  origin?: string;
}

export interface SimulatedBrowser {
  cookies: Map<string, string>;
  /**
   * Sends a request with the stored cookies, but without a bearer token and without an anti-forgery token.
   */
  send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: object | string,
    headers?: Record<string, string>,
  ): Promise<RestAnswer>;
  signIn(email: string, password: string, more?: object): Promise<RestAnswer>;
}

export function openSimulatedBrowser(app: FastifyInstance, facts: BrowserFacts = {}): SimulatedBrowser {
  const { address = '127.0.0.1', userAgent = 'tests', origin } = facts;
  const cookies = new Map<string, string>();
  const send: SimulatedBrowser['send'] = async (method, url, body, more = {}) => {
    const answer = await app.inject({
      method,
      url,
      remoteAddress: address,
      cookies: Object.fromEntries(cookies),
      headers: {
        'user-agent': userAgent,
        ...(origin && { origin }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const { name, value, expires } of answer.cookies) {
      if (expires && expires.getTime() === 0) cookies.delete(name);
      else cookies.set(name, value);
    }
    const isJson = String(answer.headers['content-type']).includes('json');
    return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, headers: answer.headers };
  };
  return {
    cookies,
    send,
    signIn: (email, password, more = {}) => send('POST', '/api/admin/login', { email, password, ...more }),
  };
}
