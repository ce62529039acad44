import { type AnyRouter, TRPCError } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NotSignedIn } from '../../shared/errors.ts';
import { translateError } from '../../trpc/errors.ts';
import { bodyRulesOf } from '../../trpc/procedure-meta.ts';
import type { CreateContext } from '../server/context.ts';
import { sendError } from '../server/errors.ts';
import type { ApiDocument, Tool } from './mcp-tools.ts';

interface McpParts {
  createContext: CreateContext;
  publicUrl: string;
  /** The text of the OpenAPI document. */
  readDocument: () => Promise<string>;
}

/**
 * Serves the Model Context Protocol without sessions: `/mcp` has tools that read, `/mcp/drafts` also those that write
 * drafts and notes.
 */
export function serveMcp(
  app: FastifyInstance,
  router: AnyRouter,
  { createContext, publicUrl, readDocument }: McpParts,
): void {
  let described: { of: string; tools: Tool[] } | undefined;
  const currentTools = async () => {
    const text = await readDocument();
    if (described?.of === text) return described.tools;
    const { describeTools } = await import('./mcp-tools.ts');
    const tools = describeTools(router, JSON.parse(text) as ApiDocument);
    described = { of: text, tools };
    return tools;
  };
  const rules = bodyRulesOf({ access: 'signed-in' });
  const config = { body: () => rules };
  const refusal = translateError(new TRPCError({ code: 'METHOD_NOT_SUPPORTED' }));
  for (const [url, mayWrite] of [
    ['/mcp', false],
    ['/mcp/drafts', true],
  ] as const) {
    app.post(url, { bodyLimit: rules.textBytes, config }, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const ctx = await createContext(request, reply, { isBatch: true });
      const { viewer } = ctx;
      if (!viewer?.token) {
        const { refusal: reason = new NotSignedIn('Send an API token as a bearer.') } = ctx;
        return sendError(reply.header('www-authenticate', 'Bearer'), translateError(reason));
      }
      // The key belongs to one call of REST.
      ctx.request.repeatKey = undefined;
      const { openMcpSession } = await import('./mcp-session.ts');
      const session = openMcpSession({ ctx, viewer, token: viewer.token }, await currentTools(), {
        mayWrite,
        log: request.log,
      });
      return sendResponse(reply, await session(toWebRequest(request, publicUrl), request.body));
    });
    app.route({
      method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url,
      exposeHeadRoute: false,
      handler: (_request, reply) => sendError(reply.header('allow', 'POST'), refusal),
    });
  }
}

function toWebRequest({ url, headers }: FastifyRequest, publicUrl: string): Request {
  const sent = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    name === 'content-length' || typeof value !== 'string' ? [] : [[name, value]],
  );
  return new Request(new URL(url, publicUrl), { method: 'POST', headers: sent });
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status);
  const type = response.headers.get('content-type');
  if (type) reply.type(type);
  const text = await response.text();
  return reply.send(text === '' ? undefined : text);
}
