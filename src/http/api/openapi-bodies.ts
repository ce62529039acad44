import type { Meta } from '../../trpc/procedure-meta.ts';
import {
  type createSchemaCollector,
  inputNameOf,
  membersOf,
  parseOperationName,
  type Schema,
} from './openapi-schemas.ts';

export type Content = Record<string, { schema: Schema }>;
export type Operation = Record<string, unknown> & {
  responses: Record<string, { content?: Content }>;
  parameters?: Schema[];
  requestBody?: { content: Content };
};
export type SchemaCollector = ReturnType<typeof createSchemaCollector>;

/** The form and the JSON of an operation share a named schema, to which the form adds its files. */
export function nameBody(
  content: Content,
  procedure: string,
  { files = {} }: Meta,
  schemas: SchemaCollector,
): Content {
  const name = inputNameOf(procedure);
  const { subject } = parseOperationName(procedure);
  const place = (schema: Schema) =>
    name.endsWith('Change')
      ? schemas.placeChange(schema, { name, subject }, name.replace(/Change$/, 'Input'))
      : schemas.place(schema, { name, subject });
  const form = content['multipart/form-data'];
  const json = content['application/json'];
  if (!form) return { 'application/json': { schema: place(json!.schema) } };
  if (!json) return { 'multipart/form-data': { ...withEncoding(form.schema, place(form.schema)) } };
  const properties = { ...membersOf(form.schema), ...pathsOf(form.schema, files) };
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
function pathsOf(schema: Schema, files: object): Record<string, Schema> {
  const members = Object.entries(membersOf(schema)).filter(([name]) => name in files);
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
function withEncoding(form: Schema, schema: Schema): { schema: Schema } {
  const lists = Object.entries(membersOf(form)).filter(([, field]) => field.type === 'array');
  if (lists.length === 0) return { schema };
  const encoding = Object.fromEntries(lists.map(([name]) => [name, { contentType: 'application/json' }]));
  return Object.assign({ schema }, { encoding });
}

/** As a `POST` with the form field `_method`. */
export function describeFormPost(operation: Operation): Operation {
  const form = operation.requestBody!.content['multipart/form-data']!;
  const method = { type: 'string', const: 'PUT', description: 'The method that the form replaces' };
  const added = { type: 'object', required: ['_method'], properties: { _method: method } };
  const { allOf = [form.schema] } = form.schema;
  const content = { 'multipart/form-data': { ...form, schema: { allOf: [...(allOf as Schema[]), added] } } };
  return {
    ...operation,
    operationId: `${operation.operationId}-by-post`,
    summary: `${operation.summary}, sent as a form`,
    description: 'Does what the `PUT` does, for clients that cannot send a form by `PUT`.',
    requestBody: { ...operation.requestBody, content },
  };
}
