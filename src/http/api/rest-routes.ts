import { type AnyProcedure, type AnyRouter, TRPCError } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Connection } from '../../database/ctx.ts';
import type { Tables } from '../../database/table-types.ts';
import { NotFound, PreconditionFailed, RuleBroken, WrongMediaType } from '../../shared/errors.ts';
import { isNear, nearestName, splitCommaNames } from '../../shared/pagination.ts';
import type { Context } from '../../trpc/context.ts';
import { Download } from '../../trpc/download.ts';
import { translateError } from '../../trpc/errors.ts';
import { bodyRulesOf, type ProcedureMeta } from '../../trpc/procedure-meta.ts';
import { jsonResponse, type SendCached } from '../plugins/cached-responses.ts';
import type { CreateContext } from '../server/context.ts';
import type { Cors } from '../server/cors.ts';
import { logUnexpected, sendError } from '../server/errors.ts';
import { sendDownload } from '../plugins/stored-files.ts';
import { findMatchingEtag, publicCacheKey, sendWithEtag, etagOf } from './etags.ts';
import {
  allowsFormUpdate,
  findRowRead,
  findRowReads,
  listRestOperations,
  type Method,
  restMethodsOf,
  type RestOperation,
} from './rest-operations.ts';

const namedAtMost = 10;

/** Undefined for operations outside `/api/admin`, which ignore unknown parameters. */
function queryNamesOf(procedure: AnyProcedure, { openapi }: ProcedureMeta): readonly string[] | undefined {
  const { method, path = '' } = openapi ?? {};
  if (!path.startsWith('/admin/')) return undefined;
  if (method !== 'GET') return [];
  const inputs = procedure._def.inputs as unknown as { shape?: object }[];
  const names = inputs.flatMap(({ shape = {} }) => Object.keys(shape));
  return names.filter((name) => !path.includes(`{${name}}`));
}

/** @throws {RuleBroken} with a message for each unknown parameter, up to `namedAtMost` */
function expectKnownQuery(query: unknown, known: readonly string[]): void {
  const unknown = Object.keys(query as object).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const errors = unknown.slice(0, namedAtMost).map((name) => [name, [explain(name, known)]]);
  throw new RuleBroken(Object.fromEntries(errors));
}

function explain(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  if (nearest === undefined) return 'This call takes no query parameters.';
  return isNear(name, nearest)
    ? `This call has no such query parameter. The nearest one is ${nearest}.`
    : `This call has no such query parameter. It takes ${known.join(', ')}.`;
}

/** Keeps the members that the query parameter `fields` names, or all. `member` has the row or the rows. */
function pickFields(result: unknown, member: string, query: unknown): unknown {
  const { fields } = query as { fields?: string };
  const names = splitCommaNames(fields ?? '');
  if (names.length === 0) return result;
  const answer = result as Record<string, object | object[]>;
  const pick = (row: object) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));
  const value = answer[member]!;
  return { ...answer, [member]: Array.isArray(value) ? value.map(pick) : pick(value) };
}

interface ItemRoute {
  Params: Record<string, string>;
}

const methodRule = 'Only an update by a form takes the field _method, and its value is PUT.';

interface RestParts {
  createContext: CreateContext;
  sendCached: SendCached;
  publicUrl: string;
  origins: Cors;
}

