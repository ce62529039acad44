import type { AnyProcedure, AnyRouter } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NotFound, RuleBroken } from '../shared/errors.ts';
import type { Context } from '../trpc/context.ts';
import { Download } from '../trpc/download.ts';
import { translate } from '../trpc/errors.ts';
import type { Meta } from '../trpc/rest.ts';
import { keyOfCall } from './alike.ts';
import { type AnswerCached, jsonAnswer } from './cached-answers.ts';
import type { CreateContext } from './context.ts';
import { sendDownload } from './downloads.ts';
import { sendTagged } from './entity-tags.ts';
import { logUnexpected, sendError } from './errors.ts';

interface ItemRoute {
  Params: Record<string, string>;
}

const methodRule = 'Only an update by a form takes the field _method, and its value is PUT.';

/** A procedure with a REST path, as the mount and the access matrix list them. */
export interface RestOperation {
  /** The procedure's path in the router: `blog.create`. */
  name: string;
  procedure: AnyProcedure;
  meta: Meta;
}

/** Every procedure of the router that carries a REST path. */
export function listOperations(router: AnyRouter): RestOperation[] {
  const procedures = Object.entries(router._def.procedures as Record<string, AnyProcedure>);
  return procedures.flatMap(([name, procedure]) => {
    const meta = procedure._def.meta as Meta | undefined;
    return meta?.openapi ? [{ name, procedure, meta }] : [];
  });
}

interface RestParts {
  createContext: CreateContext;
  answerCached: AnswerCached;
  publicUrl: string;
}

/**
 * Mounts each procedure that carries a REST path below `/api`: one route that calls the procedure itself. Why not the
 * library's adapters: docs/decisions/rest-mount.md.
 */
export function mountRest(app: FastifyInstance, router: AnyRouter, parts: RestParts): void {
  for (const operation of listOperations(router)) {
    const { method, path } = operation.meta.openapi!;
    const url = `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
    const handler = handlerOf(operation, parts);
    app.route<ItemRoute>({ method, url, handler });
    if (isFormUpdate(operation.meta)) app.route<ItemRoute>({ method: 'POST', url, handler });
  }
}

/** An update by a form is also reached by `POST` with the form field `_method=PUT`. */
export function isFormUpdate({ openapi, files }: Meta): boolean {
  return openapi?.method === 'PUT' && files !== undefined;
}

function handlerOf({ name, procedure, meta }: RestOperation, parts: RestParts) {
  const { createContext, answerCached, publicUrl } = parts;
  const isRead = meta.openapi?.method === 'GET';
  const call = async (request: FastifyRequest<ItemRoute>, reply: FastifyReply): Promise<unknown> => {
    const ctx = await createContext(request, reply, { pathParameters: request.params });
    ctx.receiveForm = withMethodField(ctx.receiveForm, isFormUpdate(meta), request.method);
    reply.code(meta.status ?? 200);
    return procedure({
      ctx,
      path: name,
      type: procedure._def.type,
      getRawInput: async () => inputOf(request),
      input: undefined,
      signal: undefined,
      batchIndex: 0,
    });
  };
  return async (request: FastifyRequest<ItemRoute>, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store');
    try {
      for (const id of Object.values(request.params)) refuseBadId(id);
      const key = await keyOfCall(name, procedure, request, publicUrl, () => inputOf(request));
      if (key) {
        return await answerCached(request, reply, `rest ${key}`, async () =>
          jsonAnswer(await call(request, reply)),
        );
      }
      const result = await call(request, reply);
      if (result instanceof Download) return sendDownload(reply, result);
      return isRead ? sendTagged(request, reply, result) : reply.send(result);
    } catch (error) {
      const translated = translate(error);
      logUnexpected(request.log, error, translated);
      return sendError(reply, translated);
    }
  };
}

/** Query, body and path make one input; what stands in the path wins over a body that says otherwise. */
function inputOf(request: FastifyRequest<ItemRoute>): unknown {
  const { query, body, params } = request;
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body))) return body;
  if (body && '_method' in body) throw RuleBroken.of('_method', methodRule);
  const given = request.method === 'GET' ? query : body;
  return { ...(given as object), ...params };
}

/** A path parameter that can be no id names no row, whatever the procedure and whoever asks. */
function refuseBadId(value: string): void {
  if (!/^[1-9]\d{0,15}$/.test(value)) throw new NotFound('There is no such entry.');
}

/**
 * Holds the form field `_method` to its one power: an update's `POST` must say `PUT`, and nothing else is ever said by it.
 */
function withMethodField(
  receive: Context['receiveForm'],
  isUpdate: boolean,
  method: string,
): Context['receiveForm'] {
  return async (files, given) => {
    const form = await receive(files, given);
    const { _method: said, ...fields } = form.fields;
    const isMeant = said === undefined ? !isUpdate || method === 'PUT' : isUpdate && said === 'PUT';
    if (isMeant) return { ...form, fields };
    await form.discard();
    throw RuleBroken.of('_method', methodRule);
  };
}
