import type { Readable } from 'node:stream';
import { type AnyRouter, TRPCError } from '@trpc/server';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { trapField } from '../../shared/blocks/form-fields.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { type TextRule, unknownFieldMessage } from '../../shared/fields.ts';
import type { PostedFormResult } from '../../shared/page-renderer.ts';
import { everyLanguage, splitLanguage } from '../../shared/site-languages.ts';
import type { SiteSettings, SiteSettingsSource } from '../../shared/settings/site-settings.ts';
import { maxDocumentMegabytes } from '../../shared/upload-limits.ts';
import type { SiteTexts } from '../../shared/site-texts/en.ts';
import type { Context } from '../../trpc/context.ts';
import { type TranslatedError, translateError } from '../../trpc/errors.ts';
import { type BodyRules, bodyRulesOf } from '../../trpc/procedure-meta.ts';
import { tooManyPartsMessage, tooMuchTextMessage } from '../api/multipart.ts';
import { listRestOperations, type RestOperation } from '../api/rest-operations.ts';
import { maxFormFields, readBodyText } from '../server/body-limits.ts';
import { type CreateContext, showIn } from '../server/context.ts';
import { logUnexpected, translateThrown } from '../server/errors.ts';
import { refuseForeignOrigin } from '../server/identity.ts';

type Failure = NonNullable<PostedFormResult['failure']>;
type Refusals = SiteTexts['refusals'];
type Issue = ZodError['issues'][number];
interface Posted {
  files: readonly string[];
  values: Readonly<Record<string, string>>;
}

/** Messages are in the language of the site. */
type Site = Pick<SiteSettings, 'texts' | 'formats'>;

function explainRefusal(
  thrown: unknown,
  { status, body, retryAfter }: TranslatedError,
  { files, values }: Posted,
  site: Site,
): Failure {
  const { refusals, forms } = site.texts;
  const issues = issuesOf(thrown);
  const fields = Object.fromEntries(
    Object.keys(body.errors ?? {}).map((field) => {
      if (status === 413)
        return [field, files.includes(field) ? forms.fileTooLarge(maxDocumentMegabytes) : forms.tooLarge];
      const issue = issues.find(({ path }) => String(path[0]) === field);
      const isEmpty = !values[field]?.trim();
      // A missing choice, tick or file breaks no rule of its own, so the message is that of an empty field.
      if (isEmpty && (!issue || issue.code === 'invalid_value'))
        return [field, refusals.missing[field] ?? refusals.required];
      return [field, issue ? explainIssue(issue, refusals, site) : refusals.invalid];
    }),
  );
  const [first] = Object.values(fields);
  return { status, message: explainStatus(status, { first, retryAfter }, refusals, site), fields };
}

function explainStatus(
  status: number,
  { first, retryAfter = 0 }: { first: string | undefined; retryAfter: number | undefined },
  refusals: Refusals,
  { texts: { forms } }: Site,
): string {
  switch (status) {
    case 400:
    case 415:
      return refusals.broken;
    case 403:
      return refusals.foreign;
    case 413:
      return first ?? forms.tooLarge;
    case 422:
      return forms.correct;
    case 429:
      return refusals.tooManyTries(retryAfter);
    case 503:
      return forms.busy;
    default:
      return forms.failed;
  }
}

function explainIssue(issue: Issue, refusals: Refusals, { texts: { forms }, formats }: Site): string {
  switch (issue.code) {
    case 'invalid_type':
    case 'too_small':
      return refusals.required;
    case 'too_big':
      return refusals.tooLong(formats.number(Number(issue.maximum)));
    case 'invalid_format':
      return refusals.email;
    case 'custom':
      return explainRule(issue.params?.rule as TextRule | 'file' | undefined, refusals, forms.notPdf);
    default:
      return refusals.invalid;
  }
}

function explainRule(rule: TextRule | 'file' | undefined, refusals: Refusals, notPdf: string): string {
  if (rule === 'file') return notPdf;
  return rule ? refusals[rule] : refusals.invalid;
}

function issuesOf(thrown: unknown): Issue[] {
  const error = thrown instanceof TRPCError && thrown.cause ? thrown.cause : thrown;
  return error instanceof ZodError ? error.issues : [];
}

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

type Accept = (request: FastifyRequest, reply: FastifyReply, answer: unknown) => Promise<FastifyReply>;

type SiteOf = (request: FastifyRequest) => Promise<SiteSettings>;

type Refuse = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => Promise<FastifyReply>;

const urlencoded = 'application/x-www-form-urlencoded';
/** The most bytes that the encoding makes of one. */
const maxEncodedBytes = 3;

