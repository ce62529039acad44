import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../database/database.ts';
import type { Context, Parts } from '../trpc/context.ts';
import { type FindViewer, identify, sessionCookies } from './identity.ts';
import { receiveForm } from './multipart.ts';

/** What the calls of both faces are made from. */
export interface CallParts extends Parts {
  database: Database;
  findViewer: FindViewer;
  publicUrl: string;
  /** Where uploads lie until somebody takes them over. */
  quarantine: string;
}

export type CreateContext = (
  request: FastifyRequest,
  reply: FastifyReply,
  facts?: Partial<Pick<Context['request'], 'isBatch' | 'pathParameters'>>,
) => Promise<Context>;

/** Gives the function that makes one request's context, the same for tRPC and REST. */
export function contextFactory({
  database,
  findViewer,
  publicUrl,
  quarantine,
  ...parts
}: CallParts): CreateContext {
  const judges = { picture: parts.pictures.findProblem };
  return async (request, reply, facts = {}) => ({
    ...parts,
    ...(await identify(request, findViewer, publicUrl)),
    em: database.fork(),
    read: database.read,
    now: new Date(),
    request: {
      id: request.id,
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      isBatch: false,
      pathParameters: {},
      ...facts,
    },
    receiveForm: (files) => receiveForm(request, files, { folder: quarantine, judges }),
    sessionCookies: sessionCookies(reply, publicUrl),
  });
}
