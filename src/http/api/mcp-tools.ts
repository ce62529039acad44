import type { AnyRouter } from '@trpc/server';
import type { generateOpenApiDocument } from 'trpc-openapi';
import { untypedModules } from '../../content-modules.ts';
import type { BlockDefinition } from '../../shared/column-types.ts';
import { blockKinds } from '../../shared/blocks/block-kinds.ts';
import { factsOf, type ModuleName, moduleNames } from '../../shared/module-facts.ts';
import { draftColumnNames } from './mcp-drafts.ts';
import type { JsonSchema } from './openapi-schemas.ts';
import { listRestOperations, type RestOperation } from './rest-operations.ts';
import { isSameValue } from '../../shared/settings/values.ts';

export type ApiDocument = ReturnType<typeof generateOpenApiDocument>;

export interface Tool {
  operation: RestOperation;
  act: 'list' | 'one' | 'create' | 'patch' | 'note' | 'other';
  /** Of a tool that writes rows. */
  module: ModuleName | undefined;
  isWriting: boolean;
  description: {
    name: string;
    description: string;
    inputSchema: { type: 'object' };
    annotations: { readOnlyHint: boolean; destructiveHint: boolean };
  };
}

const isDrafted = (name: ModuleName) => factsOf(name).publicBy !== null;
const reading: ReadonlySet<string> = new Set([
  ...[...moduleNames, 'media', 'inbox', 'users'].flatMap((name) => [`${name}.list`, `${name}.one`]),
  ...['activities.list', 'dashboard.stats', 'settings.list'],
]);
const writing: ReadonlySet<string> = new Set([
  ...moduleNames.filter(isDrafted).flatMap((name) => [`${name}.create`, `${name}.patch`]),
  'inbox.note',
]);

/** Describes the tools in the words of the OpenAPI document, which has the lists that staff edit. */
export function describeTools(router: AnyRouter, document: ApiDocument): Tool[] {
  const { paths, components } = document as unknown as Pick<SchemaReader, 'components'> & {
    paths: Record<string, Record<string, DescribedOperation>>;
  };
  return listRestOperations(router).flatMap((operation): Tool[] => {
    const { name, meta } = operation;
    const isWriting = writing.has(name);
    if (!isWriting && !reading.has(name)) return [];
    const { path, method } = meta.openapi!;
    const [subject = '', verb = ''] = name.split('.');
    const act =
      (['list', 'one', 'create', 'patch', 'note'] as const).find((each) => each === verb) ?? 'other';
    const module = isWriting ? moduleNames.find((each) => each === subject) : undefined;
    const described = paths[path]![method.toLowerCase()]!;
    return [
      {
        operation,
        act,
        module,
        isWriting,
        description: {
          name: `${subject}_${verb}`,
          description: module ? `${described.summary}. Only a draft` : described.summary,
          inputSchema: inputOf({ described, components }, act, module),
          annotations: { readOnlyHint: !isWriting, destructiveHint: false },
        },
      },
    ];
  });
}

