import { beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { exampleOfSchema } from '../../src/http/api/openapi-examples.ts';
import { describeOperation } from '../../src/http/api/openapi-words.ts';
import { describeApi } from '../../src/http/api/openapi.ts';
import { appRouter } from '../../src/router.ts';
import { defaultSiteSettings } from '../../src/shared/settings/site-settings.ts';
import type { ProcedureMeta } from '../../src/trpc/procedure-meta.ts';
import { expandApiDocument } from '../support/api-document.ts';
import { testApp } from '../support/test-app.ts';
import { isShortForm } from '../support/test-form.ts';

type Schema = Record<string, unknown> & { properties?: Record<string, Schema>; allOf?: Schema[] };
interface Media {
  schema: Schema;
}
interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: { $ref: string }[];
  security?: unknown[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}
interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, { description?: string }>;
  };
}

let document: ApiDocument;
let operations: Operation[];
beforeAll(async () => {
  document = JSON.parse(
    JSON.stringify(await describeApi(appRouter, 'https://atrium.test', defaultSiteSettings)),
  );
  operations = operationsOf(document);
});

function operationsOf({ paths }: ApiDocument): Operation[] {
  return Object.values(paths).flatMap((item) => Object.values(item));
}

const mediaOf = ({ requestBody, responses }: Operation): Media[] => {
  const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const contents = [requestBody?.content, ...answers.map(([, { content }]) => content)];
  return contents.flatMap((content) => Object.values(content ?? {}));
};

test('every operation, parameter and member is described in words', () => {
  const { schemas, parameters } = document.components;
  const members = Object.entries(schemas).flatMap(([name, schema]) =>
    [schema, ...(schema.allOf ?? [])].flatMap(({ properties = {} }) =>
      Object.entries(properties).map(([member, { description }]) => [`${name}.${member}`, description]),
    ),
  );
  const described = [
    ...members,
    ...Object.entries(parameters).map(([name, { description }]) => [name, description]),
    ...operations.map(({ operationId, summary }) => [operationId, summary]),
    ...operations.map(({ operationId, description }) => [operationId, description]),
  ];
  expect(described.filter(([, words]) => !words)).toEqual([]);
  const callersAlone = /^For (?:everybody|admins|HR|moderators|users)\b/;
  expect(operations.filter(({ description = '' }) => callersAlone.test(description))).toEqual([]);
  expect(operations.flatMap(({ parameters: used = [] }) => used).every(({ $ref }) => $ref)).toBe(true);
});

test('what is public asks nobody for a token, and what staff do asks for one', () => {
  const securityOf = (path: string, method: string) => document.paths[path]![method]!.security;
  for (const path of ['/jobs', '/blog-posts/{id}', '/team'])
    expect(securityOf(path, 'get'), path).toEqual([]);
  expect(securityOf('/contact', 'post')).toEqual([]);
  for (const path of ['/admin/jobs', '/admin/messages', '/admin/user'])
    expect(securityOf(path, 'get'), path).not.toEqual([]);
});

test('an operation states a body limit that differs from the usual one of its callers', () => {
  const kilobyte = 1024;
  const metaOf = (access: ProcedureMeta['access'], textBytes?: number): ProcedureMeta => ({
    openapi: { method: 'POST', path: '/examples' },
    ...(access && { access }),
    ...(textBytes && { textBytes }),
  });
  const limitOf = (access: ProcedureMeta['access'], textBytes?: number) =>
    /Body size limit without files: [^.]+/.exec(
      describeOperation('example.create', metaOf(access, textBytes), []),
    )?.[0];
  const cases: [ProcedureMeta['access'], number | undefined, string | undefined][] = [
    ['everybody', undefined, undefined],
    ['everybody', 64 * kilobyte, undefined],
    ['everybody', 256 * kilobyte, 'Body size limit without files: 256 kB'],
    ['signed-in', undefined, undefined],
    ['signed-in', 2048 * kilobyte, 'Body size limit without files: 2 MB'],
  ];
  for (const [access, bytes, limit] of cases)
    expect(limitOf(access, bytes), `${access} ${bytes}`).toBe(limit);
});

test('every body and every answer has a schema with a name', () => {
  const unnamed = operations.flatMap((operation) =>
    mediaOf(operation)
      .filter(
        ({ schema }) => !('$ref' in schema || (schema.allOf ?? [])[0]?.$ref || schema.format === 'binary'),
      )
      .map(() => operation.operationId),
  );
  expect(unnamed).toEqual([]);
  const rows =
    'Post PublicPost Project Job Member Testimonial Client Message User Activity SecurityEvent TrashItem';
  const inputs = 'PostInput PostChange PostPatch PostPage Picture PageMeta SignedIn Media Token ApiError';
  for (const name of `${rows} ${inputs}`.split(' ')) expect(document.components.schemas).toHaveProperty(name);
});

