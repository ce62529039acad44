import fc from 'fast-check';
import { roles } from '../../src/shared/roles.ts';
import { groupNames } from '../../src/shared/settings/groups.ts';
import {
  type ObjectEntries,
  FormFile,
  hostileValue,
  RawJson,
  spoilEntries,
  type ValueSchema,
  validValue,
  validObject,
} from './fuzz-values.ts';

/** The parts of an operation in the OpenAPI document that are needed to generate requests and to check responses. */
export interface DocumentedOperation {
  parameters?: { in: string; name: string; schema: ValueSchema }[];
  requestBody?: { content: Record<string, { schema: ValueSchema }> };
  responses: Record<string, { content?: Record<string, { schema: object }>; headers?: object }>;
  security?: unknown[];
}

export interface ApiDocument {
  paths: Record<string, Record<string, DocumentedOperation>>;
}

/** Who sends a request: nobody, a user who has signed out (`ended`), or a user with a role. */
export type FuzzCaller = (typeof callers)[number];
const callers = ['none', 'ended', ...roles] as const;

export type Payload =
  | { kind: 'none' }
  | { kind: 'text'; text: string }
  | { kind: 'form'; parts: ObjectEntries; isCut: boolean };

export interface FuzzRequest {
  row: string;
  method: string;
  caller: FuzzCaller;
  /**
   * The encoded path below `/api`, with the query. A placeholder such as `@3` is replaced with the id of an
   * existing row.
   */
  url: string;
  headers: Record<string, string>;
  payload: Payload;
}

/** Generates valid and invalid requests to every operation. */
export function generateRequests({ paths }: ApiDocument): fc.Arbitrary<FuzzRequest> {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => requestTo(method.toUpperCase(), path, operation)),
  );
  return fc.oneof(...operations);
}

function requestTo(method: string, path: string, operation: DocumentedOperation): fc.Arbitrary<FuzzRequest> {
  const { parameters = [], requestBody } = operation;
  const [type = '', body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const parts = {
    caller: fc.oneof({ weight: 5, arbitrary: fc.constant('admin' as const) }, fc.constantFrom(...callers)),
    address: address(path),
    query: query(parameters.filter((one) => one.in === 'query')),
    payload: body ? payloadOf(type, body.schema) : oddPayload(5),
    key: parameters.some((one) => one.in === 'header') ? repeatKey : fc.constant({}),
    odd: oddHeaders,
  };
  return fc.record(parts).map(({ caller, address: url, query: asked, payload, key, odd }) => ({
    row: `${method} ${path}`,
    method,
    caller,
    payload,
    url: `${url}${asked && `?${asked}`}`,
    headers: { ...(payload.kind === 'text' && { 'content-type': 'application/json' }), ...key, ...odd },
  }));
}

const oddIds = [
  ...[
    '0',
    '-1',
    '1.5',
    '1e3',
    '01',
    '%31',
    '2147483647',
    '2147483648',
    '9007199254740993',
    '9'.repeat(30),
    'abc',
    '1;--',
  ],
  ...[
    '%00',
    '%20',
    '1%20',
    '..',
    '%2e%2e',
    '1%2f2',
    '__proto__',
    '%f0%9f%92%a0',
    '%ff',
    '%',
    '{id}',
    'x'.repeat(2000),
  ],
];

function address(path: string): fc.Arbitrary<string> {
  const known = fc.nat({ max: 20 }).map((place) => `@${place}`);
  const id = fc.oneof({ weight: 8, arbitrary: known }, { weight: 2, arbitrary: fc.constantFrom(...oddIds) });
  const named = path.includes('{group}')
    ? fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...groupNames) }, { weight: 2, arbitrary: id })
    : id;
  return path.includes('{') ? named.map((one) => path.replaceAll(/\{\w+\}/g, () => one)) : fc.constant(path);
}

const oddQueries = [
  ...[
    '%',
    '%zz=1',
    '&&',
    '=',
    'page[]=1',
    'page[a]=1',
    '__proto__=1',
    'constructor=x',
    'page=1&page=2',
    'search=%00',
  ],
  ...[
    'search=%ed%a0%80',
    'search=%ff',
    'sort=password_hash',
    'input=%7B%7D',
    'id=2',
    `x=${'y'.repeat(4000)}`,
  ],
];