/** docs/decisions/rest-api.md says why the adapters of `trpc-to-openapi` are not used. */
export function mountRest(app: FastifyInstance, router: AnyRouter, parts: RestParts): void {
  const taken = new Map<string, Taken>();
  const operations = listRestOperations(router);
  const rowReads = findRowReads(operations);
  for (const operation of operations) {
    const { meta } = operation;
    const { method, path } = meta.openapi!;
    const url = `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
    const handler = handlerOf(operation, findRowRead(rowReads, path), parts);
    const methods = restMethodsOf(meta);
    const rules = bodyRulesOf(meta);
    const isPublicRead = method === 'GET' && meta.access === 'everybody';
    const config = { body: () => rules, isPublicRead, isOnce: () => meta.isOnce === true };
    app.route<ItemRoute>({ method: methods, url, handler, config, bodyLimit: rules.textBytes });
    const before = taken.get(url) ?? { methods: [], isPublicRead };
    const added = method === 'GET' ? ([method, 'HEAD'] as const) : methods;
    taken.set(url, {
      methods: [...before.methods, ...added],
      isPublicRead: before.isPublicRead || isPublicRead,
    });
  }
  answerOthers(app, taken, parts.origins);
}

interface Taken {
  methods: (Method | 'HEAD')[];
  isPublicRead: boolean;
}

/** `OPTIONS` gets the methods of a path, other methods a 405 with them (RFC 9110, 15.5.6). */
function answerOthers(app: FastifyInstance, taken: Map<string, Taken>, origins: Cors): void {
  const known = [...taken].map(([url, target]) => ({
    pattern: new RegExp(`^${url.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
    target,
    allow: target.methods.join(', '),
  }));
  const refusal = translateError(new TRPCError({ code: 'METHOD_NOT_SUPPORTED' }));
  const unknown = translateError(new NotFound('There is no such entry.'));
  const nothing = translateError(new NotFound('There is nothing at this address.'));
  // One route: separate ones for each path and method take more than half of the time for registering.
  app.all('/api/*', (request, reply) => {
    const [path = ''] = request.url.split('?');
    for (const { pattern, target, allow } of known) {
      const match = pattern.exec(path);
      if (!match) continue;
      if (!isWellFormed(match.groups ?? {})) return sendError(reply, unknown);
      reply.header('allow', allow);
      if (request.method !== 'OPTIONS') return sendError(reply, refusal);
      origins.preflight(request, reply, target);
      return reply.code(204).send();
    }
    return sendError(reply, nothing);
  });
}

function handlerOf(
  { name, procedure, meta }: RestOperation,
  rowRead: RestOperation | undefined,
  parts: RestParts,
) {
  const { createContext, sendCached, publicUrl } = parts;
  const isRead = meta.openapi?.method === 'GET';
  const queryNames = queryNamesOf(procedure, meta);
  const call = async (request: FastifyRequest<ItemRoute>, reply: FastifyReply): Promise<unknown> => {
    const ctx = await createContext(request, reply, { pathParameters: request.params });
    if (!isRead) ctx.expectMatch = preconditionOf(request, ctx, rowRead);
    // A change of the row itself checks this in its transaction. Others, such as a copy, may lack one.
    const expectMatch = async () => {
      if (rowRead?.meta.openapi?.path !== meta.openapi?.path) await ctx.expectMatch?.(ctx);
    };
    const { receiveForm } = ctx;
    const receive: Context['receiveForm'] = async (...form) => {
      await expectMatch();
      return receiveForm(...form);
    };
    ctx.receiveForm = withMethodField(receive, allowsFormUpdate(meta), request.method);
    const expectQuery = () => queryNames && expectKnownQuery(request.query, queryNames);
    // A procedure with an input checks the query when it reads it, after the authorization.
    if (procedure._def.inputs.length === 0 && ctx.viewer) {
      expectQuery();
      await expectMatch();
    }
    reply.code(meta.status ?? 200);
    return procedure({
      ctx,
      path: name,
      type: procedure._def.type,
      getRawInput: async () => {
        expectQuery();
        await expectMatch();
        // A form is read elsewhere. Any other body of an update by `POST` is refused.
        if (allowsFormUpdate(meta) && request.method === 'POST') throw RuleBroken.of('_method', methodRule);
        if (request.isMultipart()) throw new WrongMediaType('This address takes a JSON body.');
        return meta.takesFile ? fileInputOf(request) : inputOf(request);
      },
      input: undefined,
      signal: undefined,
      batchIndex: 0,
    });
  };
  return async (request: FastifyRequest<ItemRoute>, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store');
    try {
      // No row has a malformed id.
      if (!isWellFormed(request.params)) throw new NotFound('There is no such entry.');
      const key = await publicCacheKey(name, procedure, request, publicUrl, () => inputOf(request));
      if (key) {
        return await sendCached(request, reply, `rest ${key}`, async () =>
          jsonResponse(await call(request, reply)),
        );
      }
      const result = await call(request, reply);
      if (result instanceof Download) return sendDownload(reply, result);
      const member = meta.rows ?? meta.row;
      const answer = member ? pickFields(result, member, request.query) : result;
      return isRead ? sendWithEtag(request, reply, answer) : reply.send(answer);
    } catch (error) {
      const translated = translateError(error);
      logUnexpected(request.log, error, translated, name);
      return sendError(reply, translated);
    }
  };
}

