import { generateOpenApiDocument, type OpenApiRouter } from 'trpc-openapi';
import { proofMethods } from '../../shared/errors.ts';
import type { SiteSettings } from '../../shared/settings/site.ts';
import { idempotencyHeader, repeatKeyLength } from '../../trpc/idempotent.ts';
import type { Meta } from '../../trpc/rest.ts';
import { fillInLists, spellOutKeys } from './openapi-shape.ts';
import { allowsFormUpdate, listOperations } from './rest.ts';

type Document = ReturnType<typeof generateOpenApiDocument>;
type Operation = Record<string, unknown> & {
  responses: Record<string, object>;
  parameters?: { in: string }[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, object> } }> };
};

const errorSchema = {
  type: 'object',
  title: 'Error',
  required: ['message', 'request_id'],
  properties: {
    message: { type: 'string', description: 'What went wrong, in words for a person' },
    errors: {
      type: 'object',
      description: 'Messages by field, the first one first',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    current: { type: 'object', description: 'On a conflict: the row as it is stored now' },
    in_use: {
      type: 'object',
      description: 'On a conflict: how many rows of each kind still need what was to be removed',
      additionalProperties: { type: 'integer' },
    },
    code: { type: 'string', description: 'What a program does next. Most refusals have none.' },
    methods: {
      type: 'array',
      items: { type: 'string', enum: [...proofMethods] },
      description: 'With a code: what the account accepts as a proof of who somebody is',
    },
    challenge: {
      type: 'string',
      description:
        'With second_factor_required: continues the sign-in without the password, for five minutes',
    },
    request_id: { type: 'string' },
  },
  additionalProperties: false,
};

const reasons = {
  400: 'The body cannot be understood',
  401: 'Not signed in',
  403: 'The role does not permit it, a confirmation is due (step_up_required), the anti-forgery token is missing, or a page of another site asks',
  404: 'No such entry',
  409: 'The change conflicts with the stored state',
  413: 'Too large',
  415: 'Wrong kind of body',
  421: 'Another host name',
  422: 'Field errors',
  429: 'Too many tries',
  431: 'The address or the headers are too long',
  500: 'A failure on our side',
  503: 'Busy, or a part is away',
};
type Reason = keyof typeof reasons;

const unchanged = {
  description: 'Unchanged: If-None-Match named the ETag of what it would be answered with',
};

const retryAfterHeader = {
  description: 'Seconds until another try makes sense',
  schema: { type: 'integer', minimum: 1 },
};

const repeatParameter = {
  name: idempotencyHeader,
  in: 'header',
  required: false,
  description:
    'Marks this create by a random value, such as a UUID. Sent again within 24 hours by the same person, it stores nothing and ' +
    'gives the first answer again; with another body it is a 422.',
  schema: { type: 'string', minLength: repeatKeyLength.min, maxLength: repeatKeyLength.max },
};

/** The title is the company's name. Lists have their current values. */
export function describeApi(
  router: OpenApiRouter,
  publicUrl: string,
  { company, choices }: Pick<SiteSettings, 'company' | 'choices'>,
): Document {
  const described = generateOpenApiDocument(router, {
    title: company.name,
    description: 'The REST face of the company website and its staff panel.',
    version: '1',
    openApiVersion: '3.1.0',
    baseUrl: `${publicUrl}/api`,
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  });
  const document = fillInLists(described, choices);
  const paths = document.paths as Record<string, Record<string, Operation>>;
  for (const { meta } of listOperations(router)) {
    const { path, method } = meta.openapi!;
    const item = paths[path]!;
    const operation = withOurAnswers(item[method.toLowerCase()]!, meta);
    item[method.toLowerCase()] = operation;
    if (allowsFormUpdate(meta)) item.post = asFormPost(operation);
  }
  // The library describes the errors of its own adapters. This API's errors all have one shape.
  document.components = { ...document.components, schemas: { Error: errorSchema } } as Document['components'];
  document.info.license = { name: 'MIT', identifier: 'MIT' };
  return spellOutKeys(document);
}

function withOurAnswers(operation: Operation, meta: Meta): Operation {
  const { 200: success } = operation.responses;
  const errors = reasonsOf(meta).map((status) => [status, errorAnswer(status)]);
  const { security, parameters, ...rest } = operation;
  describeLists(operation);
  leaveOutFiles(operation, meta);
  const named = [...(parameters ?? []).map(alwaysInPath), ...(meta.isOnce ? [repeatParameter] : [])];
  return {
    ...rest,
    ...(named.length > 0 && { parameters: named }),
    security: meta.access === 'everybody' ? [] : security,
    responses: {
      [meta.status ?? 200]: meta.download ? fileAnswer(meta.download) : success,
      ...(meta.otherStatus && { [meta.otherStatus]: success }),
      ...(isTagged(meta) && { 304: unchanged }),
      ...Object.fromEntries(errors),
    },
  };
}

function isTagged({ openapi, download }: Meta): boolean {
  return openapi?.method === 'GET' && download === undefined;
}

/** Marks parameters of the path as required, even where the input's schema makes them optional. */
function alwaysInPath<T extends { in: string }>(parameter: T): T {
  return parameter.in === 'path' ? { ...parameter, required: true } : parameter;
}

function describeLists({ requestBody }: Operation): void {
  const body = requestBody?.content['multipart/form-data'];
  const fields = Object.entries(body?.schema.properties ?? {});
  const isList = (field: object) => 'type' in field && field.type === 'array';
  const lists = fields.filter(([, field]) => isList(field)).map(([name]) => name);
  if (!body || lists.length === 0) return;
  const encoding = Object.fromEntries(lists.map((name) => [name, { contentType: 'application/json' }]));
  Object.assign(body, { encoding });
}

/** Removes the fields for files, because JSON cannot contain a file. */
function leaveOutFiles({ requestBody }: Operation, { files = {} }: Meta): void {
  const json = requestBody?.content['application/json'];
  if (!json) return;
  const { properties = {}, ...schema } = json.schema;
  const texts = Object.entries(properties).filter(([name]) => !(name in files));
  json.schema = { ...schema, properties: Object.fromEntries(texts) };
}

function reasonsOf({ openapi, access }: Meta): Reason[] {
  const isRead = openapi?.method === 'GET';
  const signedIn: Reason[] = access === 'everybody' ? [] : [401];
  const row: Reason[] = openapi?.path.includes('{') ? [404] : [];
  const change: Reason[] = isRead ? [] : [400, 409, 413, 415];
  return [...signedIn, 403, ...row, ...change, 421, 422, 429, 431, 500, 503];
}

function errorAnswer(status: Reason) {
  const schema = { $ref: '#/components/schemas/Error' };
  const isPassing = status === 429 || status === 503;
  return {
    description: reasons[status],
    ...(isPassing && { headers: { 'Retry-After': retryAfterHeader } }),
    content: { 'application/json': { schema } },
  };
}

function fileAnswer(type: string) {
  return {
    description: 'The file',
    content: { [type.split(';', 1)[0]!]: { schema: { type: 'string', format: 'binary' } } },
  };
}

function asFormPost(operation: Operation): Operation {
  const copy = structuredClone(operation) as Operation & {
    requestBody: { content: Record<string, { schema: { properties: object; required?: string[] } }> };
  };
  delete copy.requestBody.content['application/json'];
  const { schema } = copy.requestBody.content['multipart/form-data']!;
  schema.properties = { _method: { type: 'string', const: 'PUT' }, ...schema.properties };
  schema.required = ['_method', ...(schema.required ?? [])];
  return { ...copy, operationId: `${operation.operationId}-by-post` };
}