interface DescribedOperation {
  summary: string;
  parameters?: JsonSchema[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
}

interface SchemaReader {
  described: DescribedOperation;
  components: Record<string, Record<string, JsonSchema>>;
}

/** Other ways to page through a list, and what an assistant does not need. */
const leftOut: ReadonlySet<string> = new Set([
  ...['fields', 'before', 'cursor', 'external_id', 'Idempotency-Key', 'If-Match'],
]);

function inputOf(
  { described: { parameters = [], requestBody }, components }: SchemaReader,
  act: Tool['act'],
  module: ModuleName | undefined,
): { type: 'object' } {
  const expand = (schema: JsonSchema): JsonSchema => {
    const { $ref, ...rest } = schema;
    const [kind = '', name = ''] = typeof $ref === 'string' ? $ref.split('/').slice(-2) : [];
    return $ref ? { ...expand(components[kind]![name]!), ...rest } : rest;
  };
  const properties: Record<string, JsonSchema> = {};
  const required = new Set<string>();
  for (const parameter of parameters) {
    const { name, schema, required: isRequired, description } = expand(parameter);
    if (leftOut.has(String(name))) continue;
    const words = name === 'page' || !description ? {} : { description };
    properties[String(name)] = shortenMember(
      String(name),
      { ...expand(schema as JsonSchema), ...words },
      expand,
    );
    if (isRequired) required.add(String(name));
  }
  const body = requestBody?.content['application/json']?.schema;
  for (const part of body ? partsOf(expand(body), expand) : []) {
    for (const [name, schema] of Object.entries((part.properties ?? {}) as Record<string, JsonSchema>))
      properties[name] = shortenMember(name, schema, expand);
    for (const name of (part.required ?? []) as string[]) required.add(name);
  }
  const names = namesOf(act, module) ?? Object.keys(properties);
  if (act === 'patch') required.add('version').add('id');
  const columns = module ? untypedModules[module].rules.columns : {};
  const shown = names.map((name) => {
    const kind = columns[name]?.kind;
    if (kind === 'picture' || kind === 'media') return [name, pictureId];
    return [name, kind === 'blocks' ? blocksSchema : (properties[name] ?? {})];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(shown),
    ...(required.size > 0 && { required: names.filter((name) => required.has(name)) }),
  } as { type: 'object' };
}

/** Undefined for all. */
function namesOf(act: Tool['act'], module: ModuleName | undefined): string[] | undefined {
  if (act === 'note') return ['id', 'text'];
  if (!module) return undefined;
  return act === 'patch' ? ['id', 'version', ...draftColumnNames(module)] : draftColumnNames(module);
}

const pictureId: JsonSchema = {
  type: ['integer', 'null'],
  description: 'The id of a picture of the library',
};

const blocksSchema: JsonSchema = {
  type: 'array',
  items: { type: 'object', required: ['kind'] },
  description: `Each with its kind and fields: ${Object.entries(blockKinds as Record<string, BlockDefinition>)
    .map(([kind, { fields }]) => `${kind} (${Object.keys(fields).join(', ')})`)
    .join('; ')}`,
};

function partsOf(schema: JsonSchema, expand: (schema: JsonSchema) => JsonSchema): JsonSchema[] {
  const { allOf } = schema;
  return Array.isArray(allOf) ? allOf.flatMap((part: JsonSchema) => partsOf(expand(part), expand)) : [schema];
}

/** Leaves out a description that repeats the name, and the second spelling of each order. */
function shortenMember(
  name: string,
  schema: JsonSchema,
  expand: (schema: JsonSchema) => JsonSchema,
): JsonSchema {
  const { description, ...short } = shorten(withoutSeveral(schema), expand);
  const words = String(description ?? '');
  const isRepeated = words.toLowerCase() === name.replaceAll('_', ' ');
  const { enum: values, anyOf } = short;
  if (name === 'sort' && Array.isArray(values))
    return { ...short, enum: values.filter((value) => !String(value).includes(':')) };
  const types =
    Array.isArray(anyOf) && anyOf.every((each: JsonSchema) => Object.keys(each).join() === 'type');
  const { anyOf: _, ...single } = short;
  const merged = types ? { ...single, type: anyOf.map(({ type }: JsonSchema) => type) } : short;
  return words === '' || isRepeated ? merged : { ...merged, description: words };
}

/** A tool sends one value of a parameter that a query may repeat. */
function withoutSeveral({ anyOf, ...others }: JsonSchema): JsonSchema {
  const [one, several, ...more] = (anyOf ?? []) as JsonSchema[];
  const isRepeated = more.length === 0 && several?.type === 'array' && isSameValue(several.items, one);
  return isRepeated ? { ...one, ...others } : { ...others, ...(anyOf !== undefined && { anyOf }) };
}

/** Limits are left out: the refusal of a call names them. */
const shortened: ReadonlySet<string> = new Set([
  ...['examples', 'example', 'title', 'pattern', 'format', 'default', 'x-listed'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'minItems', 'maxItems', 'minLength', 'maxLength'],
]);

function shorten(schema: JsonSchema, expand: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const entries = Object.entries(expand(schema)).filter(([name]) => !shortened.has(name));
  const short = entries.map(([name, value]): [string, unknown] => {
    if (Array.isArray(value) && ['anyOf', 'oneOf', 'allOf'].includes(name))
      return [name, value.map((each: JsonSchema) => shorten(each, expand))];
    if (name === 'items') return [name, shorten(value as JsonSchema, expand)];
    if (name === 'properties') {
      const members = Object.entries(value as Record<string, JsonSchema>);
      return [name, Object.fromEntries(members.map(([key, each]) => [key, shorten(each, expand)]))];
    }
    return [name, value];
  });
  return Object.fromEntries(short);
}
