import { createAtrium, toForm } from 'atrium-client';
import type { z } from 'zod';

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

type Call = (path: string, init: object) => Promise<{ data: unknown; response: Response }>;

/**
 * Creates a function for each operation. Its arguments are the values in the path, then the query, then the
 * body. Only operations that the document declares as secured get the token.
 */
export function createGeneratedClient(
  paths: ApiPaths,
  options: { url: string; token: string; fetch(request: Request): Promise<Response> },
): GeneratedClient {
  const secured = createAtrium({ ...options, retries: 0 });
  const open = createAtrium({ ...options, token: undefined, retries: 0 });
  const client: GeneratedClient = {};
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const name = camel(path.split('/')[1]!);
      client[name] ??= {};
      const group = client[name];
      const { security = [] } = operation;
      // The paths are known only while the test runs.
      const calls = (security.length > 0 ? secured : open) as unknown as Record<string, Call>;
      group[camel(operation.operationId)] = async (...given: unknown[]) => {
        const { data, response } = await calls[method.toUpperCase()]!(path, inputOf(operation, given));
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
    body,
    ...(isForm && { bodySerializer: toForm }),
    parseAs: responses[200]?.content?.['application/json'] || !responses[200] ? 'json' : 'blob',
  };
}

const camel = (name: string) => name.replaceAll(/[-_]+(\w)/g, (_, letter: string) => letter.toUpperCase());

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
