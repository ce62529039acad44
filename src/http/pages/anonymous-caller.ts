import type { AnyRouter } from '@trpc/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallProcedure } from '../../shared/page-renderer.ts';
import { callAnonymously } from '../server/anonymous-calls.ts';
import type { CreateContext } from '../server/context.ts';

export async function createAnonymousCaller(
  router: AnyRouter,
  createContext: CreateContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<CallProcedure> {
  return callAnonymously(router, await createContext(request, reply), request.log);
}