test('every list of values is a schema with a name, and equal lists are one', () => {
  const { schemas } = document.components;
  const named = Object.entries(schemas).filter(([, { enum: values }]) => Array.isArray(values));
  const texts = named.map(([, { enum: values }]) => JSON.stringify(values));
  expect(new Set(texts).size).toBe(texts.length);
  const names = 'Role Scope ErrorCode BlogCategory TeamSection JobType MessageState PublicationState';
  for (const name of names.split(' ')) expect(named.map(([each]) => each)).toContain(name);

  const inPlace: string[] = [];
  const look = (node: unknown, path: string) => {
    if (typeof node !== 'object' || node === null) return;
    const { enum: values } = node as Schema;
    if (Array.isArray(values) && values.length > 1) inPlace.push(path);
    for (const [key, value] of Object.entries(node)) look(value, `${path}/${key}`);
  };
  look(document.paths, '');
  look(document.components.parameters, '');
  for (const [name, schema] of Object.entries(schemas)) look(schema.properties, name);
  expect(inPlace).toEqual([]);
});

test('a list that staff edit keeps its name, also when it has the values of another list', async () => {
  const { choices, ...site } = defaultSiteSettings;
  const alike = { ...choices, portfolio_categories: choices.blog_categories };
  const { components } = await describeApi(appRouter, 'https://atrium.test', { ...site, choices: alike });
  const schemas = components!.schemas as Record<string, Schema>;
  expect(schemas.PortfolioCategory?.enum).toEqual(schemas.BlogCategory?.enum);
});

test('each operation names the codes of its refusals', () => {
  const { paths } = expandApiDocument(document);
  const codesOf = (method: string, path: string, status: number) => {
    const answer = paths[path]![method]!.responses[status];
    const { properties } = Object.values(answer?.content ?? {})[0]?.schema ?? {};
    return answer && (properties!.code!.enum ?? document.components.schemas.ErrorCode!.enum);
  };
  const enrolment = 'second_factor_enrolment_required';
  const cases: [method: string, path: string, status: number, codes: string[] | undefined][] = [
    ['get', '/admin/jobs', 403, [enrolment, 'scope_missing']],
    [
      'delete',
      '/admin/users/{id}',
      403,
      [...['step_up_required', enrolment, 'scope_missing', 'token_not_permitted']],
    ],
    ['delete', '/admin/users/{id}/factors', 403, ['step_up_required', enrolment, 'token_not_permitted']],
    ['get', '/admin/user', 403, ['token_not_permitted']],
    ['post', '/admin/login', 422, ['second_factor_required']],
    ['get', '/blog-posts', 403, undefined],
  ];
  for (const [method, path, status, codes] of cases) {
    expect(codesOf(method, path, status), `${method} ${path}`).toEqual(codes);
  }
});

test.skipIf(isShortForm)('the example of every body and every answer is what its schema describes', () => {
  const find = (ref: string) => document.components.schemas[ref.split('/').at(-1)!]!;
  const whole = operationsOf(expandApiDocument(document)).map(mediaOf);
  operations.forEach((operation, at) => {
    mediaOf(operation).forEach(({ schema }, which) => {
      const described = whole[at]![which]!.schema;
      if (described.format === 'binary') return;
      const { error } = z.fromJSONSchema(described).safeParse(exampleOfSchema(schema, '', find));
      expect(error?.message, operation.operationId).toBeUndefined();
    });
  });
});

test('each answer has its content in place, because generators of clients follow no references to answers', () => {
  const successes = operations.flatMap(({ responses }) =>
    Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([, response]) => response),
  );
  expect(successes.length).toBeGreaterThan(200);
  expect(successes.filter((response) => '$ref' in response)).toEqual([]);
});

test('answers may get further members, and the document takes fewer than 1,434 bytes for each operation', () => {
  const text = JSON.stringify(document);
  expect(text).not.toContain('"additionalProperties":false');
  expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER));
  expect(Buffer.byteLength(text) / operations.length).toBeLessThan(1434);
});

test.skipIf(isShortForm)(
  'the document is made after the start and again when what it describes changes, before anybody asks for it',
  async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const lines: string[] = [];
    const logger = { level: 'info', stream: { write: (line: string) => void lines.push(line) } };
    const site = await testApp('sqlite', { logger });
    const made = () => lines.filter((line) => line.includes('the document of the API was made'));
    const pass = async (ms: number) => {
      vi.advanceTimersByTime(ms);
      await site.settled();
    };
    try {
      await site.app.listen({ host: '127.0.0.1', port: 0 });
      expect(made()).toHaveLength(0);
      await pass(5000);
      expect(made()).toHaveLength(1);
      expect(JSON.parse(made()[0]!)).toMatchObject({ durationMs: expect.any(Number) });

      const admin = site.rest('admin');
      const save = async (group: string, change: object) => {
        const path = `/api/admin/settings/${group}`;
        const { value } = (await admin.get(path)).body;
        expect((await admin.put(path, { value: { ...value, ...change } })).status).toBe(200);
      };
      await save('company', { phone: '+44 1632 960000' });
      await pass(60_000);
      expect(made()).toHaveLength(1);
      await save('company', { name: 'Brightforge' });
      await pass(60_000);
      expect(made()).toHaveLength(2);
      const { body } = await site.rest('anonymous').get('/api/openapi.json');
      expect(body.info.title).toBe('Brightforge');
      expect(made()).toHaveLength(2);

      await save('company', { name: 'Lightworks' });
      const [one, other] = await Promise.all([
        site.rest('anonymous').get('/api/openapi.json?a'),
        site.rest('anonymous').get('/api/openapi.json?b'),
      ]);
      expect([one.body.info.title, other.body.info.title]).toEqual(['Lightworks', 'Lightworks']);
      expect(made()).toHaveLength(3);
    } finally {
      vi.useRealTimers();
      await site.close();
    }
  },
);