/**
 * `If-Match` (RFC 9110, 13.1.1) must have the tag of the row's own response, made in the transaction of the change. A
 * row that does not exist matches no tag.
 */
function preconditionOf(
  request: FastifyRequest<ItemRoute>,
  ctx: Context,
  rowRead: RestOperation | undefined,
): Context['expectMatch'] {
  const header = request.headers['if-match'];
  if (header === undefined) return undefined;
  return async ({ em }) => {
    if (!rowRead) throw new PreconditionFailed('If-Match fits only calls that change one row.');
    const { name, procedure } = rowRead;
    const read = em.isInTransaction() ? readerInside(em, ctx.read) : ctx.read;
    const row: object = await procedure({
      ctx: { ...ctx, em, read, countCall: () => {} },
      path: name,
      type: 'query',
      getRawInput: async () => request.params,
      input: undefined,
      signal: undefined,
      batchIndex: 0,
    });
    if (findMatchingEtag(header, [etagOf(JSON.stringify(row))])) return;
    const [first, ...others] = Object.values(row);
    const current = others.length === 0 ? first : row;
    throw new PreconditionFailed('Someone else has saved this in the meantime.', { current });
  };
}

/** Sees the rows as the transaction does, so all parts of a response read the same state. */
function readerInside(em: Context['em'], { search }: Context['read']): Context['read'] {
  const rows = em.getKysely<Tables>();
  const atOneMoment = <T>(act: (own: Connection) => Promise<T>) => act(rows);
  return Object.assign(rows, { search, atOneMoment });
}

/**
 * Parameters of the path take precedence.
 * @throws {RuleBroken} when a body that is not a form has the member `_method`
 */
function inputOf(request: FastifyRequest<ItemRoute>): unknown {
  const { query, body, params } = request;
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body))) return body;
  if (body && '_method' in body) throw RuleBroken.of('_method', methodRule);
  const values = ['GET', 'HEAD'].includes(request.method) ? query : body;
  return { ...(values as object), ...params };
}

/** @throws {WrongMediaType} when the body has another type */
function fileInputOf({ body, params }: FastifyRequest<ItemRoute>): unknown {
  if (!Buffer.isBuffer(body)) throw new WrongMediaType('This address takes a message/rfc822 body.');
  return { body, ...params };
}

/** Parameters of paths that are not ids: names of settings groups, lists and acts, and slugs. */
const name = /^\w{1,60}$/;
/** A group of settings in a further language has its tag: `pages.de`. */
const groupName = /^\w{1,60}(?:\.[a-z]{2})?$/;
const namedBy: Readonly<Record<string, RegExp>> = {
  group: groupName,
  list: name,
  act: name,
  slug: /^/,
};

function isWellFormed(params: Record<string, string>): boolean {
  return Object.entries(params).every(([name, value]) => (namedBy[name] ?? /^[1-9]\d{0,15}$/).test(value));
}

/** The `POST` of an update must send `_method=PUT`, a `PUT` may. Any other use is refused. */
function withMethodField(
  receive: Context['receiveForm'],
  isUpdate: boolean,
  method: string,
): Context['receiveForm'] {
  return async (rules, typed) => {
    const form = await receive(rules, typed);
    const { _method: sentMethod, ...fields } = form.fields;
    const isMeant =
      sentMethod === undefined ? !isUpdate || method === 'PUT' : isUpdate && sentMethod === 'PUT';
    if (isMeant) return { ...form, fields };
    await form.discard();
    throw RuleBroken.of('_method', methodRule);
  };
}
