import { type AnyRouter, callTRPCProcedure } from '@trpc/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CallProcedure, CallRefused } from '../../shared/page.ts';
import { translate } from '../../trpc/errors.ts';
import type { CreateContext } from '../server/context.ts';
import { logUnexpected } from '../server/errors.ts';

export async function callerFor(
  router: AnyRouter,
  createContext: CreateContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<CallProcedure> {
  // Not a copy: that would create the entity manager, which no page uses.
  const ctx = Object.assign(await createContext(request, reply), { viewer: null, refusal: undefined });
  return async (path, input) => {
    try {
      const getRawInput = async () => input;
      return await callTRPCProcedure({
        router,
        path,
        ctx,
        type: 'query',
        getRawInput,
        signal: undefined,
        batchIndex: 0,
      });
    } catch (error) {
      const translated = translate(error);
      logUnexpected(request.log, error, translated, path);
      throw new CallRefused(translated.body.message, translated.status);
    }
  };
}
