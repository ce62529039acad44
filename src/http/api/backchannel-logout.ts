import type { FastifyInstance } from 'fastify';
import { BadRequest } from '../../shared/errors.ts';
import type { Context } from '../../trpc/context.ts';
import type { CreateContext } from '../server/context.ts';

const address = '/api/sso/backchannel-logout';
const maxBytes = 16 * 1024;
const config = { body: () => ({ textBytes: maxBytes, openBytes: maxBytes }) };

export type EndSessionsByProvider = (ctx: Context, token: string) => Promise<void>;

/** Only the provider calls this. No cookies are read, so a page of another site gains nothing by it. */
export function serveBackchannelLogout(
  app: FastifyInstance,
  { endByProvider }: { endByProvider: EndSessionsByProvider },
  createContext: CreateContext,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    );
    scope.post(address, { config, bodyLimit: maxBytes }, async (request, reply) => {
      const tokens = new URLSearchParams(String(request.body ?? '')).getAll('logout_token');
      const [token] = tokens;
      if (!token || tokens.length > 1) throw new BadRequest('Send one logout_token, as a form.');
      const ctx = await createContext(request, reply);
      await endByProvider(Object.assign(ctx, { viewer: null, refusal: undefined }), token);
      return reply.header('cache-control', 'no-store').send();
    });
  });
}
