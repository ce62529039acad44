import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { type AnyRouter, callTRPCProcedure } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NotFound } from '../shared/errors.ts';
import { type CallProcedure, CallRefused, type RenderPage } from '../shared/page.ts';
import { translate } from '../trpc/errors.ts';
import type { CreateContext } from './context.ts';
import { assembleDocument, readEntryTags } from './document.ts';
import { logUnexpected, sendError } from './errors.ts';
import { pagePolicy } from './headers.ts';

export interface PageParts {
  router: AnyRouter;
  /** The folder of the built client. */
  clientFolder: string;
  renderPage: RenderPage;
}

const siteEntry = 'client/entry-browser.tsx';
const panelEntry = 'client/entry-admin.tsx';

/** Serves the built client, the panel's document, and every public page, rendered here. */
export async function servePages(
  app: FastifyInstance,
  parts: PageParts,
  createContext: CreateContext,
): Promise<void> {
  const { clientFolder, router, renderPage } = parts;
  const siteTags = await readEntryTags(clientFolder, siteEntry);
  const panelTags = await readEntryTags(clientFolder, panelEntry);
  await app.register(fastifyStatic, {
    root: join(clientFolder, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    index: false,
    decorateReply: true,
  });
  app.get('/favicon.svg', (_request, reply) =>
    reply.sendFile('favicon.svg', clientFolder, { immutable: false }),
  );

  const sendPanel = async (_request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64url');
    const head = `<title>Admin · Atrium</title><meta name="robots" content="noindex"><meta property="csp-nonce" nonce="${nonce}">`;
    const document = assembleDocument({ head, tags: panelTags(nonce), html: '' });
    return sendDocument(reply, document, pagePolicy(nonce)).header('cache-control', 'no-store');
  };
  app.get('/admin', sendPanel);
  app.get('/admin/*', sendPanel);

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!['GET', 'HEAD'].includes(request.method) || isApi(request.url)) {
      return sendError(reply, translate(new NotFound('There is nothing at this address.')));
    }
    const call = await callerFor(router, createContext, request, reply);
    const page = await renderPage(request.url, call);
    const document = assembleDocument({ ...page, tags: siteTags() });
    return sendDocument(reply.code(page.status), document, pagePolicy()).header('cache-control', 'no-cache');
  };
  app.setNotFoundHandler(sendPage);
}

function isApi(url: string): boolean {
  return /^\/(api|trpc)([/?]|$)/.test(url);
}

function sendDocument(reply: FastifyReply, document: string, policy: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(document);
}

/** Calls procedures for a page as somebody who is not signed in: a public page is the same for every visitor. */
async function callerFor(
  router: AnyRouter,
  createContext: CreateContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<CallProcedure> {
  const ctx = { ...(await createContext(request, reply)), viewer: null, refusal: undefined };
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
      logUnexpected(request.log, error, translated);
      throw new CallRefused(translated.body.message, translated.status);
    }
  };
}