function query(parameters: { name: string; schema: ValueSchema }[]): fc.Arbitrary<string> {
  const pair = (name: string, value: unknown) => `${encodeURIComponent(name)}=${encode(toFormText(value))}`;
  const known = parameters.map(({ name, schema }) =>
    fc.oneof(
      { weight: 5, arbitrary: fc.constant<string[]>([]) },
      { weight: 3, arbitrary: validValue(schema, name).map((value) => [pair(name, value)]) },
      { weight: 1, arbitrary: hostileValue.map((value) => [pair(name, value)]) },
    ),
  );
  const odd = fc.oneof(
    { weight: 9, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: fc.constantFrom(...oddQueries).map((one) => [one]) },
  );
  return fc.tuple(...known, odd).map((pairs) => pairs.flat().join('&'));
}

/**
 * Encodes a text for a query. The text is cut after 3,000 characters, because the length of an address is
 * limited.
 */
const encode = (text: string) => encodeURIComponent(text.slice(0, 3000).toWellFormed());

function payloadOf(type: string, schema: ValueSchema): fc.Arbitrary<Payload> {
  const entries = fc.oneof(validObject(schema), spoilEntries(validObject(schema)));
  const isForm = type === 'multipart/form-data';
  const usual: fc.Arbitrary<Payload> = isForm
    ? fc
        .tuple(entries, fc.nat({ max: 40 }))
        .map(([parts, cut]) => ({ kind: 'form', parts, isCut: cut === 40 }))
    : entries.map((members) => ({ kind: 'text', text: toJson(members) }));
  return fc.oneof({ weight: 15, arbitrary: usual }, { weight: 1, arbitrary: oddPayload(1) });
}

function oddPayload(none: number): fc.Arbitrary<Payload> {
  const texts = hostileValue.map((value): Payload => ({ kind: 'text', text: jsonOf(value) }));
  const broken = fc.constantFrom(
    '',
    '{',
    '{"a":',
    '{}',
    '[]',
    'null',
    '"x"',
    '{}{}',
    '\ufeff{}',
    "{'a':1}",
    'a=1',
    '{"a":1,}',
  );
  const parts = spoilEntries(fc.constant<ObjectEntries>([['a', 'b']]));
  return fc.oneof(
    { weight: none, arbitrary: fc.constant<Payload>({ kind: 'none' }) },
    texts,
    broken.map((text): Payload => ({ kind: 'text', text })),
    parts.map((given): Payload => ({ kind: 'form', parts: given, isCut: false })),
  );
}

const repeatKey = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Record<string, string>>({}) },
  fc
    .constantFrom('key-of-all-1', 'key-of-all-2', 'short', 'x'.repeat(129), '        ')
    .map((key) => ({ 'idempotency-key': key })),
  fc.uuid().map((key) => ({ 'idempotency-key': key })),
);

/** Unsupported content types, and headers that are ignored or refused. */
const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Record<string, string>>({}) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        ...[
          'text/plain',
          'application/xml',
          'application/x-www-form-urlencoded',
          'APPLICATION/JSON',
          'x',
          '',
        ],
        ...[
          'application/json; charset=utf-16',
          'application/json\ta',
          ' application/json',
          'application/json, text/html',
        ],
        ...[
          'multipart/form-data',
          'multipart/form-data; boundary=',
          'multipart/mixed; boundary=x',
          'application/json;;',
        ],
      )
      .map((type) => ({ 'content-type': type })),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Record<string, string>>(
      ...[
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { authorization: 'Bearer x' },
        { authorization: 'Basic YTpi' },
      ],
      ...[
        { authorization: `Bearer ${'x'.repeat(43)}` },
        { cookie: 'session=x; __proto__=1; %=%' },
        { cookie: '=;;;' },
      ],
      ...[
        { 'x-http-method-override': 'DELETE' },
        { 'content-encoding': 'gzip' },
        { range: 'bytes=0-1' },
        { accept: 'text/html' },
      ],
      ...[
        { 'if-none-match': '*' },
        { 'if-modified-since': 'x' },
        { 'accept-encoding': 'br;q=x, *' },
        { host: 'evil.example' },
      ],
      ...[
        { 'user-agent': 'x'.repeat(2000) },
        { 'x-activity': 'none' },
        { 'x-request-id': "'" },
        { __proto__x: '1' },
      ],
    ),
  },
);

/** Returns the JSON of an object in which a name may occur twice. */
function toJson(members: ObjectEntries): string {
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${jsonOf(value)}`).join(',')}}`;
}

function jsonOf(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  return JSON.stringify(value instanceof FormFile ? value.kind : value) ?? 'null';
}

export function toFormText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? '1' : '0';
  return jsonOf(value);
}
