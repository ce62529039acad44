import { type AnyRouter, callTRPCProcedure } from '@trpc/server';
import type { FastifyBaseLogger } from 'fastify';
import { type CallProcedure, CallRefused } from '../../shared/page-renderer.ts';
import type { Context } from '../../trpc/context.ts';
import { translateError } from '../../trpc/errors.ts';
import { logUnexpected } from './errors.ts';

/** Removes the user from `context`. A failed call throws `CallRefused`. */
export function callAnonymously(router: AnyRouter, context: Context, log: FastifyBaseLogger): CallProcedure {
  // Not a copy, which would create the entity manager, and no page uses it.
  const ctx = Object.assign(context, { viewer: null, refusal: undefined });
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
      const translated = translateError(error);
      logUnexpected(log, error, translated, path);
      throw new CallRefused(translated.body.message, translated.status);
    }
  };
}