/** For browsers without JavaScript. Without credentials, so a page of another site gains nothing by it. */
export function servePageForms(
  app: FastifyInstance,
  { router, publicUrl, siteSettings }: FormParts,
  createContext: CreateContext,
  show: ShowPostedForm,
): void {
  const siteOf = async ({ url }: FastifyRequest) => {
    const { languages } = await siteSettings.current();
    return siteSettings.current(splitLanguage(languages.shown, url).of?.language);
  };
  const accept: Accept = async (request, reply, answer) => {
    const { texts } = await siteOf(request);
    const { reference } = answer as { reference: string };
    return show(request, reply, { sent: texts.forms.sent, reference, values: {} });
  };
  const refuse: Refuse = async (request, reply, { error, translated, values, files = [] }) => {
    const { retryAfter } = translated;
    if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)));
    const failure = explainRefusal(error, translated, { files, values }, await siteOf(request));
    return show(request, reply, { failure, values });
  };
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => refuseForeignOrigin(request, publicUrl));
    // A visitor who has sent a form must see a page, even when a hook refuses the request.
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      const translated = translateThrown(error);
      // The error handler of the app sends a page for this status that costs no rendering.
      if (translated.status === 503) throw error;
      logUnexpected(request.log, error, translated);
      return refuse(request, reply, { error, translated, values: {} });
    });
    scope.removeContentTypeParser('application/json');
    // The procedure reads the body, once it knows that the form exists and that the sender may send one.
    scope.addContentTypeParser(urlencoded, (_request, body, done) => done(null, body));
    for (const operation of listRestOperations(router)) {
      const { page } = operation.meta;
      if (!page) continue;
      const handler = handlerOf(operation, createContext, { accept, refuse, siteOf });
      const url = page.replaceAll(/\{(\w+)\}/g, ':$1');
      const bytes = bodyRulesOf(operation.meta).textBytes * maxEncodedBytes;
      const config = { body: () => ({ textBytes: bytes, openBytes: bytes }) };
      scope.post<PageRoute>(url, { config, bodyLimit: bytes }, handler);
      for (const { prefix } of everyLanguage)
        scope.post<PageRoute>(prefix + url, { config, bodyLimit: bytes }, handler);
    }
  });
}

function handlerOf(
  { name, procedure, meta }: RestOperation,
  createContext: CreateContext,
  { accept, refuse, siteOf }: { accept: Accept; refuse: Refuse; siteOf: SiteOf },
) {
  return async (request: FastifyRequest<PageRoute>, reply: FastifyReply) => {
    const typed: Record<string, unknown> = Object.create(null);
    const { shown } = await siteOf(request);
    // A prefix of a language that the site does not have.
    if (!shown.prefix && splitLanguage(everyLanguage, request.url).of) return reply.callNotFound();
    try {
      const made = await createContext(request, reply, { pathParameters: request.params });
      const ctx = shown.prefix ? showIn(made, shown.language) : made;
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
      const values = translated.status === 404 ? {} : textsOf(typed);
      return refuse(request, reply, { error, translated, values, files });
    }
  };
}

/** `typed` collects the fields as they arrive, so that the page of a refused form can show them again. */
function receiverOf(
  request: FastifyRequest,
  ctx: Context,
  typed: Record<string, unknown>,
): Context['receiveForm'] {
  return async (limits) => {
    const rules = { ...limits, fields: limits.fields && [...limits.fields, trapField] };
    if (request.isMultipart()) {
      const form = await ctx.receiveForm(rules, typed);
      return { ...form, fields: withTrap({ ...form.fields, ...textsOf(form.fields) }) };
    }
    const body = request.body as Readable | undefined; // The parser of this scope passes the stream on.
    const text = body ? await readBodyText(body, rules.textBytes * maxEncodedBytes) : '';
    readFields(text, rules, typed);
    return { fields: withTrap(textsOf(typed)), discard: async () => {} };
  };
}

/** Renames the field that people do not see as the API names it. */
function withTrap({ [trapField]: trap, ...fields }: Record<string, unknown>): Record<string, unknown> {
  return trap ? { ...fields, website: trap } : fields;
}

/**
 * Decodes no more fields than a form may have.
 * @throws {RuleBroken} for an unknown or repeated field, {TooLarge} for too many fields or too much text
 */
function readFields(text: string, rules: BodyRules, typed: Record<string, unknown>): void {
  const max = maxFormFields(rules);
  const pairs = text.split('&', max + 1);
  let left = rules.textBytes;
  for (const [name, value] of new URLSearchParams(pairs.join('&'))) {
    if (rules.fields && !rules.fields.includes(name)) throw RuleBroken.of(name, unknownFieldMessage);
    if (name in typed) throw RuleBroken.of(name, 'This field was sent more than once.');
    left -= Buffer.byteLength(value);
    if (left < 0) throw tooMuchTextMessage(name, rules.textBytes);
    typed[name] = value;
  }
  if (pairs.length > max) throw tooManyPartsMessage();
}

/** Browsers send CR LF, the API expects LF. */
function textsOf(fields: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(fields).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts.map(([name, text]) => [name, text.replaceAll('\r\n', '\n')]));
}
