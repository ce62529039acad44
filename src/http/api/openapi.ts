import { generateOpenApiDocument, type OpenApiRouter } from 'trpc-openapi';
import manifest from '../../../package.json' with { type: 'json' };
import type { SiteSettings } from '../../shared/settings/site-settings.ts';
import { idempotencyHeader, idempotencyKeyLength } from '../../trpc/idempotent.ts';
import { type ProcedureMeta, scopesOfProcedure } from '../../trpc/procedure-meta.ts';
import { cookieNames } from '../server/identity.ts';
import { createErrorCollector, errorEnums, errorSchema } from './openapi-errors.ts';
import { exampleOfSchema } from './openapi-examples.ts';
import {
  answerNameOf,
  createSchemaCollector,
  expandPropertyNames,
  extendSchemas,
  inputNameOf,
  insertListValues,
  schemaMembersOf,
  parseOperationName,
  schemaRefTo,
  relaxSchemas,
  type JsonSchema,
} from './openapi-schemas.ts';
import { describeOperation, describeParameter } from './openapi-words.ts';
import { allowsFormUpdate, findRowReads, listRestOperations, type RestOperation } from './rest-operations.ts';

export type OpenApiContent = Record<string, { schema: JsonSchema }>;
export type OpenApiOperation = Record<string, unknown> & {
  responses: Record<string, { content?: OpenApiContent }>;
  parameters?: JsonSchema[];
  requestBody?: { content: OpenApiContent };
};
type SchemaCollector = ReturnType<typeof createSchemaCollector>;

/** The form and the JSON of an operation share a named schema, to which the form adds its files. */
function nameBodySchema(
  content: OpenApiContent,
  procedure: string,
  { files = {}, takesFile }: ProcedureMeta,
  schemas: SchemaCollector,
): OpenApiContent {
  if (takesFile) return { [takesFile]: { schema: { type: 'string', format: 'binary' } } };
  const name = inputNameOf(procedure);
  const { subject } = parseOperationName(procedure);
  const place = (schema: JsonSchema) =>
    name.endsWith('Change')
      ? schemas.placeChange(schema, { name, subject }, name.replace(/Change$/, 'Input'))
      : schemas.place(schema, { name, subject });
  const form = content['multipart/form-data'];
  const json = content['application/json'];
  if (!form) return { 'application/json': { schema: place(json!.schema) } };
  if (!json) return { 'multipart/form-data': { ...withEncoding(form.schema, place(form.schema)) } };
  const properties = { ...schemaMembersOf(form.schema), ...pathsOf(form.schema, files) };
  const schema = place({ ...json.schema, properties });
  const inForm = Object.fromEntries(
    Object.keys(files).map((file) => [
      file,
      { type: 'string', format: 'binary', description: 'The file, the path or the id of a picture' },
    ]),
  );
  const withFiles = { allOf: [schema, { type: 'object', properties: inForm }] };
  return {
    'application/json': { schema },
    'multipart/form-data': withEncoding(form.schema, withFiles),
  };
}

/** In JSON a picture is named by its path or id, so it must be in the library already. */
function pathsOf(schema: JsonSchema, files: object): Record<string, JsonSchema> {
  const members = Object.entries(schemaMembersOf(schema)).filter(([name]) => name in files);
  return Object.fromEntries(
    members.map(([name, { description = '' }]) => [
      name,
      {
        description: `${description || 'Picture'}: the path or the id of a picture of the library, or null for none`,
        anyOf: [{ type: 'string' }, { type: 'integer', minimum: 1, maximum: 2147483647 }, { type: 'null' }],
      },
    ]),
  );
}

/** Forms send lists as JSON. */
function withEncoding(form: JsonSchema, schema: JsonSchema): { schema: JsonSchema } {
  const lists = Object.entries(schemaMembersOf(form)).filter(([, field]) => field.type === 'array');
  if (lists.length === 0) return { schema };
  const encoding = Object.fromEntries(lists.map(([name]) => [name, { contentType: 'application/json' }]));
  return Object.assign({ schema }, { encoding });
}

/** As a `POST` with the form field `_method`. */
function describeFormPost(operation: OpenApiOperation): OpenApiOperation {
  const form = operation.requestBody!.content['multipart/form-data']!;
  const method = { type: 'string', const: 'PUT', description: 'The method that the form replaces' };
  const added = { type: 'object', required: ['_method'], properties: { _method: method } };
  const { allOf = [form.schema] } = form.schema;
  const content = {
    'multipart/form-data': { ...form, schema: { allOf: [...(allOf as JsonSchema[]), added] } },
  };
  return {
    ...operation,
    operationId: `${operation.operationId}-by-post`,
    summary: `${operation.summary}, sent as a form`,
    description: 'Does what the `PUT` does, for clients that cannot send a form by `PUT`.',
    requestBody: { ...operation.requestBody, content },
  };
}

