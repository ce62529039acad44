import { listRestOperations } from '../../src/http/api/rest-operations.ts';
import { appRouter } from '../../src/router.ts';
import type { ProcedureMeta } from '../../src/trpc/procedure-meta.ts';
import { buildFormData, type RestAnswer, type RestCaller } from './callers.ts';
import { chooseByForm } from './test-form.ts';
import type { Caller, TestApp } from './test-app.ts';

/** The APIs through which every procedure can be called. */
export const apiKinds = ['rest', 'trpc'] as const;
export type ApiKind = (typeof apiKinds)[number];

/**
 * The APIs for tests of rules that do not depend on the API. The short form uses only REST, because
 * `faces.test.ts` checks that both APIs give the same answers.
 */
export const testedApiKinds: readonly ApiKind[] = chooseByForm<readonly ApiKind[]>(apiKinds, ['rest']);

type Input = Record<string, unknown>;

const operations = new Map(
  listRestOperations(appRouter).map((operation) => [operation.name, operation.meta]),
);

/** Returns the names of a module's read procedures that visitors may call. */
export function listPublicReads(module: string): string[] {
  const isPublic = ({ access, openapi }: ProcedureMeta) =>
    access === 'everybody' && openapi?.method === 'GET';
  const own = [...operations].filter(([name, meta]) => name.startsWith(`${module}.`) && isPublic(meta));
  return own.map(([name]) => name);
}

/**
 * Calls a procedure through one of the APIs. `input` contains JSON values, which become form fields if the procedure
 * accepts forms. `headers` are sent only with a `POST`. An error of tRPC is returned as REST would return it.
 * @throws {Error} when the procedure has no REST path
 */
export async function callProcedure(
  site: TestApp,
  face: ApiKind,
  caller: Caller,
  name: string,
  input: Input = {},
  headers: Record<string, string> = {},
): Promise<Pick<RestAnswer, 'status' | 'body'>> {
  const meta = operations.get(name);
  if (!meta?.openapi) throw new Error(`${name} has no REST row`);
  const { status, body } = await (face === 'rest' ? callRest : callTrpc)(
    site.rest(caller),
    name,
    meta,
    input,
    headers,
  );
  if (face === 'rest') return { status, body };
  return { status, body: body.result?.data ?? { ...body.error.data, message: body.error.message } };
}

function callTrpc(
  rest: RestCaller,
  name: string,
  { openapi, files }: ProcedureMeta,
  input: Input,
  headers: Record<string, string>,
) {
  const isQuery = openapi?.method === 'GET';
  if (isQuery) return rest.get(`/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`);
  return rest.post(`/trpc/${name}`, files ? buildFormData(toFormTexts(input)) : input, headers);
}

function callRest(
  rest: RestCaller,
  _name: string,
  { openapi, files }: ProcedureMeta,
  input: Input,
  headers: Record<string, string>,
) {
  const { method, path = '' } = openapi ?? {};
  const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
  const fields = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name)));
  const url = `/api${path.replaceAll(/\{(\w+)\}/g, (_, name) => String(input[name]))}`;
  if (method === 'GET') {
    return rest.get(`${url}?${new URLSearchParams(toFormTexts(fields) as Record<string, string>)}`);
  }
  if (method === 'DELETE') return rest.delete(url);
  if (method === 'PATCH') return rest.patch(url, files ? buildFormData(toFormTexts(fields)) : fields);
  if (!files) return method === 'PUT' ? rest.put(url, fields) : rest.post(url, fields, headers);
  return rest.post(
    url,
    buildFormData(toFormTexts(method === 'PUT' ? { ...fields, _method: 'PUT' } : fields)),
    headers,
  );
}

/**
 * Converts values to the texts of form fields: booleans to `1` or `0`, and objects to JSON. Files remain
 * files. Omits `undefined` members.
 */
export function toFormTexts(input: Input): Record<string, string | Blob> {
  const known = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known.map(([name, value]) => [name, toText(value)]));
}

function toText(value: unknown): string | Blob {
  if (value instanceof Blob) return value;
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
