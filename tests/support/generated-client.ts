import { execFile } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { z } from 'zod';
import { installTestPackages, loadTestPackage } from './test-packages.ts';

const run = promisify(execFile);

type Schema = Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean>;
interface Operation {
  operationId: string;
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
  security?: unknown[];
}
export type ApiPaths = Record<string, Record<string, Operation>>;

/**
 * One function per operation, by the group and the name of the operation. TypeScript checks neither inputs
 * nor results.
 */
// biome-ignore lint/suspicious/noExplicitAny: the operations are known only while the test runs
export type GeneratedClient = Record<string, Record<string, (...given: any[]) => Promise<any>>>;

interface Answer {
  data?: unknown;
  error?: unknown;
  response: Response;
}
/** The part of the module openapi-fetch that `createGeneratedClient` uses. */
interface FetchModule {
  default(options: { baseUrl: string; fetch(request: Request): Promise<Response> }): {
    request(method: string, path: string, options: object): Promise<Answer>;
  };
}

/**
 * Creates a function for each operation. Its arguments are the values in the path, then the query, then the
 * body. The function throws the status and the error when the server refuses the call.
 */
export async function createGeneratedClient(
  paths: ApiPaths,
  options: { baseUrl: string; token: string; fetch(request: Request): Promise<Response> },
): Promise<GeneratedClient> {
  const { default: createClient } = await loadTestPackage<FetchModule>('openapi-fetch');
  const { request } = createClient(options);
  const client: GeneratedClient = {};
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const name = camel(path.split('/')[1]!);
      client[name] ??= {};
      const group = client[name];
      group[camel(operation.operationId)] = async (...given: unknown[]) => {
        const init = { ...inputOf(operation, given), headers: headersFor(operation, options.token) };
        const { data, error, response } = await request(method, path, init);
        if (!response.ok) throw { status: response.status, error };
        return { status: response.status, data, text: () => (data as Blob).text() };
      };
    }
  }
  return client;
}

function inputOf({ parameters = [], requestBody, responses }: Operation, given: unknown[]) {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const rest = given.slice(inPath.length);
  const query = parameters.some((parameter) => parameter.in === 'query') ? rest.shift() : undefined;
  const body = requestBody && rest.shift();
  const isForm = requestBody && 'multipart/form-data' in requestBody.content;
  return {
    params: { path: Object.fromEntries(inPath.map(({ name }, index) => [name, given[index]])), query },
    ...(body !== undefined && { body: isForm ? formOf(body as object) : body }),
    parseAs: responses[200]?.content?.['application/json'] || !responses[200] ? 'json' : 'blob',
  };
}

/** Returns the header with the token, but only for an operation that the document declares as secured. */
function headersFor({ security = [] }: Operation, token: string): Record<string, string> {
  return security.length > 0 ? { authorization: `Bearer ${token}` } : {};
}

function formOf(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value instanceof Blob) form.append(name, value);
    else
      form.append(name, value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return form;
}

const camel = (name: string) => name.replaceAll(/[-_]+(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * A program that a user of the generated types could write. The wrong calls are compiled but never executed.
 */
const program = `
import createClient from 'openapi-fetch';
import type { paths } from './paths.ts';

declare const process: { argv: string[] };
const [, , baseUrl = '', token = ''] = process.argv;
const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } });

const { data: made, error } = await client.POST('/admin/jobs', {
  body: {
    title: 'Typist',
    type: 'Full-time',
    location: 'London',
    department: 'Development',
    description: 'Types.',
    requirements: ['Patience'],
    responsibilities: ['Type'],
    is_active: true,
  },
});
if (error) throw new Error(error.message);
const id: number = made.id;
const { data: shown } = await client.GET('/jobs/{id}', { params: { path: { id } } });
const title: string | undefined = shown?.job.title;
const { error: refusal, response } = await client.GET('/jobs/{id}', { params: { path: { id: 999 } } });
console.log(JSON.stringify({ title, status: response.status, message: refusal?.message }));

export async function wrong(): Promise<void> {
  // @ts-expect-error an id is a number
  await client.GET('/jobs/{id}', { params: { path: { id: 'one' } } });
  // @ts-expect-error a job has a title
  await client.POST('/admin/jobs', { body: { type: 'Full-time' } });
  // @ts-expect-error there is no such row
  await client.GET('/jobs/all');
}
`;

export const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  target: 'ES2024',
  lib: ['ES2024', 'DOM', 'DOM.Iterable'],
  types: [],
  module: 'NodeNext',
  allowImportingTsExtensions: true,
  erasableSyntaxOnly: true,
};

/**
 * Generates types from the document, compiles a program with these types, and runs the program. Returns the
 * JSON that the program prints.
 */
export async function runTypedProgram(document: string, baseUrl: string, token: string): Promise<unknown> {
  const folder = dirname(document);
  const packages = join(await installTestPackages(), 'node_modules');
  await symlink(packages, join(folder, 'node_modules'), 'junction');
  const generator = join(packages, 'openapi-typescript/bin/cli.js');
  await run(process.execPath, [generator, document, '-o', join(folder, 'paths.ts')]);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  await writeFile(join(folder, 'program.ts'), program);
  await run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', folder]);
  const { stdout } = await run(process.execPath, [join(folder, 'program.ts'), baseUrl, token]);
  return JSON.parse(stdout);
}