/** The names of the cookies depend on the address of the site. */
function securitySchemes(publicUrl: string) {
  const { session, antiForgery } = cookieNames(publicUrl);
  return {
    session: { type: 'http', scheme: 'bearer', description: 'The token of a sign-in' },
    token: {
      type: 'http',
      scheme: 'bearer',
      description: 'An API token, which begins with `atr_`. It needs the scopes in `x-required-scope`',
    },
    cookie: {
      type: 'apiKey',
      in: 'cookie',
      name: session,
      description: 'The session cookie of a browser, which suffices for reads',
    },
    antiForgery: {
      type: 'apiKey',
      in: 'header',
      name: 'X-XSRF-TOKEN',
      description: `Required with the session cookie for changes: the value of the cookie ${antiForgery}`,
    },
  };
}

const people: Record<string, string[]>[] = [{ session: [] }, { cookie: [], antiForgery: [] }];
/** For all operations that do not state their own. */
const defaultSecurity = [{ token: [] }, ...people];

function securityOfOperation({ access }: ProcedureMeta, scopes: readonly string[] | null) {
  if (access === 'everybody') return { security: [] };
  return scopes ? {} : { security: people };
}

type Document = ReturnType<typeof generateOpenApiDocument>;
type Parameter = JsonSchema & { in: string; name: string };

const repeatParameter: Parameter = {
  name: idempotencyHeader,
  in: 'header',
  required: false,
  description:
    'A random value, such as a UUID, that identifies the call. The same person can repeat the call with it within 24 hours: ' +
    'nothing is stored again, and the answer is the first one. With another body, it is a 422.',
  schema: { type: 'string', minLength: idempotencyKeyLength.min, maxLength: idempotencyKeyLength.max },
};

const operationsAtOnce = 20;

const matchParameter: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the response that reads this row alone. A 412 when the row has changed since',
  schema: { type: 'string' },
};

const about =
  'The REST API of the company website and its staff panel. Public reads need no credentials. All other calls need an API ' +
  'token or the token of a sign-in, sent as a bearer token. Answers may get further members at any time, so programs must ' +
  'ignore members that they do not know. Every refusal has a message for people. ' +
  '`RateLimit` tells what is left of the limit that applies to a call, if there is one.';

/** With the current values of edited lists. All steps take a second on a small machine, hence `pause`. */
export async function describeApi(
  router: OpenApiRouter,
  publicUrl: string,
  { company, choices }: Pick<SiteSettings, 'company' | 'choices'>,
  pause: () => Promise<unknown> = async () => {},
): Promise<Document> {
  const generated = generateOpenApiDocument(router, {
    title: company.name,
    description: about,
    version: manifest.version,
    openApiVersion: '3.1.0',
    baseUrl: `${publicUrl}/api`,
  });
  await pause();
  const listed = insertListValues(generated, choices);
  await pause();
  const relaxed = relaxSchemas(listed);
  await pause();
  const document = expandPropertyNames(relaxed);
  const paths = document.paths as Record<string, Record<string, OpenApiOperation>>;
  const schemas = createSchemaCollector();
  const { responses, referToErrors } = createErrorCollector();
  const operations = listRestOperations(router);
  const rowReads = findRowReads(operations);
  for (const [at, operation] of operations.entries()) {
    if (at % operationsAtOnce === 0) await pause();
    const { path, method } = operation.meta.openapi!;
    const takesMatch = method !== 'GET' && rowReads.has(path);
    const item = paths[path]!;
    const generatedOperation = item[method.toLowerCase()]!;
    const described = describe(generatedOperation, operation, { schemas, referToErrors, takesMatch });
    item[method.toLowerCase()] = described;
    if (allowsFormUpdate(operation.meta)) item.post = describeFormPost(described);
  }
  await pause();
  document.components = {
    schemas: {
      ...extendSchemas(withExamples(schemas.components)),
      ...errorEnums,
      ApiError: errorSchema,
    },
    parameters: Object.fromEntries(schemas.parameters),
    responses,
    securitySchemes: securitySchemes(publicUrl),
  } as unknown as Document['components']; // The type of the library allows only the library's errors.
  Object.assign(document, { security: defaultSecurity });
  document.info.license = { name: 'MIT', identifier: 'MIT' };
  return document;
}

