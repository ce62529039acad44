import type { AnyRouter } from '@trpc/server';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RuleBroken } from '../../shared/errors.ts';
import { unknownFieldMessage } from '../../shared/fields.ts';
import type { PostedFormResult } from '../../shared/page-renderer.ts';
import type { SiteSettingsSource } from '../../shared/settings/site.ts';
import type { Context } from '../../trpc/context.ts';
import { type TranslatedError, translateError } from '../../trpc/errors.ts';
import { bodyRulesOf } from '../../trpc/procedure-meta.ts';
import { listOperations, type RestOperation } from '../api/rest-operations.ts';
import type { CreateContext } from '../server/context.ts';
import { logUnexpected, translateThrown } from '../server/errors.ts';
import { refuseForeignOrigin } from '../server/identity.ts';
import { explainRefusal } from './form-refusal.ts';

interface PageRoute {
  Params: Record<string, string>;
}

export type ShowPostedForm = (
  request: FastifyRequest,
  reply: FastifyReply,
  posted: PostedFormResult,
) => Promise<FastifyReply>;

interface FormParts {
  router: AnyRouter;
  publicUrl: string;
  siteSettings: SiteSettingsSource;
}

interface Refusal {
  error: unknown;
  translated: TranslatedError;
  values: Record<string, string>;
  files?: readonly string[];
}

/** Sends the page with the message that its form has arrived. */
type Accept = (request: FastifyRequest, reply: FastifyReply, answer: unknown) => Promise<FastifyReply>;

/** Sends the page with the reason why its form was refused. */
type Refuse = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => Promise<FastifyReply>;

const urlencoded = 'application/x-www-form-urlencoded';

/**
 * Receives the forms of public pages from browsers without JavaScript. Ignores credentials, so a page of
 * another site gains nothing by sending such a form.
 */
export function servePageForms(
  app: FastifyInstance,
  { router, publicUrl, siteSettings }: FormParts,
  createContext: CreateContext,
  show: ShowPostedForm,
): void {
  const accept: Accept = async (request, reply, answer) => {
    const { words } = await siteSettings.current();
    const { reference } = answer as { reference: string };
    return show(request, reply, { sent: words.forms.sent, reference, values: {} });
  };
  const refuse: Refuse = async (request, reply, { error, translated, values, files = [] }) => {
    const { retryAfter } = translated;
    if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)));
    const failure = explainRefusal(error, translated, { files, values }, await siteSettings.current());
    return show(request, reply, { failure, values });
  };
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => refuseForeignOrigin(request, publicUrl));
    // A visitor who has sent a form must see a page and not JSON, even when a hook refuses the request.
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      const translated = translateThrown(error);
      // The error handler of the app sends a page for this status that costs no rendering.
      if (translated.status === 503) throw error;
      logUnexpected(request.log, error, translated);
      return refuse(request, reply, { error, translated, values: {} });
    });
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser(urlencoded, { parseAs: 'string' }, (_request, body, done) => done(null, body));
    for (const operation of listOperations(router)) {
      const { page } = operation.meta;
      if (!page) continue;
      const handler = handlerOf(operation, createContext, { accept, refuse });
      const url = page.replaceAll(/\{(\w+)\}/g, ':$1');
      // The encoding of a form may turn one byte of text into three.
      const bytes = bodyRulesOf(operation.meta).textBytes * 3;
      const config = { body: () => ({ textBytes: bytes, openBytes: bytes }) };
      scope.post<PageRoute>(url, { config, bodyLimit: bytes }, handler);
    }
  });
}

function handlerOf(
  { name, procedure, meta }: RestOperation,
  createContext: CreateContext,
  { accept, refuse }: { accept: Accept; refuse: Refuse },
) {
  return async (request: FastifyRequest<PageRoute>, reply: FastifyReply) => {
    const typed: Record<string, unknown> = Object.create(null);
    try {
      const ctx = await createContext(request, reply, { pathParameters: request.params });
      const receiveForm = receiverOf(request, ctx, typed);
      const answer: unknown = await procedure({
        ctx: { ...ctx, viewer: null, refusal: undefined, receiveForm },
        path: name,
        type: procedure._def.type,
        getRawInput: async () =>
          meta.files ? undefined : { ...(await receiveForm(bodyRulesOf(meta))).fields, ...request.params },
        input: undefined,
        signal: undefined,
        batchIndex: 0,
      });
      return accept(request, reply, answer);
    } catch (error) {
      const translated = translateError(error);
      logUnexpected(request.log, error, translated, name);
      const files = Object.keys(meta.files ?? {});
      return refuse(request, reply, { error, translated, values: textsOf(typed), files });
    }
  };
}

/**
 * Returns a function that receives the form of a request. `typed` collects the fields as they arrive, so that
 * the page of a refused form can show these fields again.
 */
function receiverOf(
  request: FastifyRequest,
  ctx: Context,
  typed: Record<string, unknown>,
): Context['receiveForm'] {
  return async (rules) => {
    if (request.isMultipart()) {
      const form = await ctx.receiveForm(rules, typed);
      return { ...form, fields: { ...form.fields, ...textsOf(form.fields) } };
    }
    for (const [name, value] of new URLSearchParams(String(request.body ?? ''))) {
      if (rules.fields && !rules.fields.includes(name)) throw RuleBroken.of(name, unknownFieldMessage);
      if (name in typed) throw RuleBroken.of(name, 'This field was sent more than once.');
      typed[name] = value;
    }
    return { fields: textsOf(typed), discard: async () => {} };
  };
}

/**
 * Returns the fields that are texts, with LF as their line breaks. Browsers send CR LF, but the API expects
 * LF.
 */
function textsOf(fields: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(fields).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts.map(([name, text]) => [name, text.replaceAll('\r\n', '\n')]));
}