interface DescriptionParts {
  schemas: SchemaCollector;
  referToErrors: ReturnType<typeof createErrorCollector>['referToErrors'];
  /** Whether the operation changes a row that can be read alone. */
  takesMatch: boolean;
}

function describe(
  operation: OpenApiOperation,
  { name, procedure, meta }: RestOperation,
  { schemas, referToErrors, takesMatch }: DescriptionParts,
): OpenApiOperation {
  const { 200: success } = operation.responses;
  const { parameters = [], requestBody, summary, operationId, tags } = operation;
  // The generator writes complete parameters here, never references.
  const allParameters = [
    ...(parameters as Parameter[]),
    ...(meta.isOnce ? [repeatParameter] : []),
    ...(takesMatch ? [matchParameter] : []),
  ];
  const answer = meta.download
    ? fileAnswer(meta.download)
    : { description: 'OK', content: nameAnswer(success!.content!, { name, procedure, meta }, schemas) };
  const scopes = scopesOfProcedure(meta, procedure._def.type);
  return {
    operationId,
    summary,
    description: describeOperation(name, meta, scopes),
    tags,
    ...(allParameters.length > 0 && {
      parameters: allParameters.map((each) =>
        schemas.shareParameter(describeParameter(name, alwaysInPath(each)), parseOperationName(name).subject),
      ),
    }),
    ...(requestBody && {
      requestBody: {
        ...requestBody,
        content: nameBodySchema(withRequired(requestBody.content, procedure), name, meta, schemas),
      },
    }),
    ...securityOfOperation(meta, scopes),
    ...(scopes && scopes.length > 0 && { 'x-required-scope': scopes }),
    responses: {
      [meta.status ?? 200]: answer,
      ...(meta.otherStatus && { [meta.otherStatus]: answer }),
      ...(isTagged(meta) && { 304: schemaRefTo('Unchanged', 'responses') }),
      ...referToErrors(name, meta, scopes),
    },
  };
}

interface Member {
  safeParse(value: undefined): { success: boolean };
}

/** The generator treats converted members, such as ids, as optional, so the input schema decides. */
function withRequired(content: OpenApiContent, procedure: RestOperation['procedure']): OpenApiContent {
  const inputs = procedure._def.inputs as unknown as { shape?: Record<string, Member> }[];
  const members: Record<string, Member> = Object.assign({}, ...inputs.map(({ shape = {} }) => shape));
  const entries = Object.entries(content).map(([type, { schema, ...rest }]) => {
    const known = (schema.required ?? []) as string[];
    const required = Object.keys(schemaMembersOf(schema)).filter(
      (name) => known.includes(name) || members[name]?.safeParse(undefined).success === false,
    );
    return [type, { ...rest, schema: required.length > 0 ? { ...schema, required } : schema }];
  });
  return Object.fromEntries(entries);
}

function nameAnswer(
  content: OpenApiContent,
  { name }: RestOperation,
  { place }: SchemaCollector,
): OpenApiContent {
  const { schema } = content['application/json']!;
  const { subject } = parseOperationName(name);
  return { 'application/json': { schema: place(schema, { name: answerNameOf(name, schema), subject }) } };
}

function withExamples(components: Map<string, JsonSchema>): Record<string, JsonSchema> {
  const described = Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const find = (ref: string) => described[ref.split('/').at(-1)!]!;
  return Object.fromEntries(
    Object.entries(described).map(([name, schema]) => [
      name,
      // Documentation and generators build the example of a wrapper from those of its rows.
      isWrapper(schema, find) ? schema : { ...schema, examples: [exampleOfSchema(schema, '', find)] },
    ]),
  );
}

function isWrapper(schema: JsonSchema, find: (ref: string) => JsonSchema): boolean {
  if ('allOf' in schema || 'enum' in schema) return true;
  const refs = Object.values(schemaMembersOf(schema)).map(
    ({ $ref, items }) => $ref ?? (items as JsonSchema | undefined)?.$ref,
  );
  return refs.some((ref) => typeof ref === 'string' && !('enum' in find(ref)));
}

function isTagged({ openapi, download }: ProcedureMeta): boolean {
  return openapi?.method === 'GET' && download === undefined;
}

/** Even if the input schema makes it optional. */
function alwaysInPath(parameter: Parameter): Parameter {
  return parameter.in === 'path' ? { ...parameter, required: true } : parameter;
}

function fileAnswer(type: string) {
  return {
    description: 'The file',
    content: { [type.split(';', 1)[0]!]: { schema: { type: 'string', format: 'binary' } } },
  };
}
